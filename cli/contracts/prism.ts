import type { RunReport, Settings } from '#conformance';
import { conform } from '#conformance';
import { describeThrown, sendRequest } from '#client';
import { ContractsSetupError } from '#contracts';
import { findPrism } from '#contracts/peers';
import { openPrismGate } from '#contracts/prism/prism-gate';
import { isViolated, renderSummary, summarize } from '#contracts/prism/summary';
import { chooseChecks } from '../conform.ts';
import { cleanUpAfter, openRunLedger, stopOnInterrupt } from '../runs.ts';
import { type TargetFlags, openTarget } from './target.ts';

export type PrismFlags = Omit<TargetFlags, 'timeout'>;

/** @returns the exit code @throws UsageError before anything is sent, or ContractsSetupError */
export async function runPrism(flags: PrismFlags): Promise<number> {
  findPrism();
  await using target = await openTarget(flags);
  const { settings } = target;
  chooseChecks(settings, 'contracts prism');
  await ensureResponds(settings.base_url);
  await using gate = await openPrismGate(settings.base_url);
  const report = await check({ ...settings, base_url: gate.base_url });
  const summary = summarize(gate.exchanges);
  process.stdout.write(`${renderSummary(summary)}\nVerdict of gristmill conform: ${report.verdict}\n`);
  if (report.is_interrupted) return report.exit_code;
  if (gate.hasEnded())
    throw new ContractsSetupError('Prism ended during the run, so its result is incomplete; run the command again');
  if (summary.requests === summary.direct)
    throw new ContractsSetupError('Prism saw no exchange that it could check; select other checks with --only');
  // The exit code is about the OpenAPI document only; `gristmill conform` checks the clauses.
  return isViolated(summary) ? 1 : 0;
}

/** Prism would respond in the place of a target that is not running. @throws ContractsSetupError */
async function ensureResponds(base_url: string): Promise<void> {
  await sendRequest(`${base_url}/inventory?limit=1`).catch((error: unknown) => {
    const why = describeThrown(error);
    throw new ContractsSetupError(`the target ${base_url} does not respond: ${why}; check the address`);
  });
}

async function check(settings: Settings): Promise<RunReport> {
  const stop = stopOnInterrupt({ leaves_objects: true });
  const ledger = openRunLedger(settings);
  try {
    return await conform(settings, { stop: stop.signal, ledger, cleanUp: async (run) => cleanUpAfter(run, ledger) });
  } finally {
    ledger.close();
    stop.done();
  }
}
