/** The parties of a record, which the views must not reveal. */
import type { Trade } from '#spec';
import type { Reader, Flag, Row } from '../../../market/records/tables.ts';
import { findRow, findRows } from './rows.ts';

/** A user who may act on a record. */
export interface Owner {
  user_id: string | null;
  /** Null for a seller without a team. */
  team_id: string | null;
  /** Absent if the record belongs to both modes. */
  livemode?: Flag;
}

/** The two sides of a listing, bid, trade, or offer. */
export interface Parties {
  seller: Row<'users'>;
  /** Undefined without a lot. */
  farm: Row<'farms'> | undefined;
  /** Undefined for a listing. */
  buyer: Row<'teams'> | undefined;
}

type ReadOwners = (db: Reader, id: string) => Promise<Owner[]>;

/** The members of a team. */
async function membersOf(db: Reader, row: { team_id: string; livemode?: Flag } | undefined): Promise<Owner[]> {
  if (row === undefined) return [];
  const members = await findRows(db, 'memberships', { team_id: row.team_id });
  return members.map(({ user_id }) => ({ ...row, user_id }));
}

function sellersOf(table: 'lots' | 'farms'): ReadOwners {
  return async (db, id) => {
    const rows = await db.selectFrom(table).select(['user_id', 'livemode']).where('id', '=', id).execute();
    return rows.map((row) => ({ ...row, team_id: null }));
  };
}

/** Both parties of a bid; the one that must answer comes first. */
async function biddersOf(db: Reader, id: string): Promise<Owner[]> {
  const bid = await findRow(db, 'bids', { id });
  if (bid === undefined) return [];
  const { livemode } = bid;
  const seller = { user_id: bid.seller_user_id, team_id: null, livemode };
  const buyer = { user_id: bid.buyer_user_id, team_id: bid.buyer_team_id, livemode };
  return bid.author === 'buyer' && bid.status === 'pending' ? [seller, buyer] : [buyer, seller];
}

async function tradersOf(db: Reader, id: string): Promise<Owner[]> {
  const trade = await findRow(db, 'trades', { id });
  if (trade === undefined) return [];
  const { livemode } = trade;
  const buyers = await membersOf(db, { team_id: trade.buyer_team_id, livemode });
  return [...buyers, { user_id: trade.seller_user_id, team_id: null, livemode }];
}

function teamsOf(table: 'cash_bids' | 'subscriptions'): ReadOwners {
  return async (db, id) =>
    membersOf(db, await db.selectFrom(table).select(['team_id', 'livemode']).where('id', '=', id).executeTakeFirst());
}

async function receiversOf(db: Reader, id: string): Promise<Owner[]> {
  const offer = await db
    .selectFrom('offers')
    .innerJoin('cash_bids', 'cash_bids.id', 'offers.cash_bid_id')
    .select(['cash_bids.team_id', 'offers.livemode'])
    .where('offers.id', '=', id)
    .executeTakeFirst();
  return membersOf(db, offer);
}

/** By the prefix of the id. */
const READERS: ReadonlyMap<string, ReadOwners> = new Map<string, ReadOwners>([
  ['inv', sellersOf('lots')],
  ['farm', sellersOf('farms')],
  ['bid', biddersOf],
  ['trd', tradersOf],
  ['tm', (db, id) => membersOf(db, { team_id: id })],
  ['cb', teamsOf('cash_bids')],
  ['cbo', receiversOf],
  ['whk', teamsOf('subscriptions')],
]);

/** Who may act on a record, the likeliest first; empty for an unknown id. */
export async function ownersOf(db: Reader, id: string): Promise<readonly Owner[]> {
  return (await READERS.get(/^([a-z]+)_/.exec(id)?.[1] ?? '')?.(db, id)) ?? [];
}

interface Deal {
  lot_id: string | null;
  seller_user_id: string;
  buyer_team_id: string | null;
}

async function dealOf(db: Reader, id: string): Promise<Deal | undefined> {
  const bid = await findRow(db, 'bids', { id });
  const trade = await findRow(db, 'trades', { id });
  const lot = await findRow(db, 'lots', { id });
  const offer = await db
    .selectFrom('offers')
    .innerJoin('cash_bids', 'cash_bids.id', 'offers.cash_bid_id')
    .select(['seller_user_id', 'cash_bids.team_id as buyer_team_id'])
    .where('offers.id', '=', id)
    .executeTakeFirst();
  if (lot !== undefined) return { lot_id: id, seller_user_id: lot.user_id, buyer_team_id: null };
  return bid ?? trade ?? (offer === undefined ? undefined : { ...offer, lot_id: null });
}

/** The parties of a listing, bid, trade, or offer; undefined for an unknown id. */
export async function partiesOf(db: Reader, id: string): Promise<Parties | undefined> {
  const deal = await dealOf(db, id);
  if (deal === undefined) return undefined;
  const { lot_id, seller_user_id, buyer_team_id } = deal;
  const seller = await db.selectFrom('users').selectAll().where('id', '=', seller_user_id).executeTakeFirstOrThrow();
  const lot = await findRow(db, 'lots', { id: lot_id ?? '' });
  const farm = await findRow(db, 'farms', { id: lot?.farm_id ?? '' });
  const buyer = await findRow(db, 'teams', { id: buyer_team_id ?? '' });
  return { seller, farm, buyer };
}

interface Named {
  name: string | undefined;
}

/** The counterparty of a trade, whether the caller may see it or not. */
export async function counterpartyOf(db: Reader, { id, side }: { id: string; side: 'buyer' | 'seller' }): Promise<Named> {
  const parties = await partiesOf(db, id);
  return { name: side === 'buyer' ? parties?.seller.name : parties?.buyer?.name };
}

export async function sellerOf(db: Reader, id: string): Promise<Named> {
  return { name: (await partiesOf(db, id))?.seller.name };
}

export function isPaid({ invoices }: Pick<Trade, 'invoices'>, side: 'buyer' | 'seller'): boolean {
  return invoices.some(({ kind, status }) => kind === side && status === 'paid');
}
