/** A part of `npm run starvation`: every thirtieth check of each area, and all checks of a clause that once passed on nothing. */
import { expect, test } from 'vitest';
import { CHECKS } from '#conformance/checks/index';
import { starveAll } from './starve-all.ts';
import type { Outcome } from './starve-check.ts';
import { summarize } from './sum-up.ts';

const SHARE = 30;

const CHOSEN = CHECKS.filter(({ lane }) => lane === 'open' || lane === 'quiet')
  .filter(({ clause }, i) => i % SHARE === 0 || clause === 'PRIV-13')
  .map(({ id }) => id);

test('no check passes while an operation that it calls fails', async () => {
  const outcomes: Outcome[] = [];
  await starveAll(CHOSEN, (outcome) => outcomes.push(outcome));
  const { rows, unexplained, errors } = summarize(outcomes);
  expect(outcomes).toHaveLength(CHOSEN.length);
  expect(rows.length).toBeGreaterThan(150);
  expect([...unexplained, ...errors]).toEqual([]);
});
