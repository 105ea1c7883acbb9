import {
  afterAct,
  asOwner,
  deleteRows,
  fieldsOf,
  findRow,
  idIn,
  insteadOfAct,
  isRefusal,
  onCaller,
  onField,
  onFind,
  onStatus,
  refuse,
  refuseAs,
  refusing,
  requiringScope,
  revealing,
  setBids,
  violations,
  withoutEffect,
  withoutItems,
  withoutScopes,
  type Refusal,
} from '../kit/index.ts';
import type { PartyBid } from '../../../server/handlers/answer-bids.ts';
import { findBid, setBidStatus } from '../../../market/store/bids.ts';
import { insertTrade } from '../../../market/store/trades.ts';
import { viewBid } from '../../../market/views/parties.ts';
import { decidedFirst } from '../auth/tokens.ts';
import { ANSWERS, asPending, bidAt } from './deviations.ts';

/** Breaks the rules for who can answer a bid. */
const PERMISSIONS = violations({
  'BID-18/team-needed-to-answer: Answering a bid requires a team.': onCaller(ANSWERS, ({ team_id }) =>
    team_id === null ? refuse('no_team') : {},
  ),
  'BID-18/buyers-accept-nothing: POST /bids/{id}/accept returns 403 to buyers.': onCaller('acceptBid', ({ team_id }) =>
    team_id === null ? {} : refuse('insufficient_scope'),
  ),
  "BID-18/buyers-reject-nothing: POST /bids/{id}/reject returns 404 for a seller's counter.": onFind('rejectBid', (found) =>
    !isRefusal(found) && found.stored.bid.author === 'seller' ? refuse('not_found') : found,
  ),
  'BID-18/bids-read-as-well: Answering a bid also requires bids.read.': requiringScope(ANSWERS, 'bids.read'),
  'BID-18/listings-write-to-counter: POST /bids/{id}/counter also requires listings.write from sellers.': onCaller(
    'counterBid',
    (caller) => (caller.team_id !== null || caller.scopes.has('listings.write') ? caller : refuse('insufficient_scope')),
  ),
  'BID-18/reject-without-scope: POST /bids/{id}/reject requires no scope.': withoutScopes('rejectBid'),
  'BID-19/any-team-responds: Any team can accept, reject, or counter a bid.': asOwner(ANSWERS),
  "BID-19/strangers-reject: POST /bids/{id}/reject rejects another team's bid.": asOwner('rejectBid'),
  "BID-19/forbidden: Answering another team's bid or an unknown id returns 403 instead of 404.": refuseAs(
    ANSWERS,
    'not_found',
    'insufficient_scope',
  ),
  "BID-19/accept-forbidden: POST /bids/{id}/accept returns 403 instead of 404 for another team's bid.": revealing('acceptBid'),
  "BID-19/decided-bids-revealed: Answering another team's decided bid returns 422 instead of 404.": decidedFirst(ANSWERS),
  'BID-19/other-bidders-are-parties: A team can reject other bids on a listing that it has bid on.': onFind(
    'rejectBid',
    async (found, entry) => {
      const stored = await bidAt(entry);
      if (!isRefusal(found) || stored === undefined) return found;
      const own = await findRow(entry.db, 'bids', { lot_id: stored.bid.lot_id, buyer_team_id: entry.caller.team_id ?? '' });
      const party: PartyBid | Refusal = own === undefined ? found : { stored, side: 'buyer' };
      return party;
    },
  ),
  'BID-19/any-teamless-seller-rejects: A seller without a team can reject any bid.': onFind('rejectBid', async (found, entry) => {
    const stored = await bidAt(entry);
    if (!isRefusal(found) || stored === undefined || entry.caller.team_id !== null) return found;
    const party: PartyBid = { stored, side: 'seller' };
    return party;
  }),
});

const NOT_PENDING = violations({
  'BID-20/conflict: Answering a decided bid returns 409.': refuseAs(ANSWERS, 'bid_not_pending', 'conflict'),
  'BID-20/rejected-twice: A rejected bid can be rejected again.': asPending('rejectBid', (bid) => bid.status === 'rejected'),
  'BID-20/rejected-then-accepted: A rejected bid can be accepted.': asPending('acceptBid', (bid) => bid.status === 'rejected'),
  'BID-20/countered-then-accepted: A countered bid can be accepted.': asPending('acceptBid', (bid) => bid.status === 'countered'),
  'BID-20/accepted-then-rejected: An accepted bid can be rejected.': asPending('rejectBid', (bid) => bid.status === 'accepted'),
  'BID-20/countered-twice: A countered bid can be countered again.': asPending('counterBid', (bid) => bid.status === 'countered'),
  'BID-20/counters-rejected-late: An accepted counter can be rejected.': asPending(
    'rejectBid',
    (bid) => bid.author === 'seller' && bid.status === 'accepted',
  ),
  'BID-20/expired-then-accepted: An expired bid can be accepted.': asPending('acceptBid', (bid) => bid.status === 'expired'),
  'BID-20/expired-then-countered: An expired bid can be countered.': asPending('counterBid', (bid) => bid.status === 'expired'),
  'BID-20/refused-and-done: Rejecting an accepted bid returns 422 and still rejects the bid.': insteadOfAct(
    'rejectBid',
    async ({ db, path }, _subject, act) => {
      const response = await act();
      if (isRefusal(response)) await setBids(db, { id: idIn(path) }, 'rejected');
      return response;
    },
  ),
});

