import { CompiledQuery, sql } from 'kysely';
import { boundInTonnes, commodities } from '#spec/reference/index';
import type { SORTS, Unit } from '#spec';
import type { PublicLot } from '../records/truths.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';
import { runQuery } from './engine/direct.ts';
import type { RowCache } from './engine/row-cache.ts';
import type { Flag, Reader } from '../records/tables.ts';
import { flag } from '../records/tables.ts';

/** The filters of GET /inventory, with `near` already resolved to the towns it covers (PRIV-3). */
export interface InventoryQuery {
  livemode: Flag;
  commodities: readonly string[] | undefined;
  grade: string | undefined;
  min_quantity: number | undefined;
  max_quantity: number | undefined;
  province: string | undefined;
  city_ids: readonly number[] | undefined;
  crop_year: number | undefined;
  is_organic: boolean | undefined;
  min_protein: number | undefined;
  sort: (typeof SORTS)[number];
  limit: number;
  offset: number;
  units: Unit;
}

/** The columns of a public listing: neither seller nor farm is ever read here (PRIV-1). */
const PUBLIC = [
  'id',
  'commodity',
  'variety',
  'grade',
  'is_organic',
  'crop_year',
  'quantity_mt',
  'price_amount',
  'price_firm',
  'protein',
  'moisture',
  'test_weight',
  'dockage',
  'falling_number',
  'province',
  'nearest_city',
  'listed_at',
  'expires_at',
] as const satisfies readonly (keyof PublicLot)[];
const COLUMNS = PUBLIC.join(', ');

/** INV-9, INV-10, INV-21: unpriced lots come last in both directions, and ties are ordered by id. Each order has an index. */
const ORDERS: Readonly<Record<InventoryQuery['sort'], string>> = {
  price: 'is_unpriced asc, price_amount asc, id asc',
  '-price': 'is_unpriced asc, price_amount desc, id asc',
  quantity: 'quantity_mt asc, id asc',
  '-quantity': 'quantity_mt desc, id desc',
  listed_at: 'listed_at asc, id asc',
  '-listed_at': 'listed_at desc, id desc',
};

/**
 * One page of the listed lots, and how many match in all. `db` must see no write between the two (PAGE-4).
 * Plain SQL, because building it with the query builder took longer than running it. It contains no text from the caller.
 */
export async function pageInventory(
  db: Reader,
  cache: RowCache<PublicLot>,
  query: InventoryQuery,
): Promise<{ lots: PublicLot[]; total: number }> {
  const { sort, limit, offset } = query;
  const { text, values } = conditionOf(query, 'quantity_mt');
  // The unary plus keeps SQLite on the index of the sort order, so that it stops when the page is full.
  const has_bound = query.min_quantity !== undefined || query.max_quantity !== undefined;
  const page = has_bound && !sort.endsWith('quantity') ? conditionOf(query, '+quantity_mt').text : text;
  const select = `select id from lots where ${page} order by ${ORDERS[sort]} limit ? offset ?`;
  const rows = await runQuery<{ id: string }>(db, CompiledQuery.raw(select, [...values, limit, offset]));
  const lots = await readLots(db, cache, rows);
  // The last page implies the total.
  if (lots.length < limit && (lots.length > 0 || offset === 0)) return { lots, total: offset + lots.length };

  // PAGE-4, PAGE-8
  const count = CompiledQuery.raw(`select count(*) as total from lots where ${text}`, values);
  const counted = await runQuery<{ total: number }>(db, count);
  return { lots, total: counted[0]?.total ?? 0 };
}

/** The lots with these ids, in this order. Reads only the rows that are not in the cache. */
async function readLots(db: Reader, cache: RowCache<PublicLot>, wanted: readonly { id: string }[]): Promise<PublicLot[]> {
  cache.refresh();
  const lots = new Map(wanted.map(({ id }) => [id, cache.get(id)]));
  const missing = [...lots].flatMap(([id, lot]) => (lot === undefined ? [id] : []));
  if (missing.length > 0) {
    // Not `json_each`: after a statement with a table-valued function, Node 24 crashes when a snapshot replaces the database.
    const select = `select ${COLUMNS} from lots where id in (${marks(missing.length)})`;
    const rows = await runQuery<PublicLot>(db, CompiledQuery.raw(select, missing));
    for (const lot of rows) {
      cache.set(lot.id, lot);
      lots.set(lot.id, lot);
    }
  }
  return [...lots.values()].filter((lot) => lot !== undefined);
}

interface Condition {
  text: string;
  values: (string | number)[];
}

