import { findClause, CLAUSES } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { ORACLES } from '../oracles/index.ts';
import { isCheckable } from '../runner/conclude-run.ts';
import { CHECKED_AS } from '../runner/select.ts';
import { CHECKS } from './index.ts';

const ALL = [...CHECKS, ...ORACLES];

test('check ids are unique, begin with an existing clause id, and need no quoting in a shell', () => {
  expect(ALL.length).toBeGreaterThan(1_000);
  for (const { id, clause, title } of ALL) {
    expect(id).toMatch(/^[A-Z]+-\d+\/[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(findClause(clause), id).toBeDefined();
    expect(title.trim(), id).not.toBe('');
  }
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
});

test('every observable stated or derived clause has a check or an oracle', () => {
  const checked = new Set(ALL.map(({ clause }) => clause));
  const open = CLAUSES.filter(isCheckable).filter(({ id }) => !checked.has(CHECKED_AS.get(id) ?? id));
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('a check that moves the clock writes, so it does not run with --read-only', () => {
  const moving = CHECKS.filter(({ lane, needs }) => lane === 'clock' || needs.includes('hook:advance_clock'));
  expect(moving.length).toBeGreaterThan(0);
  expect(moving.filter(({ needs }) => !needs.includes('writes')).map(({ id }) => id)).toEqual([]);
});
