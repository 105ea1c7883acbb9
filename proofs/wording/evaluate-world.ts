import type { Check } from '#conformance/check/check';
import { NO_LEDGER, Run, type Settings } from '#client';
import type { CheckResult } from '#conformance/check/verdicts';
import { OracleRunner } from '#conformance/oracles/oracle-runner';
import type { Oracle } from '#conformance/oracles/oracle';
import { foldClauses } from '#conformance/runner/conclude-run';
import { runCheck } from '#conformance/runner/run-check';
import { CHECKS_AT_ONCE, runInLanes } from '#conformance/runner/lanes';

/** The verdicts of checks and clauses, by id. */
export type Verdicts = ReadonlyMap<string, string>;

/** Runs these checks and oracles against a target, like `gristmill conform`. */
export async function evaluateWorld(settings: Settings, checks: readonly Check[], oracles: readonly Oracle[]): Promise<Verdicts> {
  const run = new Run(settings, NO_LEDGER);
  const oracle_runner = new OracleRunner(run, oracles);
  const results: CheckResult[] = [];
  await runInLanes(checks, CHECKS_AT_ONCE, async (check) => {
    results.push(await runCheck(run, check, new AbortController().signal));
  });
  results.push(...oracle_runner.conclude());
  await run.close();
  return new Map([...results, ...foldClauses(results)].map(({ id, verdict }) => [id, verdict]));
}
