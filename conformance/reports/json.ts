/** The report as data, for other programs and for `compare`. */
import type { RunReport } from '../check/verdicts.ts';
import { countAll } from '../runner/conclude-run.ts';
import { groupByCause } from './causes.ts';
import { Report } from './report-schema.ts';
import { cut, escapeCharacter } from './text/safe-text.ts';

const SENTENCE_MAX = 1_000;

/** Characters that JSON does not escape, although some control a terminal and others reverse text in an editor. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

/** A value as indented JSON. Invisible characters are escaped, as in `\u202e`. */
export function writeJson(value: unknown): string {
  // These characters occur in strings only, where the escape has the same meaning.
  return `${JSON.stringify(value, null, 2).replaceAll(UNSEEN, escapeCharacter)}\n`;
}

/** The whole report with the causes of its failures. `report.schema.json` describes it. */
export function renderJson(report: RunReport): string {
  const causes = groupByCause(report).map(({ sentence, is_explained, checks, clause_ids }) => ({
    sentence: cut(sentence, SENTENCE_MAX),
    is_explained,
    checks: checks.map(({ id }) => id),
    clauses: clause_ids,
  }));
  return writeJson({ ...report, causes });
}

/**
 * Reads a JSON report of this or another version. Unknown and derived fields are dropped.
 * @throws {Error} with the file that is not a report, and the place of the problem
 */
export function parseReport(text: string, name: string): RunReport {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON; give a report that \`--report json=${name}\` wrote`);
  }
  const { data: report, error } = Report.safeParse(data);
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new Error(
      `${name} is not a Gristmill report: /${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'it has an unexpected shape'}; give a report that gristmill wrote with --report json`,
    );
  }
  const { causes: _derived, ...rest } = report;
  const none = countAll([], [], 0);
  const { clauses, checks, requests } = report.counts;
  const counts = { clauses: { ...none.clauses, ...clauses }, checks: { ...none.checks, ...checks }, requests };
  // Another version can have other clauses, so ids are plain text here.
  return { ...rest, counts, target: { ...report.target, auth_url: report.target.auth_url } } as RunReport;
}
