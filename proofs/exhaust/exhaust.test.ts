import { INVARIANTS } from '#scenarios';
import { startMock, type TestMock } from '#scenarios/testing/start-mock';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepare, searchAll } from './search.ts';
import { COMMANDS, OPENINGS } from './sequences.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
const DEPTH = IS_FULL ? 4 : 3;
/** Of the longest sequences, CI plays every sixteenth. */
const EVERY = IS_FULL ? 1 : 16;
const [START] = OPENINGS;

let mock: TestMock;
beforeAll(async () => {
  mock = await startMock();
});
afterEach(async () => mock.violate());
afterAll(async () => mock[Symbol.asyncDispose]());

test(`no sequence of up to ${DEPTH} commands breaks an invariant of the clean mock`, { timeout: 3_600_000 }, async () => {
  const openSession = await prepare(mock, undefined);
  const played = new Set<string>();
  const checked = new Set<string>();
  for (const opening of OPENINGS) {
    const result = await searchAll(openSession, { opening, depth: DEPTH - opening.fewer, every: EVERY });
    expect(result.finding?.finding.message).toBeUndefined();
    for (const kind of result.tally.commands.keys()) played.add(kind);
    for (const [id, count] of result.tally.invariants) if (count > 0) checked.add(id);
  }
  // A command that is never possible, or an invariant that checks nothing, would prove nothing.
  expect(COMMANDS.filter(({ kind }) => !played.has(kind))).toEqual([]);
  expect(INVARIANTS.filter(({ id }) => !checked.has(id)).map(({ id }) => id)).toEqual([]);
});

/** Violations, with the length of the shortest sequence that shows each. Those that take three commands run at full size only. */
const VIOLATIONS: readonly (readonly [violation: string, length: number])[] = [
  ['PRIV-1/farm-named', 0],
  ['BID-16/any-team-reads', 1],
  ['BID-30/quantity-left-on-lot', 2],
  ['BID-21/bid-stays-pending', 2],
  ['BID-20/refused-and-done', 2],
  ['IDEM-2/forgotten-when-answered', 2],
  ['PRIV-12/pair-unmasked', 2],
  ['EVT-4/sent-to-other-bidders', 3],
  ['PRIV-4/unmasked-after-one-invoice', 3],
  ['BID-20/expired-then-accepted', 3],
  ['BID-20/countered-twice', 3],
];

describe('a violation is found in the shortest sequence that shows it', () => {
  test.each(VIOLATIONS.filter(([, length]) => IS_FULL || length < 3))('%s, %i commands', async (violation, length) => {
    const { finding } = await searchAll(await prepare(mock, violation), { opening: START, depth: 3 });
    expect(finding?.steps).toHaveLength(length);
  });
});
