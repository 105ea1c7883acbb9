import {
  afterAct,
  asOwner,
  fieldsOf,
  idIn,
  isRefusal,
  onCaller,
  onField,
  onFind,
  onResource,
  onStatus,
  refuse,
  refuseAs,
  refusing,
  requiringScope,
  revealing,
  violations,
  withoutEffect,
  withoutScopes,
  type Refusal,
} from '../kit/index.ts';
import type { PartyBid } from '../../../server/handlers/answer-bids.ts';
import { findBid, setBidStatus } from '../../../market/store/bids.ts';
import { viewBid } from '../../../market/views/parties.ts';
import { ANSWERS, asPending, bidAt } from './deviations.ts';

const WHO = violations({
  'BID-18/team-needed-to-answer: Nobody answers a bid without a team.': onCaller(ANSWERS, (caller) =>
    caller.team_id === null ? refuse('no_team') : caller,
  ),
  'BID-18/buyers-accept-nothing: A buyer cannot accept a counter.': onCaller('acceptBid', (caller) =>
    caller.team_id === null ? caller : refuse('insufficient_scope'),
  ),
  "BID-18/buyers-reject-nothing: A seller's counter is missing for the buyer who would reject it.": onFind('rejectBid', (found) =>
    !isRefusal(found) && found.truth.bid.author === 'seller' ? refuse('not_found') : found,
  ),
  'BID-18/bids-read-as-well: Answering a bid takes bids.read as well.': requiringScope(ANSWERS, 'bids.read'),
  'BID-18/listings-write-to-counter: Countering takes listings.write in place of bids.write alone.': onCaller(
    'counterBid',
    (caller) => (caller.team_id !== null || caller.scopes.has('listings.write') ? caller : refuse('insufficient_scope')),
  ),
  'BID-18/reject-without-scope: A bid is rejected with any token of a party.': withoutScopes('rejectBid'),
  'BID-19/strangers-answer: Whoever knows the id of a bid may answer it.': asOwner(ANSWERS),
  'BID-19/strangers-reject: Whoever knows the id of a bid may reject it.': asOwner('rejectBid'),
  'BID-19/forbidden: A bid of others, and one that is missing, is 403 to whoever would answer it.': refuseAs(
    ANSWERS,
    'not_found',
    'insufficient_scope',
  ),
  'BID-19/accept-forbidden: A bid of others is 403 to whoever would accept it.': revealing('acceptBid'),
  'BID-19/decided-bids-tell: A stranger is told that a bid is no longer pending.': onFind(ANSWERS, async (found, entry) => {
    const truth = await bidAt(entry);
    return isRefusal(found) && truth !== undefined && truth.bid.status !== 'pending' ? refuse('bid_not_pending') : found;
  }),
  'BID-19/other-bidders-are-parties: Whoever has a bid on the same listing may reject those of others.': onFind(
    'rejectBid',
    async (found, entry) => {
      const truth = await bidAt(entry);
      if (!isRefusal(found) || truth === undefined) return found;
      const own = await entry.db
        .selectFrom('bids')
        .select('id')
        .where('lot_id', '=', truth.bid.lot_id)
        .where('buyer_team_id', '=', entry.caller.team_id ?? '')
        .executeTakeFirst();
      const party: PartyBid | Refusal = own === undefined ? found : { truth, side: 'buyer' };
      return party;
    },
  ),
});

const NOT_PENDING = violations({
  'BID-20/conflict: An answer to a bid that is no longer pending is 409.': refuseAs(ANSWERS, 'bid_not_pending', 'conflict'),
  'BID-20/rejected-twice: A bid that was rejected may be rejected again.': asPending(
    'rejectBid',
    (bid) => bid.status === 'rejected',
  ),
  'BID-20/rejected-then-accepted: A bid that was rejected may still be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'rejected',
  ),
  'BID-20/countered-then-accepted: A bid that was countered may still be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'countered',
  ),
  'BID-20/accepted-then-rejected: A bid that was accepted may still be rejected.': asPending(
    'rejectBid',
    (bid) => bid.status === 'accepted',
  ),
  'BID-20/countered-twice: A bid may be countered as often as one likes.': asPending(
    'counterBid',
    (bid) => bid.status === 'countered',
  ),
  'BID-20/counters-rejected-late: A counter that was accepted may still be rejected.': asPending(
    'rejectBid',
    (bid) => bid.author === 'seller' && bid.status === 'accepted',
  ),
  'BID-20/expired-then-accepted: A bid that has expired may still be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'expired',
  ),
  'BID-20/expired-then-countered: A bid that has expired may still be countered.': asPending(
    'counterBid',
    (bid) => bid.status === 'expired',
  ),
  'BID-20/refused-and-done: A rejection of an accepted bid is refused, and the bid is rejected.': insteadOfRejected(),
});