/** INV-3, INV-4, INV-5, INV-6, INV-8, INV-11, INV-24: every given filter must match. Bounds are inclusive, and a missing value never matches. */
function conditionOf(query: InventoryQuery, quantity: 'quantity_mt' | '+quantity_mt'): Condition {
  // A literal status, because the indexes are partial: SQLite only uses them if it sees `status = 'listed'`.
  const all: Condition = { text: `status = 'listed' and livemode = ?`, values: [query.livemode] };
  const add = (text: string, ...values: readonly (string | number)[]): void => {
    all.text += ` and ${text}`;
    all.values.push(...values);
  };
  if (query.commodities !== undefined) add(`commodity in (${marks(query.commodities.length)})`, ...query.commodities);
  if (query.grade !== undefined) add('grade = ?', query.grade);
  if (query.province !== undefined) add('province = ?', query.province);
  if (query.city_ids !== undefined) add(`city_id in (${marks(query.city_ids.length)})`, ...query.city_ids);
  if (query.crop_year !== undefined) add('crop_year = ?', query.crop_year);
  if (query.is_organic !== undefined) add('is_organic = ?', flag(query.is_organic));
  if (query.min_protein !== undefined) add('protein >= ?', query.min_protein);
  if (query.min_quantity !== undefined) addBound(add, quantity, 'least', query.min_quantity, query.units);
  if (query.max_quantity !== undefined) addBound(add, quantity, 'most', query.max_quantity, query.units);
  return all;
}

function marks(count: number): string {
  return '?, '.repeat(count).slice(0, -2);
}

const TONNES_BY_COMMODITY = `case commodity ${commodities.map(({ slug }) => `when '${slug}' then cast(? as double precision)`).join(' ')} end`;

/**
 * FMT-8, INV-24: converts a bound in `units` to tonnes, so that filtering by the quantity that is shown finds the lot. The weight of a bushel
 * depends on the commodity. Lots above the heaviest or below the lightest conversion are decided without looking up the commodity.
 */
function addBound(
  add: (text: string, ...values: number[]) => void,
  column: string,
  end: 'least' | 'most',
  amount: number,
  units: Unit,
): void {
  const operator = end === 'least' ? '>=' : units === 'MT' ? '<=' : '<';
  if (units !== 'BU') {
    add(`${column} ${operator} ?`, boundInTonnes(end, amount, units, ''));
    return;
  }
  const tonnes = commodities.map(({ slug }) => boundInTonnes(end, amount, units, slug));
  const lightest = Math.min(...tonnes);
  const heaviest = Math.max(...tonnes);
  const [outer, inner] = end === 'least' ? [lightest, heaviest] : [heaviest, lightest];
  add(`${column} ${operator} ?`, outer);
  add(`(quantity_mt ${operator} ? or quantity_mt ${operator} ${TONNES_BY_COMMODITY})`, inner, ...tonnes);
}

const findListed = prepareQuery((id: string, livemode: Flag) =>
  queryCompiler
    .selectFrom('lots')
    .select(PUBLIC)
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .where('status', '=', 'listed')
    .compile(),
);

/** A listed lot by its id; undefined if it is missing, not listed, or of the other mode (INV-15, INV-22, INV-25). */
export async function findOnOffer(db: Reader, id: string, livemode: Flag): Promise<PublicLot | undefined> {
  return (await findListed(db, id, livemode))[0];
}

/** INV-13: the values that occur in the caller's inventory. */
export async function readFilterValues(
  db: Reader,
  livemode: Flag,
): Promise<{ commodities: string[]; grades: string[]; provinces: string[]; crop_years: number[] }> {
  const { rows } = await sql<{ kind: string; value: string | number }>`
    with offered as materialized (select distinct commodity, grade, province, crop_year from lots where status = 'listed' and livemode = ${livemode})
    select distinct 'commodity' as kind, commodity as value from offered
    union all select distinct 'grade', grade from offered where grade is not null
    union all select distinct 'province', province from offered
    union all select distinct 'crop_year', cast(crop_year as text) from offered where crop_year is not null`.execute(db);
  const texts = (kind: string): string[] =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => String(row.value))
      .toSorted((a, b) => a.localeCompare(b, 'en'));
  return {
    commodities: texts('commodity'),
    grades: texts('grade'),
    provinces: texts('province'),
    crop_years: rows
      .filter((row) => row.kind === 'crop_year')
      .map((row) => Number(row.value))
      .toSorted((a, b) => a - b),
  };
}
