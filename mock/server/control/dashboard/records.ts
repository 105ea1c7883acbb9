/** The records of the marketplace as a table: what the API shows to nobody as a whole. */
import { sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { limit, text } from '../journal/request-filter.ts';
import { patternOf } from '../market/people.ts';

interface Listing {
  table: string;
  /** SQL: the columns of a row, the status that is counted, and the text that a search looks into. */
  columns: string;
  status: string;
  searched: string;
  order: string;
  /** SQL: restricts the rows to live ones (1) or to those of the sandbox (0). Locations belong to both. */
  livemode: string | undefined;
}

const IS_ACTIVE = "case is_active when 1 then 'active' else 'inactive' end";
const IS_CONGESTED =
  "case when exists (select 1 from congestions where location_id = delivery_locations.id) then 'congested' else 'clear' end";
const SELLER = '(select name from users where users.id = seller_user_id) as seller';
const BUYER = '(select name from teams where teams.id = buyer_team_id) as buyer';

const LISTINGS = {
  lots: {
    table: 'lots',
    columns: `id, reference, status, commodity, grade, quantity_mt, price_amount, province, nearest_city, expires_at, created_at, user_id,
      (select name from users where users.id = user_id) as seller,
      (select count(*) from bids where lot_id = lots.id and bids.status = 'pending') as pending_bids`,
    status: 'status',
    searched: "id || ' ' || reference || ' ' || commodity || ' ' || user_id",
    order: "(user_id like 'usr_de00%') desc, pending_bids desc, listed_at desc, id",
    livemode: 'livemode',
  },
  bids: {
    table: 'bids',
    columns: `id, reference, status, type, author, lot_id, quantity_mt, price_amount, price_unit, counter_to, expires_at, created_at,
      buyer_team_id, seller_user_id, ${BUYER}, ${SELLER}`,
    status: 'status',
    searched: "id || ' ' || reference || ' ' || lot_id || ' ' || buyer_team_id",
    order: 'created_at desc, rowid desc',
    livemode: 'livemode',
  },
  trades: {
    table: 'trades',
    columns: `id, reference, status, commodity, lot_id, bid_id, quantity_mt, price_amount, price_unit, buyer_invoice_paid_at,
      seller_invoice_paid_at, settled_at, created_at, buyer_team_id, seller_user_id, ${BUYER}, ${SELLER}`,
    status: 'status',
    searched: "id || ' ' || reference || ' ' || coalesce(lot_id, '') || ' ' || coalesce(bid_id, '')",
    order: 'created_at desc, rowid desc',
    livemode: 'livemode',
  },
  'cash-bids': {
    table: 'cash_bids',
    columns: `id, reference, ${IS_ACTIVE} as status, commodity, grade, quantity_mt,
      price_amount, price_unit, created_at, (select name from teams where teams.id = team_id) as buyer,
      (select count(*) from offers where cash_bid_id = cash_bids.id and offers.status = 'pending') as pending_offers`,
    status: IS_ACTIVE,
    searched: "id || ' ' || reference || ' ' || commodity",
    order: "(team_id like 'tm_de00%') desc, created_at desc, rowid desc",
    livemode: 'livemode',
  },
  offers: {
    table: 'offers',
    columns: `id, status, cash_bid_id, quantity_mt, price_amount, price_unit, trade_id, created_at, ${SELLER}`,
    status: 'status',
    searched: "id || ' ' || cash_bid_id",
    order: 'created_at desc, rowid desc',
    livemode: 'livemode',
  },
  locations: {
    table: 'delivery_locations',
    columns: `cast(id as text) as id, name, city, province, trucks_waiting, congestion_threshold,
      (select name from teams where teams.id = team_id) as buyer,
      ${IS_CONGESTED} as status`,
    status: IS_CONGESTED,
    searched: "id || ' ' || name || ' ' || city",
    order: "(team_id like 'tm_de00%') desc, id",
    livemode: undefined,
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
    order: 'created_at desc, rowid desc',
    livemode: undefined,
  },
} as const satisfies Record<string, Listing>;

const RecordQuery = z.strictObject({
  status: text,
  search: text.meta({ description: 'Only those whose id or reference has this in it, or which belong to this id.' }),
  mode: z.enum(['live', 'sandbox']).default('live'),
  limit,
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
});

const KINDS = Object.keys(LISTINGS);

function findListing(kind: string): Listing | undefined {
  return Object.entries<Listing>(LISTINGS).find(([name]) => name === kind)?.[1];
}

export const RECORDS = [
  controlOperation({
    method: 'get',
    path: '/records/{kind}',
    summary: `List the unmasked records of one kind, and count them by status: ${KINDS.join(', ')}`,
    query: RecordQuery,
    act: async ({ world, path, query }) => {
      const listing = findListing(path['kind'] ?? '');
      if (listing === undefined) return refuse('not_found', { message: `The kinds of records are ${KINDS.join(', ')}.` });
      const { reader } = world.store;
      const [table, status] = [sql.table(listing.table), sql.raw(listing.status)];
      const live = sql`${sql.raw(listing.livemode ?? '1')} = ${query.mode === 'live' || listing.livemode === undefined ? 1 : 0}`;
      const kept = listing.table === 'subscriptions' ? sql`${live} and deleted_at is null` : live;
      const found =
        query.search === undefined
          ? kept
          : sql`${kept} and lower(${sql.raw(listing.searched)}) like lower(${patternOf(query.search)}) escape '\\'`;
      const wanted = query.status === undefined ? found : sql`${found} and ${status} = ${query.status}`;

      const counted = await sql<{ status: string; count: number }>`
        select ${status} as status, count(*) as count from ${table} where ${found} group by 1`.execute(reader);
      const { rows } = await sql<object>`
        select ${sql.raw(listing.columns)} from ${table} where ${wanted}
        order by ${sql.raw(listing.order)} limit ${query.limit} offset ${query.offset}`.execute(reader);
      const counts = Object.fromEntries(counted.rows.map((row) => [row.status, row.count]));
      const total =
        query.status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[query.status];
      return { items: rows, counts, total: total ?? 0, limit: query.limit, offset: query.offset };
    },
  }),
];