/** The refusal is decided outside of the transaction that has written already. */
function insteadOfRejected(): ReturnType<typeof onFind> {
  return {
    act: async (call, subject, act, about) => {
      const answer = await act(call, subject);
      if (about.operation_id !== 'rejectBid' || !isRefusal(answer)) return answer;
      await call.db.updateTable('bids').set({ status: 'rejected' }).where('id', '=', idIn(call.path)).execute();
      return answer;
    },
  };
}

const ACCEPTING = violations({
  'BID-21/answers-201: An acceptance is answered with 201.': onStatus('acceptBid', 200, 201),
  'BID-21/answers-the-bid: An acceptance answers the bid.': afterAct('acceptBid', async ({ db, caller, path }) => {
    const truth = await findBid(db, idIn(path), caller.livemode);
    return truth === undefined ? undefined : { data: viewBid(truth) };
  }),
  'BID-21/bid-stays-pending: A bid that was accepted stays pending.': afterAct('acceptBid', async (_call, _answer, { truth }) => {
    await setBidStatus(_call.db, truth.bid, 'pending');
  }),
  'BID-21/counters-stay-pending: A counter that was accepted stays pending.': afterAct(
    'acceptBid',
    async ({ db }, _answer, { truth }) => {
      if (truth.bid.author === 'seller') await setBidStatus(db, truth.bid, 'pending');
    },
  ),
  'BID-21/no-trade: An acceptance makes no trade that could be read.': afterAct('acceptBid', async ({ db, path }) => {
    await db.deleteFrom('trades').where('bid_id', '=', idIn(path)).execute();
  }),
  'BID-21/trades-listed-when-settled: A trade is listed when it is Completed.': onResource('listTrades', (trade) =>
    trade.status === 'Pending' ? undefined : trade,
  ),
  'BID-21/all-bids-accepted: An acceptance accepts every pending bid of the listing.': afterAct(
    'acceptBid',
    async ({ db }, _answer, { truth }) => {
      await db
        .updateTable('bids')
        .set({ status: 'accepted' })
        .where('lot_id', '=', truth.bid.lot_id)
        .where('status', '=', 'pending')
        .execute();
    },
  ),
  'BID-25/body-needed: An acceptance without a body is refused.': refusing('acceptBid', ({ incoming }) =>
    !isRefusal(incoming.bytes) && incoming.bytes.length === 0 ? 'invalid_json' : undefined,
  ),
  'BID-25/bid-items-needed: Every acceptance has to name bid_items.': refusing('acceptBid', ({ incoming }) =>
    fieldsOf(incoming)['bid_items'] === undefined ? 'bid_items_required' : undefined,
  ),
});

const REJECTING = violations({
  'BID-26/reject-without-effect: A bid that was rejected stays pending.': withoutEffect('rejectBid'),
  'BID-26/answers-204: A rejection is answered with 204.': onStatus('rejectBid', 200, 204),
  'BID-26/answers-the-bid-before: A rejection answers the bid as it was before.': onField('rejectBid', 'status', () => 'pending'),
  'BID-26/all-bids-rejected: A rejection rejects every pending bid of the listing.': afterAct(
    'rejectBid',
    async ({ db }, _answer, { truth }) => {
      await db
        .updateTable('bids')
        .set({ status: 'rejected' })
        .where('lot_id', '=', truth.bid.lot_id)
        .where('status', '=', 'pending')
        .execute();
    },
  ),
  'BID-26/by-grades-stays: A bid by grades that was rejected stays pending.': afterAct(
    'rejectBid',
    async ({ db }, _answer, { truth }) => {
      if (truth.lines.length > 0) await setBidStatus(db, truth.bid, 'pending');
    },
  ),
  'BID-26/counters-expire: A counter that was rejected reads expired.': afterAct(
    'rejectBid',
    async ({ db }, answer, { truth }) => {
      if (truth.bid.author !== 'seller') return undefined;
      await setBidStatus(db, truth.bid, 'expired');
      return { data: { ...answer.data, status: 'expired' } };
    },
  ),
});

export const ANSWERING = [...WHO, ...NOT_PENDING, ...ACCEPTING, ...REJECTING];
