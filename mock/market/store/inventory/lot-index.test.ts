/** The index finds the same pages and totals as the SQL of the other inventory, after any changes. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SORTS, UNITS } from '#spec';
import { boundInTonnes, commodities } from '#spec/reference/index';
import { lotRow } from '../../../testing/rows.ts';
import type { Row } from '../../records/tables.ts';
import { openStore, type Store } from '../store.ts';
import type { InventoryQuery } from './inventory.ts';
import { LotIndex, type IndexedLot, type LotIndexOptions } from './lot-index.ts';
import { sqlInventory } from './sql-inventory.ts';

/** With bins of 4, a few dozen lots fill many bins. With 40, one or two matching lots are sorted without the bins. */
const OPTIONS: readonly LotIndexOptions[] = [{ bin_size: 4 }, { bin_size: 40 }];
const SLOTS = 60;
const SLUGS = commodities.slice(0, 3).map(({ slug }) => slug);
const GRADES = ['No. 1', 'NO. 1', 'No. 2'];
const PROVINCES = ['SK', 'AB'];
const CITIES = [1, 2, 3];
const MOST = 250;
/** MOST in tonnes: exactly at the bound, where inclusive and exclusive bounds differ. */
const AT_MOST = UNITS.map((unit) => boundInTonnes('upper', MOST, unit, SLUGS[0] ?? ''));

/** Few different values, so that many lots tie, and many match. */
const lots = fc.record({
  livemode: fc.constantFrom(0, 1),
  commodity: fc.constantFrom(...SLUGS),
  grade: fc.option(fc.constantFrom(...GRADES)),
  province: fc.constantFrom(...PROVINCES),
  city_id: fc.option(fc.constantFrom(...CITIES)),
  crop_year: fc.option(fc.constantFrom(2024, 2025)),
  is_organic: fc.constantFrom(0, 1),
  protein: fc.option(fc.constantFrom(11.5, 12, 13.25)),
  quantity_mt: fc.oneof(fc.constantFrom(100, 250.01, ...AT_MOST), fc.double({ min: 20, max: 2_000, noNaN: true })),
  price_amount: fc.option(fc.constantFrom(200, 310.5, 311)),
  listed_at: fc.constantFrom('2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.001Z', '2026-06-02T00:00:00.000Z'),
});
type Drawn = typeof lots extends fc.Arbitrary<infer Lot> ? Lot : never;

/** A change of one slot: another listed lot, or none. */
const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: SLOTS }), fc.option(lots, { freq: 6 })), {
  maxLength: 3 * SLOTS,
  size: 'max',
});

/** Mostly absent, so that a query with many filters still matches lots. */
const sometimes = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const queries: fc.Arbitrary<InventoryQuery> = fc.record({
  livemode: fc.constantFrom(0, 1),
  commodities: sometimes(fc.subarray([...SLUGS, 'no-such-crop'], { minLength: 1 })),
  grade: sometimes(fc.constantFrom(...GRADES, 'no. 1')),
  min_quantity: sometimes(fc.oneof(fc.constantFrom(100, MOST), fc.double({ min: 0, max: 60_000, noNaN: true }))),
  max_quantity: sometimes(fc.oneof(fc.constantFrom(100, MOST), fc.double({ min: 0, max: 60_000, noNaN: true }))),
  province: sometimes(fc.constantFrom('sk', 'SK', 'AB', 'ON')),
  city_ids: sometimes(fc.subarray([...CITIES, 4], { minLength: 1 })),
  crop_year: sometimes(fc.constantFrom(2024, 2025, 2026)),
  is_organic: sometimes(fc.boolean()),
  min_protein: sometimes(fc.constantFrom(11.5, 12, 12.5, 20)),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 20 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SLOTS })),
  units: fc.constantFrom(...UNITS),
});

let store: Store;
beforeAll(async () => {
  store = await openStore(':memory:');
});
afterAll(() => store.close());

function rowOf(slot: number, drawn: Drawn): Row<'lots'> {
  // A hash, so that the order of ids is not that of the slots.
  const id = `inv_${((slot * 2_654_435_761) % 4_294_967_296).toString(16)}`;
  return lotRow({ ...drawn, id, is_unpriced: drawn.price_amount === null ? 1 : 0, status: 'listed' });
}

/** A slot and its new lot, if it is listed. */
type Change = readonly [slot: number, lot: Drawn | null];

async function compareWithSql(changed: readonly Change[], asked: readonly InventoryQuery[]): Promise<void> {
  const indexes = OPTIONS.map((options) => new LotIndex(options));
  const listed = new Map<number, Row<'lots'>>();
  for (const [number, [slot, lot]] of changed.entries()) {
    // The first search creates the bins, and later changes update them.
    if (number === Math.floor(changed.length / 2)) for (const query of asked) for (const index of indexes) index.find(query);
    const row = lot === null ? undefined : rowOf(slot, lot);
    for (const index of indexes) index.set(slot, row satisfies IndexedLot | undefined);
    if (row === undefined) listed.delete(slot);
    else listed.set(slot, row);
  }
  await store.write((tx) => tx.deleteFrom('lots').execute());
  if (listed.size > 0)
    await store.write((tx) =>
      tx
        .insertInto('lots')
        .values([...listed.values()])
        .execute(),
    );

  for (const query of asked) {
    const expected = await sqlInventory.page(store.reader, query);
    for (const index of indexes) {
      const found = index.find(query);
      const ids = found.slots.map((slot) => listed.get(slot)?.id);
      expect({ ids, total: found.total }).toEqual({ ids: expected.lots.map(({ id }) => id), total: expected.total });
    }
  }
  for (const livemode of [0, 1] as const) {
    const folded = (values: unknown): unknown => JSON.parse(JSON.stringify(values).toLowerCase());
    const expected = folded(await sqlInventory.readFilterValues(store.reader, livemode));
    for (const index of indexes) expect(folded(index.filterValues(livemode))).toEqual(expected);
  }
}

test('INV-3 INV-5 INV-9 INV-12 INV-24 PAGE-4 PAGE-8 pages, totals, and filter values agree with SQL', async () => {
  const several = fc.array(queries, { minLength: 1, maxLength: 12, size: 'max' });
  await fc.assert(fc.asyncProperty(changes, several, compareWithSql), { numRuns: 100 });
});
