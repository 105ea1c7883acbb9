import type { OPERATIONS } from '#spec';
import { ownLocations, refuseCredit } from './bidder.ts';
import { findTermErrors, checkTerms } from '../../market/rules/bid-terms.ts';
import { draftSellerEvent } from '../../market/rules/bids.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Handler } from '../http/call.ts';
import { teamOf } from '../http/call.ts';
import { makeBid } from './make-bid.ts';
import { findBid, pageBids, readBid } from '../../market/store/bids.ts';
import { findLot } from '../../market/store/lots.ts';
import type { Row } from '../../market/records/tables.ts';
import { isMember } from '../../market/store/teams.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import type { StoredBid } from '../../market/records/stored-records.ts';
import { viewBid } from '../../market/views/parties.ts';
import { emit } from '../webhooks/outbox.ts';

/** BID-33 */
function refuseOwnLot(): Refusal {
  return refuse('insufficient_scope', { message: 'A buyer cannot bid on its own lot.', clause: 'BID-33' });
}

export const placeBid: Handler<typeof OPERATIONS.placeBid, Row<'lots'>> = {
  find: async ({ db, caller, path }) => {
    const lot = await findLot(db, path['id'] ?? '', caller.livemode);
    // BID-33, BID-55
    if (lot === undefined || lot.status !== 'listed') return refuse('not_found');
    if (lot.user_id === caller.user_id) return refuseOwnLot();
    return (await refuseCredit(db, teamOf(caller))) ?? lot;
  },
  findErrors: async (call, lot) => findTermErrors(lot, call.body, await ownLocations(call.db, teamOf(call.caller)), call.now),
  act: async (call, lot) => {
    const { world, db, caller, body, now } = call;
    const terms = checkTerms(lot, body, await ownLocations(call.db, teamOf(call.caller)), now);
    if (isRefusal(terms)) return terms;
    // PRIV-9: checked last, so that a caller cannot find the lots of teammates by sending an invalid bid on every lot.
    if (await isMember(db, teamOf(caller), lot.user_id)) return refuseOwnLot();

    const parties = {
      livemode: caller.livemode,
      lot_id: lot.id,
      buyer_team_id: teamOf(caller),
      buyer_user_id: caller.user_id ?? '',
      seller_user_id: lot.user_id,
      author: 'buyer',
      counter_to: null,
      is_simulated: 0,
    } as const;
    const bid = await makeBid(world, db, parties, terms, now);
    await emit(world, db, [draftSellerEvent(bid)], now);
    return viewData(viewBid(await readBid(db, bid)));
  },
};

/** BID-14: the team's bids. The declaration of the operation validates `status` (BID-15, BID-36). */
export const listBids: Handler<typeof OPERATIONS.listBids> = {
  act: async ({ db, caller, query, linkTo }) => {
    const { status, limit, offset, units } = query;
    const scope = { team_id: teamOf(caller), livemode: caller.livemode, status };
    const { records, total } = await pageBids(db, scope, limit, offset);
    const items = records.map((stored) => viewBid(stored, units)); // BID-34, BID-41
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const getBid: Handler<typeof OPERATIONS.getBid, StoredBid> = {
  find: async ({ db, caller, path }) => {
    const stored = await findBid(db, path['id'] ?? '', caller.livemode);
    // BID-16, PRIV-18
    return stored === undefined || stored.bid.buyer_team_id !== caller.team_id ? refuse('not_found') : stored;
  },
  act: ({ query }, stored) => viewData(viewBid(stored, query.units)), // BID-34, BID-41
};
