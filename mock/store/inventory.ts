import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { commodities } from '#fixtures/reference/index';
import { convertToTonnes } from '#fixtures/units';
import type { SORTS, Unit } from '#spec';
import type { PublicLot } from '../views/parties.ts';
import type { Db, Flag, Tables } from './tables.ts';

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
  'livemode',
  'commodity',
  'variety',
  'grade',
  'is_organic',
  'crop_year',
  'quantity_mt',
  'price_amount',
  'price_firm',
  'is_unpriced',
  'protein',
  'moisture',
  'test_weight',
  'dockage',
  'falling_number',
  'province',
  'nearest_city',
  'city_id',
  'status',
  'listed_at',
  'expires_at',
  'created_at',
] as const satisfies readonly (keyof PublicLot)[];

/** INV-9, INV-10, INV-21: unpriced lots last both ways, ties by id. Each order has an index. */
const ORDERS = {
  price: ['is_unpriced asc', 'price_amount asc', 'id asc'],
  '-price': ['is_unpriced asc', 'price_amount desc', 'id asc'],
  quantity: ['quantity_mt asc', 'id asc'],
  '-quantity': ['quantity_mt desc', 'id desc'],
  listed_at: ['listed_at asc', 'id asc'],
  '-listed_at': ['listed_at desc', 'id desc'],
} as const satisfies Record<InventoryQuery['sort'], readonly string[]>;

/** One page of the lots on offer, and how many match in all. */
export async function pageInventory(db: Db, query: InventoryQuery): Promise<{ lots: PublicLot[]; total: number }> {
  const matches = (eb: ExpressionBuilder<Tables, 'lots'>): Expression<SqlBool> => eb.and(conditionsOf(eb, query));
  const { total } = await db
    .selectFrom('lots')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow();
  // PAGE-8
  if (query.offset >= total) return { lots: [], total };

  const order = ORDERS[query.sort].map((term) => sql.raw(term));
  const lots = await db
    .selectFrom('lots')
    .select(PUBLIC)
    .where(matches)
    .orderBy(sql.join(order))
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { lots, total };
}

/** INV-3, INV-4, INV-5, INV-6, INV-8, INV-11, INV-24: all that are given must hold; bounds are inclusive; a lot without the value does not match. */
function conditionsOf(eb: ExpressionBuilder<Tables, 'lots'>, query: InventoryQuery): Expression<SqlBool>[] {
  // The index of a sort covers only what is on offer, and the database sees that by the literal.
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`status = 'listed'`, eb('livemode', '=', query.livemode)];
  if (query.commodities !== undefined) conditions.push(eb('commodity', 'in', query.commodities));
  if (query.grade !== undefined) conditions.push(eb('grade', '=', query.grade));
  if (query.province !== undefined) conditions.push(eb('province', '=', query.province));
  if (query.city_ids !== undefined) conditions.push(eb('city_id', 'in', query.city_ids));
  if (query.crop_year !== undefined) conditions.push(eb('crop_year', '=', query.crop_year));
  if (query.is_organic !== undefined) conditions.push(eb('is_organic', '=', query.is_organic ? 1 : 0));
  if (query.min_protein !== undefined) conditions.push(eb('protein', '>=', query.min_protein));
  if (query.min_quantity !== undefined) conditions.push(sql<SqlBool>`quantity_mt >= ${tonnes(query.min_quantity, query.units)}`);
  if (query.max_quantity !== undefined) conditions.push(sql<SqlBool>`quantity_mt <= ${tonnes(query.max_quantity, query.units)}`);
  return conditions;
}

/** FMT-8: a bound in `units`, in tonnes. A bushel weighs differently for each commodity. */
function tonnes(amount: number, units: Unit): Expression<number> {
  if (units !== 'BU') return sql<number>`${convertToTonnes(amount, units, '')}`;
  const cases = commodities.map(({ slug }) => sql`when ${slug} then ${convertToTonnes(amount, units, slug)}`);
  return sql<number>`case commodity ${sql.join(cases, sql` `)} end`;
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
