import { CompiledQuery, sql } from 'kysely';
import { boundInTonnes, commodities } from '#spec/reference/index';
import type { SORTS, Unit } from '#spec';
import type { PublicLot } from '../records/truths.ts';
import type { RowCache } from './engine/row-cache.ts';
import type { Store } from './store.ts';
import type { Db, Flag } from '../records/tables.ts';
import { flag } from '../records/tables.ts';

/** What GET /inventory filters by, with `near` already turned into the towns it covers (PRIV-3). */
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

/** INV-9, INV-10, INV-21: unpriced lots last both ways, ties by id. Each order has an index. */
const ORDERS: Readonly<Record<InventoryQuery['sort'], string>> = {
  price: 'is_unpriced asc, price_amount asc, id asc',
  '-price': 'is_unpriced asc, price_amount desc, id asc',
  quantity: 'quantity_mt asc, id asc',
  '-quantity': 'quantity_mt desc, id desc',
  listed_at: 'listed_at asc, id asc',
  '-listed_at': 'listed_at desc, id desc',
};

/**
 * One page of the lots on offer, and how many match in all.
 * Its SQL is spelled here and not by the query builder, which took longer to spell it than the database to answer; no text of the caller's is in it.
 */
export function pageInventory(
  store: Pick<Store, 'read' | 'kept_lots'>,
  query: InventoryQuery,
): Promise<{ lots: PublicLot[]; total: number }> {
  const { sort, limit, offset } = query;
  const { text, values } = conditionOf(query, 'quantity_mt');
  // A page goes along the index of its order and stops when it is full; the plus keeps the database from sorting all that a bound lets through.
  const is_bound = query.min_quantity !== undefined || query.max_quantity !== undefined;
  const page = is_bound && !sort.endsWith('quantity') ? conditionOf(query, '+quantity_mt').text : text;
  // A limit that is bound makes SQLite prepare the statement anew at every run; the number has been judged, and there are fifty of it.
  const select = `select id from lots where ${page} order by ${ORDERS[sort]} limit ${limit} offset ?`;
  return store.read(async (db, moment) => {
    const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(select, [...values, offset]));
    store.kept_lots.turnTo(moment);
    const lots = await readLots(db, store.kept_lots, rows);
    // The last page tells the total by itself.
    if (lots.length < limit && (lots.length > 0 || offset === 0)) return { lots, total: offset + lots.length };

    // PAGE-4, PAGE-8
    const count = CompiledQuery.raw(`select count(*) as total from lots where ${text}`, values);
    const { rows: counted } = await db.executeQuery<{ total: number }>(count);
    return { lots, total: counted[0]?.total ?? 0 };
  });
}

/** The lots of these ids in the order of these, of which those that are kept are not read again. */
async function readLots(db: Db, kept: RowCache<PublicLot>, wanted: readonly { id: string }[]): Promise<PublicLot[]> {
  const lots = wanted.map(({ id }) => kept.get(id));
  if (!lots.includes(undefined)) return definedOf(lots);

  const missing = wanted.flatMap(({ id }, index) => (lots[index] === undefined ? [id] : []));
  // Not `json_each`: once a statement with a table-valued function has run, Node 24 crashes when the database is replaced by a snapshot.
  const select = `select ${COLUMNS} from lots where id in (${marks(missing.length)})`;
  const { rows } = await db.executeQuery<PublicLot>(CompiledQuery.raw(select, missing));
  const read = new Map(rows.map((lot) => [lot.id, lot]));
  for (const lot of rows) kept.keep(lot.id, lot);
  return definedOf(wanted.map(({ id }, index) => lots[index] ?? read.get(id)));
}

function definedOf<Value>(values: readonly (Value | undefined)[]): Value[] {
  return values.filter((value) => value !== undefined);
}

interface Condition {
  text: string;
  values: (string | number)[];
}

/** INV-3, INV-4, INV-5, INV-6, INV-8, INV-11, INV-24: all that are given must hold; bounds are inclusive; a lot without the value does not match. */
function conditionOf(query: InventoryQuery, quantity: 'quantity_mt' | '+quantity_mt'): Condition {
  // The index of a sort covers only what is on offer, and the database sees that by the literal.
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

const TONNES_BY_COMMODITY = `case commodity ${commodities.map(({ slug }) => `when '${slug}' then ?`).join(' ')} end`;

/**
 * FMT-8, INV-24: a bound in `units`, in tonnes, so that whoever asks for the very amount that is shown finds the lot. A bushel weighs differently
 * for each commodity: what lies beyond the heaviest matches without looking, what lies short of the lightest does not, and only what is between is
 * looked up.
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

/** A lot on offer by its id; undefined for one that is missing, a draft, delisted, archived, expired or of the other mode (INV-15, INV-22, INV-25). */
export async function findOnOffer(db: Db, id: string, livemode: Flag): Promise<PublicLot | undefined> {
  return db
    .selectFrom('lots')
    .select(PUBLIC)
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .where('status', '=', 'listed')
    .executeTakeFirst();
}

/** INV-13: the values that occur in what the caller can list. */
export async function readFilterValues(
  db: Db,
  livemode: Flag,
): Promise<{ commodities: string[]; grades: string[]; provinces: string[]; crop_years: number[] }> {
  const { rows } = await sql<{ kind: string; value: string | number }>`
    with offered as materialized (select distinct commodity, grade, province, crop_year from lots where status = 'listed' and livemode = ${livemode})
    select distinct 'commodity' as kind, commodity as value from offered
    union all select distinct 'grade', grade from offered where grade is not null
    union all select distinct 'province', province from offered
    union all select distinct 'crop_year', crop_year from offered where crop_year is not null`.execute(db);
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
