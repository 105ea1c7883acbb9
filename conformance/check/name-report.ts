/** The commands of a report that read the JSON report of the same run, with its path. */
import type { CheckResult } from './verdicts.ts';
import { quoteIfNecessary } from '../reproduction/shell.ts';

/** Adds the command that reproduces each finding. @param path of the JSON report, relative to the working directory */
export function nameReport(checks: readonly CheckResult[], path: string): readonly CheckResult[] {
  return checks.map((check) => {
    const { id, evidence } = check;
    if (evidence === undefined) return check;
    const command = `gristmill repro ${quoteIfNecessary(path)} ${id}`;
    return {
      ...check,
      evidence: evidence.map((one) =>
        one.reproduction === undefined ? one : { ...one, reproduction: { ...one.reproduction, command } },
      ),
    };
  });
}