const ACCEPTING = violations({
  'BID-21/answers-201: POST /bids/{id}/accept returns 201.': onStatus('acceptBid', 200, 201),
  'BID-21/answers-the-bid: POST /bids/{id}/accept returns the bid instead of the trade.': afterAct(
    'acceptBid',
    async ({ db, caller, path }) => {
      const stored = await findBid(db, idIn(path), caller.livemode);
      return stored === undefined ? undefined : { data: viewBid(stored) };
    },
  ),
  'BID-21/bid-stays-pending: An accepted bid stays pending.': afterAct('acceptBid', ({ db }, _response, { stored }) =>
    setBidStatus(db, stored.bid, 'pending'),
  ),
  'BID-21/counters-stay-pending: An accepted counter stays pending.': afterAct(
    'acceptBid',
    async ({ db }, _response, { stored }) => {
      if (stored.bid.author === 'seller') await setBidStatus(db, stored.bid, 'pending');
    },
  ),
  'BID-21/no-trade: Accepting a bid creates no trade.': afterAct('acceptBid', ({ db, path }) =>
    deleteRows(db, 'trades', { bid_id: idIn(path) }),
  ),
  'BID-21/two-trades-of-lines: Accepting a multi-grade bid creates two trades.': afterAct(
    'acceptBid',
    async ({ db, path }, _response, { stored }) => {
      const trade = stored.bid.type === 'multi_grade' ? await findRow(db, 'trades', { bid_id: idIn(path) }) : undefined;
      if (trade !== undefined)
        await insertTrade(db, { ...trade, bid_id: null, id: `${trade.id.slice(0, -1)}z`, reference: `${trade.reference}Z` });
    },
  ),
  'BID-21/trades-listed-when-settled: GET /trades lists completed trades only.': withoutItems(
    'listTrades',
    (trade) => trade.status === 'Pending',
  ),
  'BID-21/all-bids-accepted: Accepting a bid accepts every pending bid on the listing.': afterAct(
    'acceptBid',
    ({ db }, _response, { stored }) => setBids(db, { lot_id: stored.bid.lot_id, status: 'pending' }, 'accepted'),
  ),
  'BID-25/body-needed: POST /bids/{id}/accept requires a body.': refusing('acceptBid', ({ incoming }) =>
    !isRefusal(incoming.bytes) && incoming.bytes.length === 0 ? 'invalid_json' : undefined,
  ),
  'BID-25/empty-object-refused: POST /bids/{id}/accept rejects a body without `bid_items`.': refusing(
    'acceptBid',
    ({ incoming }) =>
      !isRefusal(incoming.bytes) && incoming.bytes.length > 0 && fieldsOf(incoming)['bid_items'] === undefined
        ? 'bid_items_required'
        : undefined,
  ),
  'BID-25/bid-items-needed: POST /bids/{id}/accept always requires `bid_items`.': refusing('acceptBid', ({ incoming }) =>
    fieldsOf(incoming)['bid_items'] === undefined ? 'bid_items_required' : undefined,
  ),
});

const REJECTING = violations({
  'BID-26/reject-without-effect: A rejected bid stays pending.': withoutEffect('rejectBid'),
  'BID-26/answers-204: POST /bids/{id}/reject returns 204.': onStatus('rejectBid', 200, 204),
  'BID-26/answers-the-bid-before: POST /bids/{id}/reject returns the bid with the status pending.': onField(
    'rejectBid',
    'status',
    () => 'pending',
  ),
  'BID-26/all-bids-rejected: Rejecting a bid rejects every pending bid on the listing.': afterAct(
    'rejectBid',
    ({ db }, _response, { stored }) => setBids(db, { lot_id: stored.bid.lot_id, status: 'pending' }, 'rejected'),
  ),
  'BID-26/by-grades-stays: A rejected multi-grade bid stays pending.': afterAct(
    'rejectBid',
    async ({ db }, _response, { stored }) => {
      if (stored.lines.length > 0) await setBidStatus(db, stored.bid, 'pending');
    },
  ),
  'BID-26/counters-expire: A rejected counter has the status expired.': afterAct(
    'rejectBid',
    async ({ db }, response, { stored }) => {
      if (stored.bid.author !== 'seller') return undefined;
      await setBidStatus(db, stored.bid, 'expired');
      return { data: { ...response.data, status: 'expired' } };
    },
  ),
});

export const ANSWERING = [...PERMISSIONS, ...NOT_PENDING, ...ACCEPTING, ...REJECTING];
