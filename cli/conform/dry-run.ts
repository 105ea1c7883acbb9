import type { Settings } from '#client';
import { NO_LEDGER, Run } from '#client';
import { explainMissing } from '#conformance/runner/run-check';
import { chooseChecks } from '../flags/choose-checks.ts';

/** Prints which checks would run, and which could not and what would change that. The target gets no request of them. */
export async function dryRun(settings: Settings): Promise<number> {
  const run = new Run(settings, NO_LEDGER);
  try {
    const missing = new Map<string, string[]>();
    let would_run = 0;
    let oracles = 0;
    for (const check of chooseChecks('conform', settings)) {
      // Oracles look at what the checks bring.
      if (!('run' in check)) {
        oracles += 1;
        continue;
      }
      const problem = check.needs.map((need) => explainMissing(run, need)).find((one) => one !== undefined);
      if (problem === undefined) would_run += 1;
      else missing.set(`${problem[1]}: ${problem[0]}`, [...(missing.get(`${problem[1]}: ${problem[0]}`) ?? []), check.id]);
    }
    process.stdout.write(
      `${would_run} checks would run against ${settings.base_url}, and ${oracles} oracles would look at all that they bring.\n`,
    );
    for (const [reason, ids] of missing)
      process.stdout.write(`${ids.length} could not, for want of ${reason}\n  ${ids.join(' ')}\n`);
    return 0;
  } finally {
    await run.close();
  }
}
