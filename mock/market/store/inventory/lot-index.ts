import { TypedFastBitSet } from 'typedfastbitset';
import { boundInTonnes, commodities, tonnesPer } from '#spec/reference/index';
import type { Flag, Row } from '../../records/tables.ts';
import { flag } from '../../records/tables.ts';
import type { FilterValues, InventoryQuery } from './inventory.ts';
import { sortFilterValues } from './inventory.ts';
import { BIN_SIZE, SortedColumn, copySet, makeSet, type Selection } from './sorted-column.ts';
import { TownColumn } from './town-column.ts';

/** The columns that GET /inventory filters and sorts by. */
export const INDEXED_COLUMNS = [
  'id',
  'livemode',
  'commodity',
  'grade',
  'province',
  'city_id',
  'crop_year',
  'is_organic',
  'protein',
  'quantity_mt',
  'price_amount',
  'listed_at',
] as const satisfies readonly (keyof Row<'lots'>)[];
export type IndexedLot = Pick<Row<'lots'>, (typeof INDEXED_COLUMNS)[number]>;

/** Columns that are filtered by equality. */
const EQUAL = ['livemode', 'commodity', 'grade', 'province', 'crop_year', 'is_organic'] as const;
type EqualColumn = (typeof EQUAL)[number];
type Value = string | number;

/** A value that occurs, and the slots that have it. */
interface Occurrence {
  value: Value;
  slots: TypedFastBitSet;
}

/** The price of an unpriced lot, which sorts it last (INV-10). */
const UNPRICED = Number.POSITIVE_INFINITY;

/** Commodities whose bushels weigh the same, in groups: a representative for conversions, and all slugs of the group. */
const SLUGS_BY_BUSHEL: readonly (readonly [slug: string, slugs: readonly string[]])[] = [
  ...Map.groupBy(
    commodities.map(({ slug }) => slug),
    (slug) => tonnesPer('BU', slug),
  ).values(),
].map((slugs) => [slugs[0] ?? '', slugs]);

/** INV-24: commodities, grades, and provinces are compared as SQLite's NOCASE does. */
function fold(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
}

export interface LotIndexOptions {
  /** The number of slots to reserve memory for. The index can grow beyond it. */
  capacity?: number;
  bin_size?: number;
}

/**
 * An index of the listed lots of one world. It has a bit set per column value, and sorted columns, so it finds a page and its total without
 * reading the lots. It contains neither sellers nor farms (PRIV-1).
 */
export class LotIndex {
  /** The id of each slot. A slot is the small whole number that the caller uses for a lot, such as its rowid. */
  readonly #ids: string[] = [];
  // A map for each of the columns: Object.fromEntries does not type its keys.
  readonly #equal = Object.fromEntries(EQUAL.map((column) => [column, new Map<Value, Occurrence>()])) as Readonly<
    Record<EqualColumn, Map<Value, Occurrence>>
  >;
  readonly #towns: TownColumn;
  readonly #capacity: number;
  readonly #quantity: SortedColumn;
  readonly #protein: SortedColumn;
  readonly #price: SortedColumn;
  readonly #listed_at: SortedColumn;
  readonly #unpriced: TypedFastBitSet;

