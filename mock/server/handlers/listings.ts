import type { OPERATIONS } from '#spec';
import { rejectPendingBids } from '../world/delist.ts';
import { sortPriceOf } from '../../market/rules/bids.ts';
import {
  findSubmissionErrors,
  findUpdateErrors,
  isDelisting,
  moveListing,
  submitListing,
  updateListing as decideUpdate,
} from '../../market/rules/listings.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Call, Entry, Handler } from '../http/call.ts';
import { canReadFarms, userOf } from '../http/call.ts';
import { findBidsForInbox, pageBids } from '../../market/store/bids.ts';
import { findFarm } from '../../market/store/farms.ts';
import type { OwnLot } from '../../market/store/lots.ts';
import { findLots, findOwnLot, insertLot, pageOwnLots, updateLot } from '../../market/store/lots.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import type { StoredBid } from '../../market/records/stored-records.ts';
import { viewListing, viewReceivedBid, viewReceivedBids } from '../../market/views/parties.ts';
import type { Visible } from '../../market/views/visible.ts';

type Listing = ReturnType<typeof viewListing>;

/** LST-5, ERR-3: another user's listing gets 404, as if it did not exist. */
async function findOwn({ db, caller, path }: Entry<Reader>): Promise<OwnLot | Refusal> {
  return (await findOwnLot(db, path['id'] ?? '', userOf(caller), caller.livemode)) ?? refuse('not_found');
}

/** PRIV-14: only a token with farms.read sees the farm of a listing in full. */
function viewOwn(
  { caller }: Pick<Entry, 'caller'>,
  { lot, farm }: OwnLot,
  units: Parameters<typeof viewListing>[3] = 'MT',
): Listing {
  return viewListing(lot, farm, canReadFarms(caller), units);
}

export const listListings: Handler<typeof OPERATIONS.listListings> = {
  act: async (call) => {
    const { db, caller, linkTo } = call;
    const { status, limit, offset, units } = call.query;
    const query = { user_id: userOf(caller), livemode: caller.livemode, status };
    const { lots, total } = await pageOwnLots(db, query, limit, offset);
    const items = lots.map((own) => viewOwn(call, own, units));
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const createListing: Handler<typeof OPERATIONS.createListing> = {
  findErrors: async ({ body, ...entry }) => findSubmissionErrors(body, await findOwnFarm(entry, body.farm_id)),
  act: async (call) => {
    const { world, db, body, now } = call;
    const farm = await findOwnFarm(call, body.farm_id);
    const submitted = submitListing(body, farm, now);
    if (isRefusal(submitted)) return submitted;

    const lot: Row<'lots'> = { ...(await world.ids.nextWithReference(db, 'inv')), ...submitted };
    await insertLot(db, lot);
    return viewData(await readOwn(call, lot.id));
  },
};

async function findOwnFarm({ db, caller }: Pick<Entry, 'db' | 'caller'>, id = ''): Promise<Row<'farms'> | undefined> {
  return findFarm(db, { user_id: userOf(caller), livemode: caller.livemode }, id);
}

async function readOwn(call: Entry, id: string): Promise<Listing> {
  const own = await findOwnLot(call.db, id, userOf(call.caller), call.caller.livemode);
  if (own === undefined) throw new Error(`lot ${id} is missing after it was written`);
  return viewOwn(call, own);
}

export const getListing: Handler<typeof OPERATIONS.getListing, OwnLot> = {
  find: findOwn,
  act: (call, own) => viewData(viewOwn(call, own, call.query.units)),
};

export const updateListing: Handler<typeof OPERATIONS.updateListing, OwnLot> = {
  find: findOwn,
  findErrors: ({ body }, { lot }) => findUpdateErrors(lot, body),
  act: async (call, { lot, farm }) => {
    const change = decideUpdate(lot, farm, call.body, call.now);
    if (isRefusal(change)) return change;
    return applyChange(call, lot, change);
  },
};

export const archiveListing: Handler<typeof OPERATIONS.archiveListing, OwnLot> = {
  find: findOwn,
  act: async (call, { lot }) => applyChange(call, lot, { status: moveListing(lot, 'archive') }),
};

/** BID-29, BID-52, BID-53, EVT-27: delisting a lot rejects its pending bids. EVT-13: there are no events about the listing itself. */
async function applyChange(
  call: Entry,
  lot: Row<'lots'>,
  change: Parameters<typeof updateLot>[2],
): Promise<Visible<{ data: Listing }>> {
  const { world, db, now } = call;
  await updateLot(db, lot.id, change);
  if (isDelisting(lot.status, change.status ?? lot.status)) await rejectPendingBids(world, db, lot, now);
  return viewData(await readOwn(call, lot.id));
}

export const listReceivedBids: Handler<typeof OPERATIONS.listReceivedBids, OwnLot> = {
  find: findOwn,
  act: async ({ db, query, linkTo }, { lot }) => {
    const { status, limit, offset, units } = query;
    const { records, total } = await pageBids(db, { lot_id: lot.id, status }, limit, offset);
    const items = records.map((stored) => viewReceivedBid(stored, units));
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const listBidsReceived: Handler<typeof OPERATIONS.listBidsReceived> = {
  act: async (call) => {
    const { limit, offset } = call.query;
    const groups = groupByListing(await findBidsForInbox(call.db, userOf(call.caller), call.caller.livemode, call.now));
    const page = groups.slice(offset, offset + limit);
    const items = await viewGroups(call, page);
    return viewPage(items, { limit, offset, total: groups.length }, call.linkTo);
  },
};

interface Group {
  lot_id: string;
  bids: { stored: StoredBid; worth: number }[];
}

/**
 * LST-12, LST-13, LST-23: groups bids by listing. Sorts the bids by price and the listings by their best bid, highest first. Of equal ones,
 * the older comes first.
 */
function groupByListing(records: readonly StoredBid[]): Group[] {
  const groups = new Map<string, Group>();
  for (const stored of records) {
    const { lot_id } = stored.bid;
    const group = groups.get(lot_id) ?? { lot_id, bids: [] };
    group.bids.push({ stored, worth: sortPriceOf(stored.bid, stored.lines, stored.commodity) });
    groups.set(lot_id, group);
  }
  const byWorth = (a: Group['bids'][number], b: Group['bids'][number]): number =>
    b.worth - a.worth || compare(a.stored.bid.created_at, b.stored.bid.created_at) || compare(a.stored.bid.id, b.stored.bid.id);
  for (const group of groups.values()) group.bids.sort(byWorth);
  const best = (group: Group): number => group.bids[0]?.worth ?? 0;
  return [...groups.values()].toSorted((a, b) => best(b) - best(a) || compare(a.lot_id, b.lot_id));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

async function viewGroups(
  { db, query }: Call<typeof OPERATIONS.listBidsReceived>,
  groups: readonly Group[],
): Promise<ReturnType<typeof viewReceivedBids>[]> {
  const found = await findLots(
    db,
    groups.map((group) => group.lot_id),
  );
  const lots = new Map(found.map((lot) => [lot.id, lot]));
  return groups.flatMap(({ lot_id, bids }) => {
    const lot = lots.get(lot_id);
    const records = bids.map(({ stored }) => stored);
    return lot === undefined ? [] : [viewReceivedBids(lot, records, query.units)];
  });
}
