import type { CheckResult, Evidence, RunReport } from '../check/verdicts.ts';
import { expect, test } from 'vitest';
import type { ClauseId } from '#spec/clauses/index';
import { groupByCause, describeCauses, weightOf } from './causes.ts';
import { makeCheck, makeEvidence, makeReport, sampleClause } from './testing/sample-report.ts';

/** Each check fails for another clause, with such evidence. */
function group(...findings: readonly (Partial<Evidence> | CheckResult['reason'])[]): readonly (readonly [string, number])[] {
  const checks = findings.map((finding, index) => {
    const clause = sampleClause(index);
    if (typeof finding !== 'object') return makeCheck(clause, { verdict: 'error', reason: finding ?? '' });
    const { likely_cause: _told, ...unexplained } = makeEvidence();
    return makeCheck(clause, { verdict: 'fail', evidence: [{ ...unexplained, ...finding }] });
  });
  return groupByCause(makeReport({ checks })).map(({ sentence, checks: members }) => [sentence, members.length]);
}

test('findings with one cause are one entry, and the cause of the most findings comes first', () => {
  const counter = { likely_cause: 'The counter is never written.' };
  const mask = (message: string): Partial<Evidence> => ({ message, likely_cause: 'The mask is off.' });
  expect(group(counter, mask('It names the farm.'), mask('It names the city.'))).toEqual([
    ['The mask is off.', 2],
    ['The counter is never written.', 1],
  ]);
});

test('a breach of privacy comes before more frequent causes', () => {
  const causes = new Map<ClauseId, string>([
    ['BID-4', 'It returns 200.'],
    ['BID-5', 'It returns 200.'],
    ['PRIV-1', 'It names the farm.'],
  ]);
  const checks = [...causes].map(([id, likely_cause]) => ({
    ...makeCheck(sampleClause(), { verdict: 'fail', evidence: [{ ...makeEvidence(), likely_cause }] }),
    id,
    clauses: [id],
  }));
  expect(groupByCause(makeReport({ checks })).map(({ sentence }) => sentence)).toEqual(['It names the farm.', 'It returns 200.']);
});

test('a cause for several event types is one entry', () => {
  const found = group(
    { message: 'A delivery was not accepted.', likely_cause: 'It fails on bid.accepted.' },
    { message: 'A delivery was not accepted.', likely_cause: 'It fails on queue.congestion_started.' },
    { message: 'A delivery was not accepted.', likely_cause: 'It fails on another one.' },
  );
  expect(found).toEqual([
    ['It fails on bid.accepted.', 2],
    ['It fails on another one.', 1],
  ]);
});

test('without a known cause, equal findings are one entry: ids, positions in lists, and counts do not matter', () => {
  const found = group(
    { message: 'The body has no member "error".' },
    { message: 'The body has no member "error".', pointer: '/data' },
    { message: '/items/0/bid_id is bid_0a1b2c, 12 s late.' },
    { message: '/items/17/bid_id is bid_ffff99, 3 s late.' },
  );
  expect(found).toEqual([
    ['The body has no member "error".', 2],
    ['/items/0/bid_id is bid_0a1b2c, 12 s late. In the response to POST /v1/bids.', 2],
  ]);
});

test.for<[what: string, one: Partial<Evidence>, other: Partial<Evidence>, entries: number]>([
  ['crashes', { message: 'GET /v1/trades returned 500.' }, { message: 'POST /v1/bids returned 500.' }, 1],
  ['another success', { message: 'POST /v1/a returned 200.' }, { message: 'POST /v1/b returned 200.' }, 1],
  [
    'deliveries that are not retried',
    { message: 'A delivery that got 500 was not retried.' },
    { message: 'A delivery that got 503 was not retried.' },
    1,
  ],
  ['another status', { message: 'GET /v1/trades returned 500.' }, { message: 'GET /v1/trades returned 404.' }, 2],
  ['paths that are missing', { message: 'GET /v1/trades returned 404.' }, { message: 'GET /v1/bids returned 404.' }, 2],
  [
    'refusals that are missing',
    { message: 'POST /v1/a returned 201.', expected: 'status 422' },
    { message: 'POST /v1/b returned 201.', expected: 'status 422' },
    2,
  ],
])('%s', ([, one, other, entries]) => {
  const due = { expected: 'status 201' };
  expect(group({ ...due, ...one }, { ...due, ...other })).toHaveLength(entries);
});

test('internal errors are grouped by their reason', () => {
  expect(group('the line broke', 'the line broke', 'out of time')).toEqual([
    ['the line broke', 2],
    ['out of time', 1],
  ]);
});

test('an entry counts its checks and each of its clauses once', () => {
  const clause = sampleClause();
  const checks = ['one', 'two'].map((name) => makeCheck(clause, { id: `${clause.id}/${name}`, verdict: 'fail' }));
  const tell = (changes: Partial<RunReport>): string | undefined => {
    const report = makeReport(changes);
    return describeCauses(report, groupByCause(report));
  };
  expect(groupByCause(makeReport({ checks })).map(weightOf)).toEqual(['2 checks, 1 clause']);
  expect(tell({ checks })).toBe('2 failures in 1 group.');
  expect(tell({})).toBe('10 failures.');
  expect(tell({ checks: checks.slice(1) })).toBe('1 failure.');
  expect(tell({ checks: [] })).toBeUndefined();
  const blocked = makeCheck(clause, { verdict: 'blocked' });
  expect(tell({ checks: [...checks, blocked] })).toMatch(/1 group\. 1 check could not run: see Blocked\.$/);
});
