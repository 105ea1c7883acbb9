import { expect, test } from 'vitest';
import { areaOf, evidenceOf, groupAreas, groupBlocked, groupPartlyVerified, groupUnverified, reasonOf } from './grouping.ts';
import { makeCheck, makeEvidence, makeExchange, makeReport, sampleClause } from './testing/sample-report.ts';

const [one, two, three, four] = [sampleClause(0), sampleClause(1), sampleClause(2), sampleClause(3)];

test('unverified clauses are grouped by key, then by reason', () => {
  const unverified = { verdict: 'not_verified' } as const;
  const report = makeReport({
    clauses: [
      { ...one, ...unverified, reason: 'on the mock only' },
      { ...two, ...unverified, reason: 'no hook pays', config_key: 'hooks.pay_invoice' },
      { ...three, ...unverified, reason: 'nobody pays', config_key: 'hooks.pay_invoice' },
      { ...four, ...unverified },
    ],
  });
  expect(groupUnverified(report)).toEqual([
    { cause: 'no hook pays', config_key: 'hooks.pay_invoice', ids: [two.id, three.id] },
    { cause: 'on the mock only', config_key: undefined, ids: [one.id] },
    { cause: 'no reason was given', config_key: undefined, ids: [four.id] },
  ]);
});

test('a group of one key shows its most frequent reason', () => {
  const unverified = { verdict: 'not_verified', config_key: 'hooks.mint_token' } as const;
  const clauses = [
    { ...one, ...unverified, reason: 'no token lacks farms.read' },
    { ...two, ...unverified, reason: 'the hook is not configured' },
    { ...three, ...unverified, reason: 'the hook is not configured' },
  ];
  expect(groupUnverified(makeReport({ clauses }))).toEqual([
    { cause: 'the hook is not configured', config_key: 'hooks.mint_token', ids: [one.id, two.id, three.id] },
  ]);
});

test('unselected clauses are separate from unverified ones', () => {
  const checks = [
    makeCheck(one, { verdict: 'not_selected', reason: 'not selected' }),
    makeCheck(two, { verdict: 'skip', reason: 'no hook pays' }),
  ];
  const part = makeCheck(two, { id: `${two.id}/other`, verdict: 'not_selected', reason: 'not selected' });
  const open = [
    { ...one, verdict: 'not_selected' as const },
    { ...two, verdict: 'not_verified' as const, reason: 'why' },
  ];
  expect(groupUnverified(makeReport({ checks, clauses: open })).map(({ ids }) => ids)).toEqual([[two.id]]);
  const of_parts = open.slice(1).map((clause) => ({ ...clause, checks: [part.id, ...clause.checks], reason: 'not selected' }));
  expect(groupUnverified(makeReport({ checks: [part, ...checks], clauses: of_parts })).map(({ cause }) => cause)).toEqual([
    'no hook pays',
  ]);
});

test('a verified clause is listed under each key that a skipped check of it needs, once', () => {
  const needs = { verdict: 'skip', reason: 'no rival', config_key: 'actors.rival' } as const;
  const checks = [
    makeCheck(one, { verdict: 'pass' }),
    makeCheck(one, { id: `${one.id}/by-rival`, ...needs }),
    makeCheck(one, { id: `${one.id}/by-rival-again`, ...needs }),
    makeCheck(one, { id: `${one.id}/in-real-time`, verdict: 'skip', reason: 'covered' }),
    makeCheck(two, { id: `${two.id}/by-rival`, ...needs }),
    makeCheck(three, { id: `${three.id}/by-rival`, ...needs }),
  ];
  const clauses = [
    { ...one, verdict: 'verified' as const },
    { ...two, verdict: 'not_verified' as const },
    { ...three, verdict: 'violated' as const },
  ];
  expect(groupPartlyVerified(makeReport({ checks, clauses }))).toEqual([
    { cause: 'no rival', config_key: 'actors.rival', ids: [one.id] },
  ]);
});

test('blocked checks are grouped by cause, the one that blocks the most first', () => {
  const checks = [one, two, three].map((clause, index) =>
    makeCheck(clause, { verdict: 'blocked', blocked_by: index === 0 ? 'less' : 'more' }),
  );
  expect(groupBlocked(makeReport({ checks })).map(({ cause, ids }) => [cause, ids.length])).toEqual([
    ['more', 2],
    ['less', 1],
  ]);
});

test('a cause quotes the error of the target', () => {
  const response_body = JSON.stringify({ error: { status: 422, message: 'A seller has at most 200 listings.' } });
  const exchange = makeExchange({ status: 422, response_body });
  const evidence = [makeEvidence({ message: 'POST failed', exchanges: [exchange] })];
  const check = makeCheck(one, { verdict: 'blocked', blocked_by: 'POST failed', evidence });
  expect(groupBlocked(makeReport({ checks: [check] }))[0]?.cause).toBe(
    'POST failed; the target said "A seller has at most 200 listings."',
  );
  const errors = [{ field: 'price', message: 'is required' }, { field: 'grade' }];
  const of_fields = makeExchange({ status: 422, response_body: JSON.stringify({ error: { message: 'Invalid.', errors } }) });
  const other = makeCheck(one, { ...check, evidence: [makeEvidence({ exchanges: [of_fields] })] });
  expect(groupBlocked(makeReport({ checks: [other] }))[0]?.cause).toBe(
    'POST failed; the target said "price: is required; grade"',
  );
});

test('areas keep their order, and their counts are those of their clauses', () => {
  const { clauses } = makeReport();
  const areas = groupAreas(makeReport());
  expect(areas.map(({ word }) => word).slice(0, 3)).toEqual(['CONV', 'OP', 'PAGE']);
  expect(areas.flatMap((area) => area.clauses)).toEqual(clauses);
  expect(areas.map(({ counts }) => Object.values(counts).reduce((sum, number) => sum + number, 0))).toEqual(
    areas.map((area) => area.clauses.length),
  );
  expect([areaOf(one.id), areaOf(`${one.id}/x`), areaOf('run/verdict')]).toEqual(['CONV', 'CONV', 'run']);
});

test('the reason of a check is its own, otherwise that of its worst evidence, otherwise its title', () => {
  const evidence = [makeEvidence({ severity: 'info', message: 'odd' }), makeEvidence({ severity: 'fail', message: 'wrong' })];
  expect(evidenceOf(makeCheck(one, { evidence })).map(({ message }) => message)).toEqual(['wrong', 'odd']);
  expect(reasonOf(makeCheck(one, { evidence, reason: 'own' }))).toBe('own');
  expect(reasonOf(makeCheck(one, { evidence }))).toBe('wrong');
  expect(reasonOf(makeCheck(one, { evidence: [] }))).toBe('does what the clause says');
});
