/** Lists the records of the marketplace unmasked. No caller of the API sees all of this. */
import { sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import { containsText } from '../endpoint/contains-text.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { limit, offset, text } from '../endpoint/query-parameters.ts';

/** One kind of record, in SQL. */
interface Listing {
  table: string;
  columns: string;
  /** The status that is counted. Default: the column of that name. */
  status?: string;
  /** The text that a search looks into. */
  searched: string;
  /** Default: newest first. */
  order?: string;
  /** Which rows are shown. Default: the live ones, or those of the sandbox. */
  condition?: string;
}

const IS_ACTIVE = "case is_active when 1 then 'active' else 'inactive' end";
const IS_CONGESTED =
  "case when exists (select 1 from congestions where location_id = delivery_locations.id) then 'congested' else 'clear' end";
const SELLER = '(select name from users where users.id = seller_user_id) as seller';
const BUYER = '(select name from teams where teams.id = buyer_team_id) as buyer';

const LISTINGS: Readonly<Record<string, Listing>> = {
  lots: {
    table: 'lots',
    columns: `id, reference, status, commodity, grade, quantity_mt, price_amount, province, nearest_city, expires_at, created_at, user_id,
      (select name from users where users.id = user_id) as seller,
      (select count(*) from bids where lot_id = lots.id and bids.status = 'pending') as pending_bids`,
    searched: "id || ' ' || reference || ' ' || commodity || ' ' || user_id",
    order: "(user_id like 'usr_de00%') desc, pending_bids desc, listed_at desc, id",
  },
  bids: {
    table: 'bids',
    columns: `id, reference, status, type, author, lot_id, quantity_mt, price_amount, price_unit, counter_to, expires_at, created_at,
      buyer_team_id, seller_user_id, ${BUYER}, ${SELLER}`,
    searched: "id || ' ' || reference || ' ' || lot_id || ' ' || buyer_team_id",
  },
  trades: {
    table: 'trades',
    columns: `id, reference, status, commodity, lot_id, bid_id, quantity_mt, price_amount, price_unit, buyer_invoice_paid_at,
      seller_invoice_paid_at, settled_at, created_at, buyer_team_id, seller_user_id, ${BUYER}, ${SELLER}`,
    searched: "id || ' ' || reference || ' ' || coalesce(lot_id, '') || ' ' || coalesce(bid_id, '')",
  },
  'cash-bids': {
    table: 'cash_bids',
    columns: `id, reference, ${IS_ACTIVE} as status, commodity, grade, quantity_mt,
      price_amount, price_unit, created_at, (select name from teams where teams.id = team_id) as buyer,
      (select count(*) from offers where cash_bid_id = cash_bids.id and offers.status = 'pending') as pending_offers`,
    status: IS_ACTIVE,
    searched: "id || ' ' || reference || ' ' || commodity",
    order: "(team_id like 'tm_de00%') desc, created_at desc, rowid desc",
  },
  offers: {
    table: 'offers',
    columns: `id, status, cash_bid_id, quantity_mt, price_amount, price_unit, trade_id, created_at, ${SELLER}`,
    searched: "id || ' ' || cash_bid_id",
  },
  locations: {
    table: 'delivery_locations',
    columns: `cast(id as text) as id, name, city, province, trucks_waiting, congestion_threshold,
      (select name from teams where teams.id = team_id) as buyer,
      ${IS_CONGESTED} as status`,
    status: IS_CONGESTED,
    searched: "id || ' ' || name || ' ' || city",
    order: "(team_id like 'tm_de00%') desc, id",
    condition: 'true',
  },
  subscriptions: {
    table: 'subscriptions',
    columns: `id, url, events, team_id, client_id, livemode, created_at,
      ${IS_ACTIVE} as status,
      (select name from teams where teams.id = team_id) as team,
      (select count(*) from deliveries where subscription_id = subscriptions.id) as attempts,
      (select count(*) from deliveries where subscription_id = subscriptions.id and status = 'failed') as failed,
      (select count(*) from queue where subscription_id = subscriptions.id) as queued`,
    status: IS_ACTIVE,
    searched: "id || ' ' || url || ' ' || team_id",
    condition: 'deleted_at is null',
  },
};

const KINDS = Object.keys(LISTINGS);

export const RECORDS = [
  controlOperation('get', '/records/{kind}', {
    summary: `List the unmasked records of one kind, and count them by status: ${KINDS.join(', ')}`,
    query: z.strictObject({
      status: text,
      search: text.meta({ description: 'A part of the id or reference, or of the id of a related record.' }),
      mode: z.enum(['live', 'sandbox']).default('live'),
      limit,
      offset,
    }),
    act: async ({ world, path: { kind = '' }, query }) => {
      const listing = Object.hasOwn(LISTINGS, kind) ? LISTINGS[kind] : undefined;
      if (listing === undefined) return refuse('not_found', { message: `The kinds of records are ${KINDS.join(', ')}.` });
      const { columns, searched, order = 'created_at desc, rowid desc', condition } = listing;
      const { reader } = world.store;
      const [table, status] = [sql.table(listing.table), sql.raw(listing.status ?? 'status')];
      const shown = condition === undefined ? sql`livemode = ${query.mode === 'live' ? 1 : 0}` : sql.raw(condition);
      const found = query.search === undefined ? shown : sql`${shown} and ${containsText(searched, query.search)}`;
      const wanted = query.status === undefined ? found : sql`${found} and ${status} = ${query.status}`;

      const counted = await sql<{ status: string; count: number }>`
        select ${status} as status, count(*) as count from ${table} where ${found} group by 1`.execute(reader);
      const { rows } = await sql<object>`
        select ${sql.raw(columns)} from ${table} where ${wanted}
        order by ${sql.raw(order)} limit ${query.limit} offset ${query.offset}`.execute(reader);
      const counts = Object.fromEntries(counted.rows.map((row) => [row.status, row.count]));
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const total = query.status === undefined ? all : (counts[query.status] ?? 0);
      return { items: rows, counts, total, limit: query.limit, offset: query.offset };
    },
  }),
];
