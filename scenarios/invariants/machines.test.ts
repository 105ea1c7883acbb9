import { BID_MACHINE, LISTING_MACHINE, OFFER_MACHINE, TRADE_MACHINE } from '#spec';
import { expect, test } from 'vitest';
import { MACHINES, isLegalTransition } from './machines.ts';

const TWICE = [
  ['bid', BID_MACHINE],
  ['trade', TRADE_MACHINE],
  ['listing', LISTING_MACHINE],
  ['offer', OFFER_MACHINE],
] as const;

test.for(TWICE)('the rows of %s match the contract, which is written independently', ([kind, rows]) => {
  const own = MACHINES[kind]?.next ?? {};
  for (const [from, next] of Object.entries(own)) {
    const moves = rows.filter((row) => row.from === from && row.to !== from).map(({ to }): string => to);
    // `cancelled` occurs only in event payloads, and its cause is not documented.
    expect([...next].filter((to) => to !== 'cancelled').toSorted(), `from ${from}`).toEqual([...new Set(moves)].toSorted());
  }
  const states = new Set(rows.flatMap(({ from, to }): string[] => [from, to]));
  // The document does not state all transitions of an offer.
  const without_row = kind === 'offer' ? ['pending'] : [];
  expect([...states].filter((state) => !(state in own))).toEqual(without_row);
});

test.for([
  ['Pending', 'PartPaid', true],
  ['PartPaid', 'Completed', true],
  ['Completed', 'PartPaid', false],
  ['Completed', 'Pending', false],
] as const)('TRD-6 from %s to %s is a transition: %s', ([from, to, is_move]) => {
  expect(isLegalTransition(MACHINES.trade ?? { clause: 'TRD-6', next: {} }, from, to, [])).toBe(is_move);
});

test('a status named like a member of every object has no row in the table', () => {
  expect(isLegalTransition(LISTING, 'constructor', 'listed', [])).toBe(true);
});

const LISTING = MACHINES.listing ?? { clause: 'LST-6' as const, next: {} };

test.for([
  ['archived', 'unlisted', ['archived', 'unlisted'], true],
  // An archived lot without an accepted bid stays archived.
  ['archived', 'unlisted', ['archived'], false],
  ['archived', 'draft', ['archived', 'unlisted'], false],
  ['archived', 'draft', ['archived'], false],
  ['unlisted', 'draft', ['unlisted'], false],
  ['archived', 'listed', ['archived'], true],
] as const)('LST-6 from %s to %s, if the model has %j, is a transition: %s', ([from, to, modeled, is_move]) => {
  expect(isLegalTransition(LISTING, from, to, modeled)).toBe(is_move);
});
