import { expect, test } from 'vitest';
import type { Selection } from '#client';
import { SelectionError, select } from './select.ts';

const ITEMS = [
  { id: 'BID-4/minimum', clause: 'BID-4' },
  { id: 'BID-40/conflict', clause: 'BID-40' },
  { id: 'PRIV-4/unmasked', clause: 'PRIV-4' },
  { id: 'SBX-3/draft', clause: 'SBX-3' },
  { id: 'EVT-1/envelope', clause: 'EVT-1' },
] as const;

function idsOf(selection: Partial<Selection>): readonly string[] {
  return select(ITEMS, { only: [], skip: [], clauses: [], shard: undefined, ...selection }).map(({ id }) => id);
}

test('by default, everything is selected', () => {
  expect(idsOf({})).toHaveLength(ITEMS.length);
});

test('a clause id matches exactly: BID-4 does not select BID-40', () => {
  expect(idsOf({ only: ['BID-4'] })).toEqual(['BID-4/minimum']);
  expect(idsOf({ clauses: ['bid-4'] })).toEqual(['BID-4/minimum']);
});

test('areas, globs, and ids select, in any case', () => {
  expect(idsOf({ only: ['bid'] })).toEqual(['BID-4/minimum', 'BID-40/conflict']);
  expect(idsOf({ only: ['BID-4*'] })).toEqual(['BID-4/minimum', 'BID-40/conflict']);
  expect(idsOf({ only: ['priv-4/UNMASKED'] })).toEqual(['PRIV-4/unmasked']);
});

test('a skipped check is excluded, even if it is selected', () => {
  expect(idsOf({ only: ['BID'], skip: ['BID-40'] })).toEqual(['BID-4/minimum']);
});

test('LST-15 and VER-3 are checked as other clauses, and can be selected', () => {
  expect(idsOf({ clauses: ['LST-15'] })).toEqual(['SBX-3/draft']);
  expect(idsOf({ only: ['VER-3'] })).toEqual(['EVT-1/envelope']);
});

test('the shards of a selection are disjoint and complete', () => {
  const shards = [1, 2, 3].map((index) => idsOf({ shard: { index, of: 3 } }));
  expect(shards.flat().toSorted()).toEqual(ITEMS.map(({ id }) => id).toSorted());
});

test('what checks the traffic of the others is in every shard, and moves no check to another shard', () => {
  const everywhere = { id: 'ERR-1/every-error', clause: 'ERR-1', is_in_every_shard: true } as const;
  const shardOf = (index: number): readonly string[] =>
    select([everywhere, ...ITEMS], { only: [], skip: [], clauses: [], shard: { index, of: 2 } }).map(({ id }) => id);
  expect(shardOf(1)).toEqual(['ERR-1/every-error', 'BID-4/minimum', 'PRIV-4/unmasked', 'EVT-1/envelope']);
  expect(shardOf(2)).toEqual(['ERR-1/every-error', 'BID-40/conflict', 'SBX-3/draft']);
});

test.each([{ only: ['NOPE-1'] }, { skip: ['nothing*'] }, { clauses: ['INV-1'] }])(
  'a pattern without a match is an error: %j',
  (selection) => {
    expect(() => idsOf(selection)).toThrow(SelectionError);
    expect(() => idsOf(selection)).toThrow(
      /^--(only|skip|clause): '.*' matches no check; gristmill conform --list shows them all$/,
    );
  },
);

test('another kind of selection uses its own words', () => {
  const nothing = { only: ['NOPE-1'], skip: [], clauses: [], shard: undefined };
  expect(() => select(ITEMS, nothing, { noun: 'drill', command: 'gristmill receiver' })).toThrow(
    /^--only: 'NOPE-1' matches no drill; gristmill receiver --list shows them all$/,
  );
});

test('an empty selection is an error', () => {
  expect(() => idsOf({ only: ['BID'], skip: ['BID'] })).toThrow(SelectionError);
  expect(() => idsOf({ only: ['PRIV'], shard: { index: 2, of: 2 } })).toThrow(SelectionError);
});
