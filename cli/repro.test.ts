import { makeTestFolder } from '#client/testing/folder';
import type { Reproduction } from '#conformance/reproduction/write-reproduction';
import { makeCheck, makeEvidence, makeReport } from '#conformance/reports/testing/sample-report';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';
import { writeReports } from './testing/write-reports.ts';

const folder = makeTestFolder();

/** The path of a report with one failed check. */
function writeReportWith(...reproductions: readonly Reproduction[]): string {
  const [clause] = makeReport().clauses;
  if (clause === undefined) throw new Error('no clause');
  const evidence =
    reproductions.length === 0 ? [makeEvidence({})] : reproductions.map((reproduction) => makeEvidence({ reproduction }));
  const check = makeCheck(clause, { id: `${clause.id}/broken`, verdict: 'fail', evidence });
  const [path = ''] = writeReports(folder, [makeReport({ clauses: [clause], checks: [check] })]);
  return path;
}

const [CLAUSE] = makeReport().clauses;
const ID = `${CLAUSE?.id ?? ''}/broken`;

test('the script is printed as it is', async () => {
  const path = writeReportWith({ steps: ['As buyer: Place a bid.'], script: '#!/bin/sh\nexit 1\n' });
  expect(await runHere('repro', path, ID)).toEqual({ code: 0, out: '#!/bin/sh\nexit 1\n', complaint: '' });
});

test.for([
  ['exit 1', 1],
  ['exit 0', 0],
  ['exit 2', 2],
  ['[ "$1" = http://127.0.0.1:9/v1 ] && exit 1', 1],
  ['kill -9 $$', 2],
] as const)('--run ends with the exit code of the script: %s', async ([line, code]) => {
  const path = writeReportWith({ steps: [], script: `${line}\n` });
  expect((await runHere('repro', path, ID, '--run', '--target', 'http://127.0.0.1:9/v1')).code).toBe(code);
});

test('a script that sends the requests is preferred to one that runs the check again', async () => {
  const path = writeReportWith(
    { steps: [], script: 'exit 0\n', reruns_because: 'it takes minutes' },
    { steps: [], script: 'exit 1\n' },
  );
  expect((await runHere('repro', path, ID, '--run')).code).toBe(1);
});

test('a script that runs the check again finds this gristmill', async () => {
  const path = writeReportWith({ steps: [], script: '[ -n "$GRISTMILL" ] && exit 1\n', reruns_because: 'it takes minutes' });
  expect((await runHere('repro', path, ID, '--run')).code).toBe(1);
});

test('without a check, those that can be reproduced are listed', async () => {
  const path = writeReportWith({ steps: [], script: 'exit 1\n' });
  expect((await runHere('repro', path)).out).toBe(`repeats the requests  ${ID}  does what the clause says\n`);
  expect((await runHere('repro', writeReportWith())).out).toContain('no check failed or warned');
});

test('a clause or an area lists its checks that can be reproduced', async () => {
  const path = writeReportWith({ steps: [], script: 'exit 1\n' });
  const [clause = '', [area = '']] = [CLAUSE?.id, (CLAUSE?.id ?? '').split('-')];
  for (const id of [clause, area])
    expect(await runHere('repro', path, id)).toMatchObject({ code: 0, out: expect.stringContaining(`  ${ID}  `) });
});

test('a misspelled check is corrected', async () => {
  const { code, complaint } = await runHere('repro', writeReportWith({ steps: [], script: 'exit 1\n' }), `${ID}s`);
  expect(code).toBe(2);
  expect(complaint).toContain(`did you mean ${ID}?`);
});