  /** The default size of a bin is for a million lots. Tests use smaller ones. */
  constructor({ capacity = 0, bin_size = BIN_SIZE }: LotIndexOptions = {}) {
    this.#capacity = capacity;
    this.#towns = new TownColumn(capacity);
    const empty_column = (): SortedColumn => new SortedColumn(this.#ids, { capacity, bin_size });
    this.#quantity = empty_column();
    this.#protein = empty_column();
    this.#price = empty_column();
    this.#listed_at = empty_column();
    this.#unpriced = makeSet(capacity);
  }

  /** Updates a slot. @param lot undefined if the slot no longer has a listed lot */
  set(slot: number, lot: IndexedLot | undefined): void {
    if (this.#quantity.slots.has(slot)) this.#remove(slot);
    if (lot === undefined) return;
    while (this.#ids.length <= slot) this.#ids.push('');
    this.#ids[slot] = lot.id;
    this.#towns.set(slot, lot.city_id);
    for (const column of EQUAL) this.#addValue(column, lot[column], slot);
    this.#quantity.add(slot, lot.quantity_mt);
    this.#price.add(slot, lot.price_amount ?? UNPRICED);
    if (lot.price_amount === null) this.#unpriced.add(slot);
    this.#listed_at.add(slot, Date.parse(lot.listed_at));
    if (lot.protein !== null) this.#protein.add(slot, lot.protein);
  }

  /** The slots of a page in their order, and how many lots match (PAGE-4, PAGE-8). */
  find(query: InventoryQuery): { slots: number[]; total: number } {
    const matching = this.#match(query);
    const total = matching.size();
    return { slots: total === 0 ? [] : this.#page({ slots: matching, size: total }, query), total };
  }

  /** INV-13 */
  filterValues(livemode: Flag): FilterValues {
    const listed = this.#slotsOf('livemode', livemode);
    const valuesOf = (column: EqualColumn): Value[] =>
      [...new Set(this.#equal[column].values())].filter(({ slots }) => slots.intersects(listed)).map(({ value }) => value);
    const textsOf = (column: EqualColumn): string[] => valuesOf(column).map(String);
    return sortFilterValues({
      commodities: textsOf('commodity'),
      grades: textsOf('grade'),
      provinces: textsOf('province'),
      crop_years: valuesOf('crop_year').map(Number),
    });
  }

  #addValue(column: EqualColumn, value: Value | null, slot: number): void {
    if (value === null) return;
    const known = this.#equal[column].get(value) ?? this.#equal[column].get(fold(value));
    const occurrence = known ?? { value, slots: makeSet(this.#capacity) };
    occurrence.slots.add(slot);
    // Both the stored and the folded spelling are keys, because folding every value of a million lots takes a second.
    if (known === undefined) for (const name of [value, fold(value)]) this.#equal[column].set(name, occurrence);
  }

  #remove(slot: number): void {
    for (const column of EQUAL) for (const { slots } of this.#equal[column].values()) slots.remove(slot);
    for (const column of [this.#quantity, this.#price, this.#listed_at, this.#protein]) column.remove(slot);
    this.#unpriced.remove(slot);
  }

  #slotsOf(column: EqualColumn, value: Value): TypedFastBitSet {
    return this.#equal[column].get(fold(value))?.slots ?? new TypedFastBitSet();
  }

  /** A new set, which the caller may change. */
  #slotsOfAny(column: EqualColumn, [first = '', ...others]: readonly Value[]): TypedFastBitSet {
    const any = copySet(this.#slotsOf(column, first));
    for (const value of others) any.union(this.#slotsOf(column, value));
    return any;
  }

  /** INV-3, INV-4, INV-5, INV-6, INV-8, INV-11, INV-24: every given filter must match. A missing value never matches. */
  #match(query: InventoryQuery): TypedFastBitSet {
    const matching = copySet(this.#slotsOf('livemode', query.livemode));
    if (query.commodities !== undefined) matching.intersection(this.#slotsOfAny('commodity', query.commodities));
    if (query.grade !== undefined) matching.intersection(this.#slotsOf('grade', query.grade));
    if (query.province !== undefined) matching.intersection(this.#slotsOf('province', query.province));
    if (query.crop_year !== undefined) matching.intersection(this.#slotsOf('crop_year', query.crop_year));
    if (query.is_organic !== undefined) matching.intersection(this.#slotsOf('is_organic', flag(query.is_organic)));
    // The remaining filters cost more.
    if (matching.isEmpty()) return matching;
    if (query.min_protein !== undefined) this.#protein.removeBelow(matching.intersection(this.#protein.slots), query.min_protein);
    this.#matchQuantity(matching, query);
    // Last, because its cost grows with the number of lots that are left.
    if (query.city_ids !== undefined) this.#towns.keep(matching, query.city_ids);
    return matching;
  }

  /** FMT-8, INV-5, INV-24: bounds are in `units`, and the weight of a bushel depends on the commodity. */
  #matchQuantity(matching: TypedFastBitSet, query: InventoryQuery): void {
    if (query.min_quantity === undefined && query.max_quantity === undefined) return;
    if (query.units !== 'BU') {
      this.#keepQuantities(matching, query, '');
      return;
    }
    const kept = new TypedFastBitSet();
    for (const [slug, slugs] of SLUGS_BY_BUSHEL) {
      const of_weight = this.#slotsOfAny('commodity', slugs).intersection(matching);
      if (of_weight.isEmpty()) continue;
      this.#keepQuantities(of_weight, query, slug);
      kept.union(of_weight);
    }
    matching.intersection(kept);
  }

  #keepQuantities(matching: TypedFastBitSet, { min_quantity, max_quantity, units }: InventoryQuery, commodity: string): void {
    if (min_quantity !== undefined) this.#quantity.removeBelow(matching, boundInTonnes('lower', min_quantity, units, commodity));
    // See boundInTonnes: in other units, the upper bound is exclusive.
    if (max_quantity !== undefined)
      this.#quantity.keepBelow(matching, boundInTonnes('upper', max_quantity, units, commodity), units === 'MT');
  }

  /** INV-9, INV-10, INV-21: unpriced lots come last in both directions, and ties are ordered by id. */
  #page(matching: Selection, { sort, offset, limit }: InventoryQuery): number[] {
    const { size } = matching;
    if (sort === 'price') return this.#price.slice(matching, offset, limit);
    if (sort === 'quantity') return this.#quantity.slice(matching, offset, limit);
    if (sort === 'listed_at') return this.#listed_at.slice(matching, offset, limit);
    if (sort === '-quantity') return sliceDown(this.#quantity, matching, { from: 0, to: size }, offset, limit);
    if (sort === '-listed_at') return sliceDown(this.#listed_at, matching, { from: 0, to: size }, offset, limit);

    const priced = size - matching.slots.intersection_size(this.#unpriced);
    const first = sliceDown(this.#price, matching, { from: 0, to: priced }, offset, limit);
    if (first.length === limit) return first;
    const start = Math.max(0, offset - priced);
    return [...first, ...sliceDown(this.#price, matching, { from: priced, to: size }, start, limit - first.length)];
  }
}

/** Like `slice`, but in descending order, and only among the slots from one position of the ascending order to another. */
function sliceDown(
  column: SortedColumn,
  matching: Selection,
  { from, to }: { from: number; to: number },
  start: number,
  count: number,
): number[] {
  const end = Math.max(from, to - start);
  const first = Math.max(from, end - count);
  return column.slice(matching, first, end - first).toReversed();
}
