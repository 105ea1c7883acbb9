/** How the parties respond to a bid: accept, reject, counter. */
import type { BidAction, BidOfEitherSide, OPERATIONS } from '#spec';
import { locationsForCounter, refuseCredit } from './bidder.ts';
import { rejectPendingBids } from '../world/delist.ts';
import { findTermErrors, checkTerms } from '../../market/rules/bid-terms.ts';
import type { Side } from '../../market/rules/bids.ts';
import { draftTradeEvent } from '../../market/rules/trades.ts';
import {
  acceptBid as decideAcceptance,
  findItemErrors,
  forbidAuthor,
  isPending,
  moveBid,
  sideOf,
  draftBuyerEvent,
  draftSellerEvent,
  tradeOf,
} from '../../market/rules/bids.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Entry, Handler } from '../http/call.ts';
import { makeBid } from './make-bid.ts';
import { findBid, readBid, setBidStatus } from '../../market/store/bids.ts';
import { findLot, updateLot } from '../../market/store/lots.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import { findTrade, insertTrade } from '../../market/store/trades.ts';
import { viewData } from '../../market/views/envelopes.ts';
import type { StoredBid } from '../../market/records/stored-records.ts';
import { viewBid, viewReceivedBid, viewTrade } from '../../market/views/parties.ts';
import type { Visible } from '../../market/views/visible.ts';
import { emit } from '../webhooks/outbox.ts';

/** A bid, and the side of the party that acts on it. */
export interface PartyBid {
  stored: StoredBid;
  side: Side;
}

/** BID-18, BID-19, AUTH-18: a non-party gets the same 404 as for a bid that does not exist, whatever its state. */
function findAsParty(action: BidAction): (entry: Entry) => Promise<PartyBid | Refusal> {
  return async ({ db, caller, path }) => {
    const stored = await findBid(db, path['id'] ?? '', caller.livemode);
    const side = stored === undefined ? undefined : sideOf(stored.bid, caller);
    if (stored === undefined || side === undefined) return refuse('not_found');
    // BID-20: if a bid is no longer pending, both sides get the same error.
    return (isPending(stored.bid) ? forbidAuthor(stored.bid, side, action) : undefined) ?? { stored, side };
  };
}

async function lotOf(db: Reader, bid: Row<'bids'>): Promise<Row<'lots'>> {
  const lot = await findLot(db, bid.lot_id, bid.livemode);
  if (lot === undefined) throw new Error(`bid ${bid.id} is on a lot that does not exist`);
  return lot;
}

export const acceptBid: Handler<typeof OPERATIONS.acceptBid, PartyBid> = {
  find: findAsParty('accept'),
  findErrors: ({ body }, { stored }) => {
    const items = body?.bid_items;
    return items === undefined || !isPending(stored.bid) ? [] : findItemErrors(stored.bid, stored.lines, items);
  },
  // BID-31, BID-54: a change is one transaction, so the second of two concurrent requests finds the bid decided.
  act: async ({ world, db, caller, body, now }, { stored, side }) => {
    const { bid, lines } = stored;
    const lot = await lotOf(db, bid);
    const acceptance = decideAcceptance(bid, lines, lot, body?.bid_items);
    if (isRefusal(acceptance)) return acceptance;

    const trade = tradeOf(bid, lot, acceptance, await world.ids.nextWithReference(db, 'trd'), now);
    await setBidStatus(db, bid, 'accepted', acceptance.taken);
    await insertTrade(db, trade);
    await updateLot(db, lot.id, {
      quantity_mt: acceptance.lot_quantity_mt,
      ...(acceptance.is_sold_out ? { status: 'unlisted' } : {}),
    });
    await emit(world, db, [draftBuyerEvent('bid.accepted', bid), draftTradeEvent('trade.created', trade)], now);
    if (acceptance.is_sold_out) await rejectPendingBids(world, db, lot, now);

    const parties = { livemode: caller.livemode, team_id: bid.buyer_team_id, user_id: bid.seller_user_id };
    const made = await findTrade(db, parties, trade.id);
    if (made === undefined) throw new Error(`trade ${trade.id} was written and cannot be read`);
    return viewData(viewTrade(made, side));
  },
};

export const rejectBid: Handler<typeof OPERATIONS.rejectBid, PartyBid> = {
  find: findAsParty('reject'),
  act: async ({ world, db, now }, { stored, side }) => {
    const status = moveBid(stored.bid, 'reject');
    if (isRefusal(status)) return status;

    // EVT-13, EVT-28: a side withdraws its own bid by rejecting it. There is no separate event for that.
    await setBidStatus(db, stored.bid, status);
    await emit(world, db, [draftBuyerEvent('bid.rejected', stored.bid)], now);
    return viewData(viewAs(side, await readBid(db, stored.bid)));
  },
};

export const counterBid: Handler<typeof OPERATIONS.counterBid, PartyBid> = {
  is_for_parties: true,
  find: async (entry) => {
    const found = await findAsParty('counter')(entry);
    if (isRefusal(found) || found.side === 'seller' || !isPending(found.stored.bid)) return found;
    // BID-32, AUTH-19: eligibility is checked before the body, as when placing a bid.
    return (await refuseCredit(entry.db, found.stored.bid.buyer_team_id)) ?? found;
  },
  // BID-20: the terms are not validated if the bid is no longer pending.
  findErrors: async (call, { stored: { bid }, side }) =>
    isPending(bid)
      ? findTermErrors(await lotOf(call.db, bid), call.body, await locationsForCounter(call.db, bid, side), call.now)
      : [],
  act: async (call, { stored, side }) => {
    const { world, db, body, now } = call;
    const { bid } = stored;
    // BID-40: the second of two concurrent requests finds the bid decided and gets 422. Only a reused key is a conflict.
    const status = moveBid(bid, 'counter');
    if (isRefusal(status)) return status;
    const terms = checkTerms(await lotOf(db, bid), body, await locationsForCounter(call.db, bid, side), now);
    if (isRefusal(terms)) return terms; // BID-50: nothing has changed yet.

    await setBidStatus(db, bid, status);
    const { livemode, lot_id, buyer_team_id, buyer_user_id, seller_user_id, is_simulated } = bid;
    // BID-57: the countering side is the author of the new bid, so the other side can respond to it.
    const parties = { livemode, lot_id, buyer_team_id, buyer_user_id, seller_user_id, is_simulated, author: side };
    const made = await makeBid(world, db, { ...parties, counter_to: bid.id }, terms, now); // BID-35
    // EVT-28, EVT-29: the buyer's team gets bid.countered. For a buyer's counter the seller gets bid.received, as for any bid.
    await emit(world, db, [draftBuyerEvent('bid.countered', bid), ...(side === 'buyer' ? [draftSellerEvent(made)] : [])], now);
    return viewData(viewAs(side, await readBid(db, made)));
  },
};

/** BID-46: buyers and sellers have different views of a bid. */
function viewAs(side: Side, stored: StoredBid): Visible<BidOfEitherSide> {
  return side === 'buyer' ? viewBid(stored) : viewReceivedBid(stored);
}
