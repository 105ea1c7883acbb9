import { expect, test } from 'vitest';
import { CLAUSES } from '#spec/clauses/index';
import { CHECK_VERDICTS, type CheckVerdict, type RunReport } from '../check/verdicts.ts';
import { concludeRun, countAll, foldClauses } from '../runner/conclude-run.ts';
import { groupUnverified } from './grouping.ts';
import { parseReport, renderReport } from './index.ts';
import { findElements, parseXml } from './testing/parse-xml.ts';
import { makeCheck, makeClause, makeReport } from './testing/sample-report.ts';

/** One check of each clause; the verdicts in turn. Every third clause is not selected, and flaky and failing checks are among them. */
function makeMixedReport(verdicts: readonly CheckVerdict[]): RunReport {
  const checks = CLAUSES.map((clause, i) =>
    makeCheck(makeClause(clause), { verdict: verdicts[i % verdicts.length] ?? 'pass', reason: 'The reason.', evidence: [] }),
  );
  const clauses = foldClauses(checks);
  const selected = new Set(clauses.filter(({ verdict }) => verdict !== 'not_selected').map(({ id }) => id));
  const conclusion = concludeRun(checks, clauses, { is_interrupted: false, require: [], stale_baseline: [], selected });
  return makeReport({ checks, clauses, counts: countAll(checks, clauses, 1), selection: ['--only some'], ...conclusion });
}

const render = (format: Parameters<typeof renderReport>[0], report: RunReport): string =>
  renderReport(format, report, { exchanges: [] });

/** The number before a word, in a text with signs of the terminal and of Markdown. */
function numberBefore(text: string, word: string): number {
  return Number(new RegExp(`([\\d,]+) ${word}`).exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}

test.for<[name: string, verdicts: readonly CheckVerdict[]]>([
  ['every verdict', CHECK_VERDICTS],
  ['a part was selected', ['pass', 'skip', 'not_selected', 'pass', 'blocked']],
  ['a part was selected, and one is flaky', ['pass', 'flaky', 'not_selected']],
  ['a part was selected and passed', ['pass', 'not_selected', 'not_selected']],
])('all reports of one run have the same counts: %s', ([, verdicts]) => {
  const report = makeMixedReport(verdicts);
  const { clauses, checks } = report.counts;
  const texts = ['text', 'markdown', 'html'] as const;
  for (const format of texts) {
    const text = render(format, report);
    for (const [word, verdict] of [
      ['verified', 'verified'],
      ['violated', 'violated'],
      ['not verified', 'not_verified'],
      ['not selected', 'not_selected'],
    ] as const) {
      expect(numberBefore(text, word), `${word} in ${format}`).toBe(clauses[verdict]);
    }
    expect(numberBefore(text, 'flaky check'), `flaky in ${format}`).toBe(checks.flaky);
  }
  expect(parseReport(render('json', report), 'report.json').counts).toEqual(report.counts);

  const root = parseXml(render('junit', report));
  const cases = findElements(root, 'testcase').filter(({ attributes }) => attributes['name']?.startsWith('run/') !== true);
  expect(cases).toHaveLength(report.checks.length - checks.not_selected);
  const verdictOf = (element: (typeof cases)[number]): string | undefined =>
    element.children[0]?.children[0]?.attributes['value'];
  const told = Object.groupBy(cases, (element) => verdictOf(element) ?? '');
  for (const verdict of CHECK_VERDICTS) {
    expect(told[verdict]?.length ?? 0, verdict).toBe(verdict === 'not_selected' ? 0 : checks[verdict]);
  }
});

test('the reasons and lists of a report have the counts of its headline', () => {
  const report = makeMixedReport(['pass', 'skip', 'not_selected', 'pass', 'blocked']);
  const { not_verified } = report.counts.clauses;
  expect(groupUnverified(report).flatMap(({ ids }) => ids)).toHaveLength(not_verified);
  expect(report.reasons.join('\n')).toContain(`${not_verified} clauses not verified;`);
});

test('a clause without a selected check is not selected in every table', () => {
  const report = makeMixedReport(['pass', 'not_selected', 'not_selected']);
  expect(report.counts.clauses.not_selected).toBeGreaterThan(100);
  expect(report.clauses.filter(({ verdict }) => verdict === 'not_verified').flatMap((one) => one.checks).length).toBe(0);
});
