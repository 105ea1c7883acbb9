import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import type { CheckVerdict, RunReport } from '#conformance/check/verdicts';
import { makeHistory } from '#conformance/reports/history';
import { renderHistory } from '#conformance/reports/html/history-page';
import { HOSTILE_TEXTS } from '#conformance/reports/testing/hostile';
import { makeCheck, makeHostileReport, makeReport } from '#conformance/reports/testing/sample-report';
import { countAll, foldClauses } from '#conformance/runner/conclude-run';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';
import { writeReports } from './testing/write-reports.ts';

const folder = makeTestFolder();

const CLAUSES = makeReport().clauses.slice(0, 3);

/** A run on a day, with one check for each of these verdicts. */
function runOf(day: number, verdicts: readonly CheckVerdict[]): RunReport {
  const checks = CLAUSES.flatMap((clause, i) => {
    const verdict = verdicts[i];
    return verdict === undefined ? [] : [makeCheck(clause, { verdict })];
  });
  const clauses = foldClauses(checks, []);
  return makeReport({ started_at: `2026-03-0${day}T08:00:00.000Z`, checks, clauses, counts: countAll(checks, clauses, 0) });
}

const ids = CLAUSES.map(({ id }) => `${id}/is-obeyed`);

test('a check has the runs in which it was first and last wrong, and how often it changed', () => {
  // Given in the wrong order.
  const { runs, checks } = makeHistory([
    runOf(3, ['pass', 'fail', 'pass']),
    runOf(1, ['pass', 'pass']),
    runOf(2, ['flaky', 'fail', 'skip']),
    runOf(4, ['pass', 'fail', 'pass']),
  ]);
  expect(runs.map(({ started_at }) => started_at.slice(8, 10))).toEqual(['01', '02', '03', '04']);
  expect(checks).toMatchObject([
    {
      id: ids[1],
      verdicts: ['pass', 'fail', 'fail', 'fail'],
      wrong: 3,
      flaky: 0,
      changes: 1,
      first_seen: '2026-03-02T08:00:00.000Z',
    },
    { id: ids[0], wrong: 1, flaky: 1, changes: 2, last_seen: '2026-03-02T08:00:00.000Z' },
  ]);
});

test('the page is one file without scripts or anything from outside', () => {
  const page = renderHistory(makeHistory([runOf(1, ['pass', 'fail']), runOf(2, ['flaky', 'fail'])]));
  expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(page) ?? [];
  // The browser applies the style only if its hash is that of the policy.
  expect(page).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash('sha256', style, 'base64')}&#39;`);
  expect(page.match(/<rect /g)).toHaveLength(8);
  expect(page.match(/<th scope="row">/g)).toHaveLength(4);
  expect(page).toContain(`aria-label="pass, flaky"`);
});

test.for(HOSTILE_TEXTS.map((text) => [text.slice(0, 30), text] as const))('%j is shown and does nothing', ([, text]) => {
  const page = renderHistory(makeHistory([makeHostileReport(text)]));
  expect(page).not.toMatch(/<script|<img|<svg\/|onerror="/i);
});

test('reports of one target become a page, in a file or on standard output', async () => {
  const paths = writeReports(folder, [runOf(1, ['pass']), runOf(2, ['fail'])]);
  const output = join(folder, 'history.html');
  expect(await runHere('history', ...paths, '--output', output)).toEqual({ code: 0, out: `Written: ${output}\n`, complaint: '' });
  expect((await runHere('history', ...paths)).out).toBe(readFileSync(output, 'utf8'));
});

test('reports of two targets are rejected', async () => {
  const other = makeReport({ target: { ...makeReport().target, base_url: 'https://b.example/v1' } });
  const { code, complaint } = await runHere('history', ...writeReports(folder, [makeReport(), other]));
  expect(code).toBe(2);
  expect(complaint).toContain(
    'history: the reports are of 2 targets (https://staging.example/v1, https://b.example/v1); give those of one',
  );
});
