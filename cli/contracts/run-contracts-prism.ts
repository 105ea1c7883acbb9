import type { RunReport, Settings } from '#conformance';
import { conform } from '#conformance';
import { sendRequest } from '#client';
import { ContractsSetupError } from '#contracts';
import { findPrism } from '#contracts/peers';
import { openPrismGate } from '#contracts/prism/prism-gate';
import { renderSummary, summarise } from '#contracts/prism/sightings';
import type { PrismFlags } from './contracts-flags.ts';
import { openTarget } from './contracts-target.ts';
import { chooseChecks } from '../flags/choose-checks.ts';
import { cleanUpAfter, openRunLedger } from '../runs/run-ledger.ts';
import { stopOnInterrupt } from '../runs/stop-on-interrupt.ts';

const EXIT_SETUP = 3;

/** `gristmill contracts prism`. @returns the exit code @throws UsageError where nothing has been sent */
export async function runPrism(flags: PrismFlags): Promise<number> {
  try {
    findPrism();
    await using target = await openTarget(flags);
    const { settings } = target;
    chooseChecks('contracts prism', settings);
    await expectTarget(settings.base_url);
    await using gate = await openPrismGate({ base_url: settings.base_url });
    const report = await judge({ ...settings, base_url: gate.base_url });
    const summary = summarise(gate.sightings);
    process.stdout.write(`${renderSummary(summary)}\nThe gate itself says: ${report.verdict}\n`);
    if (report.is_interrupted) return report.exit_code;
    if (gate.hasEnded())
      throw new ContractsSetupError('Prism ended in the middle of the run: what it has not said counts for nothing');
    if (summary.requests === summary.past) throw new ContractsSetupError('Prism has judged nothing: no exchange went through it');
    // Whether the target obeys the clauses is told by `gristmill conform`.
    return summary.answers.length + summary.taken.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ContractsSetupError)) throw error;
    process.stderr.write(`gristmill: ${error.message}\n`);
    return EXIT_SETUP;
  }
}

/** Prism would answer in the place of a target that is not there. @throws ContractsSetupError */
async function expectTarget(base_url: string): Promise<void> {
  await sendRequest(`${base_url}/inventory?limit=1`).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ContractsSetupError(`the target ${base_url} does not answer: ${why}`);
  });
}

async function judge(settings: Settings): Promise<RunReport> {
  const stop = stopOnInterrupt();
  const ledger = openRunLedger(settings);
  try {
    return await conform(settings, { stop: stop.signal, ledger, cleanUp: async (run) => cleanUpAfter(run, ledger) });
  } finally {
    ledger.close();
    stop.done();
  }
}
