import { CompiledQuery, sql } from 'kysely';
import { boundInTonnes, commodities } from '#spec/reference/index';
import type { Unit } from '#spec';
import { PUBLIC_COLUMNS, type PublicLot } from '../../records/stored-records.ts';
import { runQuery } from '../engine/direct.ts';
import { flag } from '../../records/tables.ts';
import { sortFilterValues, type Inventory, type InventoryQuery } from './inventory.ts';

const COLUMNS = PUBLIC_COLUMNS.join(', ');

/** INV-9, INV-10, INV-21: unpriced lots come last in both directions, and ties are ordered by id. */
const ORDERS: Readonly<Record<InventoryQuery['sort'], string>> = {
  price: 'is_unpriced asc, price_amount asc, id asc',
  '-price': 'is_unpriced asc, price_amount desc, id desc',
  quantity: 'quantity_mt asc, id asc',
  '-quantity': 'quantity_mt desc, id desc',
  listed_at: 'listed_at asc, id asc',
  '-listed_at': 'listed_at desc, id desc',
};

/** The inventory of a database that several processes change: the database finds, orders, and counts the lots. */
export const sqlInventory: Inventory = {
  page: async (db, query) => {
    const { sort, limit, offset } = query;
    const { text, values } = conditionOf(query);
    // Plain SQL, because the query builder took longer than the query. The SQL contains no text from the caller.
    const select = `select ${COLUMNS} from lots where ${text} order by ${ORDERS[sort]} limit ? offset ?`;
    const lots = await runQuery<PublicLot>(db, CompiledQuery.raw(select, [...values, limit, offset]));
    // The last page implies the total.
    if (lots.length < limit && (lots.length > 0 || offset === 0)) return { lots, total: offset + lots.length };

    const count = CompiledQuery.raw(`select count(*) as total from lots where ${text}`, values);
    const counted = await runQuery<{ total: number }>(db, count);
    return { lots, total: counted[0]?.total ?? 0 };
  },

  readFilterValues: async (db, livemode) => {
    const { rows } = await sql<{ kind: string; value: string }>`
      with offered as materialized (select distinct commodity, grade, province, crop_year from lots where status = 'listed' and livemode = ${livemode})
      select distinct 'commodity' as kind, commodity as value from offered
      union all select distinct 'grade', grade from offered where grade is not null
      union all select distinct 'province', province from offered
      union all select distinct 'crop_year', cast(crop_year as text) from offered where crop_year is not null`.execute(db);
    const valuesOf = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ value }) => value);
    return sortFilterValues({
      commodities: valuesOf('commodity'),
      grades: valuesOf('grade'),
      provinces: valuesOf('province'),
      crop_years: valuesOf('crop_year').map(Number),
    });
  },
};

interface Condition {
  text: string;
  values: (string | number)[];
}

/** INV-3, INV-4, INV-5, INV-6, INV-8, INV-11, INV-24: every given filter must match. A missing value never matches. */
function conditionOf(query: InventoryQuery): Condition {
  // A literal status, because the indexes are partial.
  const all: Condition = { text: `status = 'listed' and livemode = ?`, values: [query.livemode] };
  const add = (text: string, ...values: readonly (string | number)[]): void => {
    all.text += ` and ${text}`;
    all.values.push(...values);
  };
  if (query.commodities !== undefined) add(`commodity in (${placeholders(query.commodities.length)})`, ...query.commodities);
  if (query.grade !== undefined) add('grade = ?', query.grade);
  if (query.province !== undefined) add('province = ?', query.province);
  if (query.city_ids !== undefined) add(`city_id in (${placeholders(query.city_ids.length)})`, ...query.city_ids);
  if (query.crop_year !== undefined) add('crop_year = ?', query.crop_year);
  if (query.is_organic !== undefined) add('is_organic = ?', flag(query.is_organic));
  if (query.min_protein !== undefined) add('protein >= ?', query.min_protein);
  if (query.min_quantity !== undefined) addBound(add, 'lower', query.min_quantity, query.units);
  if (query.max_quantity !== undefined) addBound(add, 'upper', query.max_quantity, query.units);
  return all;
}

function placeholders(count: number): string {
  return '?, '.repeat(count).slice(0, -2);
}

const TONNES_BY_COMMODITY = `case commodity ${commodities.map(({ slug }) => `when '${slug}' then cast(? as double precision)`).join(' ')} end`;

/**
 * FMT-8, INV-24: converts a bound in `units` to tonnes, so that filtering by a lot's displayed quantity finds the lot. The weight of a bushel
 * depends on the commodity.
 */
function addBound(add: (text: string, ...values: number[]) => void, end: 'lower' | 'upper', amount: number, units: Unit): void {
  // See boundInTonnes: in other units, the upper bound is exclusive.
  const operator = end === 'lower' ? '>=' : units === 'MT' ? '<=' : '<';
  if (units === 'BU')
    add(
      `quantity_mt ${operator} ${TONNES_BY_COMMODITY}`,
      ...commodities.map(({ slug }) => boundInTonnes(end, amount, units, slug)),
    );
  else add(`quantity_mt ${operator} ?`, boundInTonnes(end, amount, units, ''));
}
