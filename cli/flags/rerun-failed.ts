import { readFileSync } from 'node:fs';
import { parseReport } from '#conformance/reports/index';
import { UsageError } from '../usage-error.ts';

const NOT_WELL = ['fail', 'warn', 'error', 'blocked'];

/** The checks that did not pass in a report of an earlier run. @throws UsageError where it is none, or everything passed */
export function findFailed(path: string): readonly string[] {
  const report = readReport('--rerun-failed', path);
  const ids = report.checks.filter(({ verdict }) => NOT_WELL.includes(verdict)).map(({ id }) => id);
  if (ids.length === 0) throw new UsageError('--rerun-failed', `in ${path} nothing failed`);
  return ids;
}

/** @param flag what names the file */
export function readReport(flag: string, path: string): ReturnType<typeof parseReport> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(flag, `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return parseReport(text, path);
  } catch (error) {
    throw new UsageError(flag, error instanceof Error ? error.message : String(error));
  }
}
