import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Row } from '../records/tables.ts';

/** The days with known prices of a commodity. Both ends are null if there are none. */
export interface Coverage {
  slug: string;
  from: string | null;
  to: string | null;
  count: number;
}

/** MKT-4: the price coverage of each commodity up to a date, by slug. */
export async function readCoverage(db: Reader, slugs: readonly string[], date: string): Promise<Coverage[]> {
  if (slugs.length === 0) return [];
  const { rows } = await sql<Coverage>`
    with wanted (slug) as (values ${tuplesOf(slugs)})
    select slug,
      (select min(date) from prices where commodity = slug and date <= ${date}) as "from",
      (select max(date) from prices where commodity = slug and date <= ${date}) as "to",
      (select count(*) from prices where commodity = slug and date <= ${date}) as count
    from wanted`.execute(db);
  return rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

function tuplesOf(slugs: readonly string[]): RawBuilder<unknown> {
  return sql.join(slugs.map((slug) => sql`(${slug})`));
}

export interface PriceAsOf {
  price: Row<'prices'>;
  /** The price of the previous trading day, or null. */
  before: number | null;
}

/**
 * MKT-5: the latest price of each commodity on or before a date, by slug. Commodities without one are left out. Each lookup is one step into
 * the primary key.
 */
export async function pricesAsOf(db: Reader, slugs: readonly string[], date: string): Promise<PriceAsOf[]> {
  if (slugs.length === 0) return [];
  const { rows } = await sql<Row<'prices'> & { before: number | null }>`
    with wanted (slug) as (values ${tuplesOf(slugs)})
    select prices.*,
      (select earlier.price_amount from prices as earlier
       where earlier.commodity = prices.commodity and earlier.date < prices.date order by earlier.date desc limit 1) as before
    from wanted join prices
      on prices.commodity = wanted.slug
      and prices.date = (select max(known.date) from prices as known where known.commodity = wanted.slug and known.date <= ${date})
    order by prices.commodity`.execute(db);
  return rows.map(({ before, ...price }) => ({ price, before }));
}

/** A range of one commodity's history, including both days. */
export interface Stretch {
  commodity: string;
  from: string | undefined;
  to: string;
}

function selectHistory(db: Reader, { commodity, from, to }: Stretch) {
  const rows = db.selectFrom('prices').where('commodity', '=', commodity).where('date', '<=', to);
  return from === undefined ? rows : rows.where('date', '>=', from);
}

/** MKT-3: every day of a range, oldest first. */
export async function readHistory(db: Reader, stretch: Stretch): Promise<Row<'prices'>[]> {
  return selectHistory(db, stretch).selectAll().orderBy('date').execute();
}

/** One page of the days of a range, oldest first, and the total. */
export async function pageHistory(
  db: Reader,
  stretch: Stretch,
  limit: number,
  offset: number,
): Promise<{ days: Row<'prices'>[]; total: number }> {
  const { total } = await selectHistory(db, stretch)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const days = await selectHistory(db, stretch).selectAll().orderBy('date').limit(limit).offset(offset).execute();
  return { days, total };
}
