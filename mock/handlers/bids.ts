import type { BidAction, BidOfEitherSide, OPERATIONS } from '#spec';
import { judgeTerms } from '../domain/bid-terms.ts';
import type { LocationRule } from '../domain/bid-terms.ts';
import type { Side } from '../domain/bids.ts';
import {
  acceptBid as decideAcceptance,
  forbidAuthor,
  moveBid,
  sideOf,
  tellBothSides,
  tellBuyer,
  tellSeller,
} from '../domain/bids.ts';
import type { Refusal } from '../domain/refusal.ts';
import { isRefusal, refuse } from '../domain/refusal.ts';
import { rejectPendingBids } from '../delist.ts';
import type { Entry, Handler } from '../http/call.ts';
import { findNothing, teamOf } from '../http/call.ts';
import { makeBid } from '../make-bid.ts';
import { findBid, pageBids, setBidStatus } from '../store/bids.ts';
import { findLot, updateLot } from '../store/lots.ts';
import { findTeam, isMember, locationsOf } from '../store/teams.ts';
import type { Db, Row } from '../store/tables.ts';
import { findTrade, insertTrade } from '../store/trades.ts';
import { viewData, viewPage } from '../views/envelopes.ts';
import type { BidTruth } from '../views/parties.ts';
import { viewBid, viewReceivedBid, viewTrade } from '../views/parties.ts';
import type { Seen } from '../views/seen.ts';
import { emit } from '../webhooks/outbox.ts';

export const placeBid: Handler<typeof OPERATIONS.placeBid, Row<'lots'>> = {
  find: async ({ db, caller, path }) => {
    const lot = await findLot(db, path['id'] ?? '', caller.livemode);
    // BID-33, BID-55
    if (lot === undefined || lot.status !== 'listed') return refuse('not_found');
    const is_own = lot.user_id === caller.user_id || (await isMember(db, teamOf(caller), lot.user_id));
    if (is_own) return refuse('insufficient_scope', { message: 'A buyer cannot bid on its own lot.' });
    return (await refuseCredit(db, teamOf(caller))) ?? lot;
  },
  act: async ({ world, db, caller, body, now }, lot) => {
    const terms = judgeTerms(lot, body, await ownLocations(db, teamOf(caller)), now);
    if (isRefusal(terms)) return terms;

    const parties = {
      livemode: caller.livemode,
      lot_id: lot.id,
      buyer_team_id: teamOf(caller),
      buyer_user_id: caller.user_id ?? '',
      seller_user_id: lot.user_id,
      author: 'buyer' as const,
      counter_to: null,
      is_simulated: 0 as const,
    };
    const bid = await makeBid(world, db, parties, terms, now);
    await emit(world, db, [tellSeller(bid)], now);
    return viewData(viewBid(await readBid(db, bid)));
  },
};

/** BID-32, BID-39 */
async function refuseCredit(db: Db, team_id: string): Promise<Refusal | undefined> {
  const team = await findTeam(db, team_id);
  if (team?.has_good_credit === 1) return undefined;
  return refuse('insufficient_scope', { message: 'The team is not eligible to bid: its credit is not in good standing.' });
}

/** BID-10, BID-44 */
async function ownLocations(db: Db, team_id: string, inherited: number | null = null): Promise<LocationRule> {
  const own = await locationsOf(db, team_id);
  return { allowed: new Set(own.map((location) => location.id)), inherited };
}

async function readBid(db: Db, { id, livemode }: Pick<Row<'bids'>, 'id' | 'livemode'>): Promise<BidTruth> {
  const truth = await findBid(db, id, livemode);
  if (truth === undefined) throw new Error(`bid ${id} was written and cannot be read`);
  return truth;
}

