import { writeFileSync } from 'node:fs';
import type { RunReport } from '#conformance/check/verdicts';
import { dateFromToday } from '#client';
import { makeBaseline } from '#conformance/runner/baseline';

/** How long what fails now is accepted, unless somebody writes another date. */
const ACCEPTED_DAYS = 30;

/** Writes what fails now as known. */
export function updateBaseline(path: string, report: RunReport, privacy_can_be_baselined: boolean): void {
  const entries = makeBaseline(report.checks, dateFromToday(ACCEPTED_DAYS), privacy_can_be_baselined);
  const failed = report.checks.filter(({ verdict }) => verdict === 'fail').length;
  const left_out = failed - entries.length;
  writeFileSync(path, `${JSON.stringify(entries, null, 2)}\n`);
  process.stderr.write(
    `gristmill: ${entries.length} known failures written to ${path} with what they say as their reasons${left_out > 0 ? `; ${left_out} left out: breaches of privacy are accepted only with privacy_can_be_baselined` : ''}\n`,
  );
}
