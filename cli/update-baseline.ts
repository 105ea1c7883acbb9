import { writeFileSync } from 'node:fs';
import type { RunReport } from '#conformance/judge/verdicts';
import { dateFromToday } from '#conformance/clock';
import { makeBaseline } from '#conformance/runner/baseline';

/** How long what fails now is accepted, unless somebody writes another date. */
const ACCEPTED_DAYS = 30;

/** Writes what fails now as known. */
export function updateBaseline(path: string, report: RunReport): void {
  const entries = makeBaseline(report.checks, dateFromToday(ACCEPTED_DAYS));
  writeFileSync(path, `${JSON.stringify(entries, null, 2)}\n`);
  process.stderr.write(`gristmill: ${entries.length} known failures written to ${path}; give each a reason\n`);
}