export const listBids: Handler<typeof OPERATIONS.listBids, undefined> = {
  find: findNothing,
  act: async ({ db, caller, query, linkTo }) => {
    const { status, limit, offset, units } = query;
    const scope = { team_id: teamOf(caller), livemode: caller.livemode, status };
    const { truths, total } = await pageBids(db, scope, limit, offset);
    const items = truths.map((truth) => viewBid(truth, units));
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const getBid: Handler<typeof OPERATIONS.getBid, BidTruth> = {
  find: async ({ db, caller, path }) => {
    const truth = await findBid(db, path['id'] ?? '', caller.livemode);
    // BID-16
    return truth === undefined || truth.bid.buyer_team_id !== caller.team_id ? refuse('not_found') : truth;
  },
  act: ({ query }, truth) => viewData(viewBid(truth, query.units)),
};

/** A bid as one of its parties acts on it. */
interface PartyBid {
  truth: BidTruth;
  side: Side;
}

/** BID-18, BID-19, AUTH-18: a non-party gets the same 404 as for a bid that does not exist, whatever its state. */
function findAsParty(action: BidAction): (entry: Entry) => Promise<PartyBid | Refusal> {
  return async ({ db, caller, path }) => {
    const truth = await findBid(db, path['id'] ?? '', caller.livemode);
    const side = truth === undefined ? undefined : sideOf(truth.bid, caller);
    if (truth === undefined || side === undefined) return refuse('not_found');
    return forbidAuthor(truth.bid, side, action) ?? { truth, side };
  };
}

async function lotOf(db: Db, bid: Row<'bids'>): Promise<Row<'lots'>> {
  const lot = await findLot(db, bid.lot_id, bid.livemode);
  if (lot === undefined) throw new Error(`bid ${bid.id} is on a lot that does not exist`);
  return lot;
}

export const acceptBid: Handler<typeof OPERATIONS.acceptBid, PartyBid> = {
  find: findAsParty('accept'),
  act: async ({ world, db, caller, body, now }, { truth, side }) => {
    const { bid, lines } = truth;
    const lot = await lotOf(db, bid);
    const acceptance = decideAcceptance(bid, lines, lot, body?.bid_items);
    if (isRefusal(acceptance)) return acceptance;

    const { id, reference } = await world.ids.nextWithReference(db, 'trd');
    const trade: Row<'trades'> = {
      id,
      reference,
      livemode: bid.livemode,
      bid_id: bid.id,
      offer_id: null,
      lot_id: lot.id,
      buyer_team_id: bid.buyer_team_id,
      seller_user_id: bid.seller_user_id,
      commodity: lot.commodity,
      quantity_mt: bid.quantity_mt,
      price_amount: acceptance.price_amount,
      price_unit: acceptance.price_unit,
      delivery_from: bid.delivery_from,
      delivery_to: bid.delivery_to,
      status: 'Pending', // TRD-12
      // BID-48: both invoices are there, unpaid.
      buyer_invoice_paid_at: null,
      seller_invoice_paid_at: null,
      created_at: now,
      settled_at: null,
    };
    await setBidStatus(db, bid, 'accepted', acceptance.taken);
    await insertTrade(db, trade);
    await updateLot(db, lot.id, {
      quantity_mt: acceptance.lot_quantity_mt,
      ...(acceptance.is_sold_out ? { status: 'unlisted' } : {}),
    });
    await emit(world, db, [tellBuyer('bid.accepted', bid), tellBothSides('trade.created', trade)], now);
    if (acceptance.is_sold_out) await rejectPendingBids(world, db, lot, now, bid.id);

    const made = await findTrade(db, { livemode: caller.livemode, team_id: bid.buyer_team_id, user_id: bid.seller_user_id }, id);
    if (made === undefined) throw new Error(`trade ${id} was written and cannot be read`);
    return viewData(viewTrade(made, side));
  },
};

export const rejectBid: Handler<typeof OPERATIONS.rejectBid, PartyBid> = {
  find: findAsParty('reject'),
  act: async ({ world, db, now }, { truth, side }) => {
    const status = moveBid(truth.bid, 'reject');
    if (isRefusal(status)) return status;

    await setBidStatus(db, truth.bid, status);
    await emit(world, db, [tellBuyer('bid.rejected', truth.bid)], now);
    return viewData(viewAs(side, await readBid(db, truth.bid)));
  },
};

export const counterBid: Handler<typeof OPERATIONS.counterBid, PartyBid> = {
  find: findAsParty('counter'),
  act: async ({ world, db, body, now }, { truth, side }) => {
    const { bid } = truth;
    const status = moveBid(bid, 'counter');
    if (isRefusal(status)) return status;
    const denied = side === 'buyer' ? await refuseCredit(db, bid.buyer_team_id) : undefined;
    if (denied !== undefined) return denied;
    const terms = judgeTerms(await lotOf(db, bid), body, await locationsForCounter(db, bid, side), now);
    if (isRefusal(terms)) return terms;

    await setBidStatus(db, bid, status);
    const { livemode, lot_id, buyer_team_id, buyer_user_id, seller_user_id, is_simulated } = bid;
    const parties = {
      livemode,
      lot_id,
      buyer_team_id,
      buyer_user_id,
      seller_user_id,
      is_simulated,
      author: side,
      counter_to: bid.id,
    };
    const made = await makeBid(world, db, parties, terms, now);
    // EVT-28, EVT-29: the buyer's team is told of the bid that was countered; of a buyer's counter the seller is told as of any bid.
    await emit(world, db, [tellBuyer('bid.countered', bid), ...(side === 'buyer' ? [tellSeller(made)] : [])], now);
    return viewData(viewAs(side, await readBid(db, made)));
  },
};

/** BID-10, BID-59: a buyer names its own locations, a seller only the one of the countered bid; left out, that one is kept. */
async function locationsForCounter(db: Db, bid: Row<'bids'>, side: Side): Promise<LocationRule> {
  const kept = bid.delivery_location_id;
  if (side === 'buyer') return ownLocations(db, bid.buyer_team_id, kept);
  return { allowed: new Set(kept === null ? [] : [kept]), inherited: kept };
}

/** BID-46: a buyer gets its view of a bid, a seller its own. */
function viewAs(side: Side, truth: BidTruth): Seen<BidOfEitherSide> {
  return side === 'buyer' ? viewBid(truth) : viewReceivedBid(truth);
}
