import type { OPERATIONS } from '#spec';
import { draftTradeEvent } from '../../market/rules/trades.ts';
import { changesOf, findCashBidErrors, checkCashBid, requireElevator } from '../../market/rules/cash-bids.ts';
import { moveOffer, tradeOf } from '../../market/rules/offers.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Entry, Handler } from '../http/call.ts';
import { teamOf } from '../http/call.ts';
import * as store from '../../market/store/cash-bids.ts';
import { decideOffer, findOffer, pageOffers } from '../../market/store/offers.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import { findTeam } from '../../market/store/teams.ts';
import { findTrade, insertTrade } from '../../market/store/trades.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import type { StoredOffer, StoredTrade } from '../../market/records/stored-records.ts';
import { viewOffer, viewTrade } from '../../market/views/parties.ts';
import { viewCashBid } from '../../market/views/records.ts';
import { emit } from '../webhooks/outbox.ts';
import { ownLocationIds } from './bidder.ts';
import { readCommodities } from './query-values.ts';

/** CB-13: another team's cash bid gets the same 404 as one that does not exist. */
async function findOwnCashBid({ db, caller, path }: Entry<Reader>): Promise<Row<'cash_bids'> | Refusal> {
  return (await store.findCashBid(db, path['id'] ?? '', teamOf(caller), caller.livemode)) ?? refuse('not_found');
}

export const listCashBids: Handler<typeof OPERATIONS.listCashBids> = {
  act: async ({ db, caller, query, linkTo }) => {
    const { is_active, commodity, limit, offset, units } = query;
    const filters = { team_id: teamOf(caller), livemode: caller.livemode, is_active, commodities: readCommodities(commodity) };
    const { cash_bids, total } = await store.pageCashBids(db, filters, limit, offset);
    const items = cash_bids.map((cashBid) => viewCashBid(cashBid, units));
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const createCashBid: Handler<typeof OPERATIONS.createCashBid> = {
  // AUTH-21, AUTH-19: checked before the body.
  find: async ({ db, caller }) => requireElevator(await findTeam(db, teamOf(caller))),
  findErrors: async ({ db, caller, body }) => findCashBidErrors(body, await ownLocationIds(db, teamOf(caller))),
  act: async ({ world, db, caller, body, now }) => {
    const terms = checkCashBid(body, await ownLocationIds(db, teamOf(caller)));
    if (isRefusal(terms)) return terms;

    const names = await world.ids.nextWithReference(db, 'cb'); // CB-11
    const cashBid = { ...names, team_id: teamOf(caller), livemode: caller.livemode, ...terms, created_at: now };
    await store.insertCashBid(db, cashBid);
    return viewData(viewCashBid(cashBid));
  },
};

export const updateCashBid: Handler<typeof OPERATIONS.updateCashBid, Row<'cash_bids'>> = {
  find: findOwnCashBid,
  // CB-12: without a body nothing changes.
  act: async ({ db, body }, cashBid) => viewData(viewCashBid(await store.updateCashBid(db, cashBid, changesOf(body)))),
};

export const listOffers: Handler<typeof OPERATIONS.listOffers, Row<'cash_bids'>> = {
  find: findOwnCashBid,
  act: async ({ db, query: { status, limit, offset }, linkTo }, cashBid) => {
    const { records, total } = await pageOffers(db, { cash_bid_id: cashBid.id, status }, limit, offset);
    return viewPage(records.map(viewOffer), { limit, offset, total }, linkTo);
  },
};

/** CB-13, AUTH-11: an offer on another team's cash bid gets the same 404 as one that does not exist, whatever its status. */
async function findOwnOffer({ db, caller, path }: Entry<Reader>): Promise<StoredOffer | Refusal> {
  return (await findOffer(db, path['id'] ?? '', teamOf(caller), caller.livemode)) ?? refuse('not_found');
}

export const acceptOffer: Handler<typeof OPERATIONS.acceptOffer, StoredOffer> = {
  find: findOwnOffer,
  act: async ({ world, db, now, caller }, { offer }) => {
    const status = moveOffer(offer, 'accept');
    if (isRefusal(status)) return status;
    const cashBid = await cashBidOf(db, offer, teamOf(caller));

    const trade = tradeOf(offer, cashBid, await world.ids.nextWithReference(db, 'trd'), now);
    await insertTrade(db, trade);
    await decideOffer(db, offer.id, status, trade.id);
    // EVT-7, TRD-13: there is no bid, so there is no bid.accepted.
    await emit(world, db, [draftTradeEvent('trade.created', trade)], now);
    return viewData(viewTrade(await readTrade(db, trade), 'buyer'));
  },
};

async function cashBidOf(db: Reader, offer: Row<'offers'>, team_id: string): Promise<Row<'cash_bids'>> {
  const cashBid = await store.findCashBid(db, offer.cash_bid_id, team_id, offer.livemode);
  if (cashBid === undefined) throw new Error(`offer ${offer.id} is on a cash bid that does not exist`);
  return cashBid;
}

async function readTrade(db: Reader, { id, livemode, buyer_team_id, seller_user_id }: Row<'trades'>): Promise<StoredTrade> {
  const stored = await findTrade(db, { livemode, team_id: buyer_team_id, user_id: seller_user_id }, id);
  if (stored === undefined) throw new Error(`trade ${id} was written and cannot be read`);
  return stored;
}

export const rejectOffer: Handler<typeof OPERATIONS.rejectOffer, StoredOffer> = {
  find: findOwnOffer,
  act: async ({ db }, { offer, deal }) => {
    const status = moveOffer(offer, 'reject');
    if (isRefusal(status)) return status;

    await decideOffer(db, offer.id, status, null);
    return viewData(viewOffer({ offer: { ...offer, status }, deal }));
  },
};
