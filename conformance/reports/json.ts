/** The report as data: what other programs read, and what `compare` reads again. */
import type { RunReport } from '../check/verdicts.ts';
import { CHECK_VERDICTS, CLAUSE_VERDICTS } from '../check/verdicts.ts';
import { groupByCause } from './causes.ts';
import { Report } from './report-schema.ts';
import { cut } from './text/safe-text.ts';

const SENTENCE_MAX = 1_000;

/** Beyond these, JSON escapes nothing by itself; a terminal obeys some of them, and an editor turns its text round at others. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

/** A value as JSON, indented; signs that nobody sees are written as `\u202e`. */
export function writeJson(value: unknown): string {
  // Such a sign stands within a string only, where its escape means the same.
  const text = JSON.stringify(value, null, 2).replaceAll(UNSEEN, (sign) => {
    return String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `${text}\n`;
}

/** The whole report, and what its failures come down to; `report.schema.json` describes it. */
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
 * Reads what `renderJson` wrote, by this version or another: fields that are not known are dropped, and so is what can be told from the others.
 *
 * @throws {Error} that says which file is not a report, and where
 */
export function parseReport(text: string, name: string): RunReport {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON: give a report that \`--report json=${name}\` wrote.`);
  }
  const { data: report, error } = Report.safeParse(data);
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new Error(
      `${name} is no report of gristmill: /${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'it has another shape'}.`,
    );
  }
  const { causes: _told, ...said } = report;
  const none = (verdicts: readonly string[]): object => Object.fromEntries(verdicts.map((verdict) => [verdict, 0]));
  const counts = {
    ...report.counts,
    clauses: { ...none(CLAUSE_VERDICTS), ...report.counts.clauses },
    checks: { ...none(CHECK_VERDICTS), ...report.counts.checks },
  };
  // Another version may know other clauses: an id of theirs is text here.
  return { ...said, counts, target: { ...report.target, auth_url: report.target.auth_url } } as RunReport;
}
