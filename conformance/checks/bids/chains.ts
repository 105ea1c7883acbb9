/** Counters: what they do to the bids before them and to other bids on the lot, and multi-grade counters. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Lot } from '#client';
import {
  Blocked,
  awaitBidStatus,
  ensureId,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  awaitReceivedBid,
  readBid,
  readId,
  warnUnless,
  encodePath,
  otherDeliveryWindow,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { actOnBid, arrangeBidInState, arrangeDecidedBid } from './states.ts';
import { placeMultiGradeBid } from './multi-grade.ts';
import { SIDES } from './needs.ts';
import { expectInList, expectReadable } from './bid-views.ts';

/** A countered bid stays countered: no transition leads out of `countered`, so it is never open or accepted again. */
export async function expectStillCountered(t: CheckContext, id: string, after: string): Promise<void> {
  const status = (await readBid(t.buyer, id)).get('status');
  if (status.value === 'pending' || status.value === 'accepted')
    status.breach(`A countered bid has status ${status.value} after ${after}.`, 'countered');
  warnUnless(status.value === 'countered', {
    message: `A countered bid has status ${String(status.value)} after ${after}.`,
    expected: 'countered',
    observed: status.value,
  });
}

const EARLIER: readonly Check[] = [
  ...(['rejected-counter', 'accepted-counter', 'countered-counter'] as const).map((state) =>
    check(
      `BID-27/before-${state}`,
      `After its counter becomes ${state.replace('-counter', '')}, a bid stays countered`,
      SIDES,
      async (t) => {
        const { bid } = await arrangeDecidedBid(t, state);
        await expectStillCountered(t, bid.id, `its counter became ${state.replace('-counter', '')}`);
      },
    ),
  ),
  check('BID-27/others-stay', 'Countering a bid leaves the other bids of the team on the lot pending', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const [other, bid] = [await t.arrange.bid(lot), await t.arrange.bid(lot)];
    await t.arrange.counter(lot, bid);
    await awaitBidStatus(t, t.buyer, bid.id, 'countered');
    (await readBid(t.buyer, other.id)).get('status').is('pending');
  }),
  check('BID-27/countered-counter', 'A counter that the buyer counters becomes countered', SIDES, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    const again = await actOnBid(t, t.buyer, id, 'counter');
    // That a counter can be countered is only derived (BID-57).
    if (!again.is_success) t.unverifiable(`the target rejects a counter to a counter (status ${again.status})`);
    await awaitBidStatus(t, t.buyer, id, 'countered');
  }),
  check('BID-27/terms-stay', 'A counter does not change the terms of the bid that it counters', SIDES, async (t) => {
    const { lot, id } = await arrangeBidInState(t, 'bid');
    const before = (await readBid(t.buyer, id)).object();
    const delivery = otherDeliveryWindow(t);
    const terms = await t.arrange.bidBody({ price: await t.arrange.price(333.25), delivery });
    ensureSuccess(await lot.seller.post(encodePath`/bids/${id}/counter`, terms));
    const after = await readBid(t.buyer, id);
    for (const key of ['price', 'quantity_mt', 'delivery', 'fob_farm', 'reference'])
      if (key in before) after.get(key).is(before[key]);
    // A bid that is no longer pending does not need an expiry.
    const expiry = after.find('expires_at');
    if (expiry?.isNull() === false) expiry.is(before['expires_at']);
  }),
  check('BID-41/second-counter', "A buyer's counter can be read and listed by its team", SIDES, async (t) => {
    const { second } = await counterTwice(t);
    await expectReadable(t.buyer, second);
    await expectInList(t.buyer, second, {}, "the team's counter to a counter");
  }),
  check('OP-1/second-counter', "A buyer's counter to a counter returns 201", SIDES, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    const again = await actOnBid(t, t.buyer, id, 'counter');
    if (!again.is_success) t.unverifiable(`the target rejects a counter to a counter (status ${again.status})`);
    expectStatus(again, 201);
  }),
  check('LST-11/second-counter', "A buyer's counter is among the received bids", SIDES, async (t) => {
    const { lot, second } = await counterTwice(t);
    expectThat((await awaitReceivedBid(t, lot, second)) !== undefined, {
      message: "GET /me/inventory/{id}/bids does not list a buyer's counter.",
      expected: second,
    });
  }),
  check('TRD-12/counter', 'The trade of an accepted counter is Pending', SIDES, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    const accepted = await t.buyer.post(encodePath`/bids/${id}/accept`);
    ensureSuccess(accepted);
    accepted.data.find('status')?.is('Pending');
    const trade = await t.buyer.get(encodePath`/trades/${readId(accepted) ?? ''}`);
    ensureSuccess(trade);
    trade.data.get('status').is('Pending');
  }),
  check('BID-52/counter', 'Archiving a listing leaves no pending counter on it', SIDES, async (t) => {
    const { lot, id } = await arrangeBidInState(t, 'counter');
    ensureSuccess(await lot.seller.delete(encodePath`/me/inventory/${lot.id}`));
    await awaitBidStatus(t, t.buyer, id, 'rejected');
  }),
  check(
    'BID-18/seller-with-a-team',
    'A seller whose token has a team can accept, reject, and counter bids',
    ['buyer', 'partner', 'writes'],
    async (t) => {
      for (const action of ['reject', 'counter', 'accept'] as const) {
        const lot = await t.arrange.lot({}, t.partner);
        const bid = await t.arrange.bid(lot);
        expectSuccess(await actOnBid(t, t.partner, bid.id, action));
      }
    },
  ),
];

/** A bid, the seller's counter, and the buyer's counter to that. @throws Blocked if counters do not chain */
export async function counterTwice(t: CheckContext): Promise<{ lot: Lot; second: string }> {
  const { lot, id } = await arrangeBidInState(t, 'counter');
  const second = ensureId(await actOnBid(t, t.buyer, id, 'counter'), 'POST /bids/{id}/counter does not counter a counter');
  return { lot, second };
}

/** A seller's multi-grade counter, with its lines as the buyer reads them. */
async function counterByGrades(t: CheckContext): Promise<{ id: string; lines: readonly [JsonNode, JsonNode] }> {
  const bid = await placeMultiGradeBid(t);
  const countered = await bid.lot.seller.post(encodePath`/bids/${bid.id}/counter`, bid.body);
  const id = ensureId(countered, 'POST /bids/{id}/counter rejects a multi-grade counter');
  const [first, second] = (await readBid(t.buyer, id)).find('grades')?.array() ?? [];
  if (first === undefined || second === undefined)
    throw new Blocked('GET /bids/{id} does not show the lines of a multi-grade counter');
  return { id, lines: [first, second] };
}

const BY_GRADES: readonly Check[] = [
  check(
    'BID-22/counter',
    'Accepting a multi-grade counter without bid_items returns 422 bid_items_required',
    SIDES,
    async (t) => {
      const { id, lines } = await counterByGrades(t);
      expectRefusal(await t.buyer.post(encodePath`/bids/${id}/accept`), 422, { code: 'bid_items_required' });
      ensureSuccess(await t.buyer.post(encodePath`/bids/${id}/accept`, { bid_items: [lines[0].get('grade').text()] }));
    },
  ),
  check('BID-23/counter', 'Accepting one line of a multi-grade counter with bid_items rejects the other', SIDES, async (t) => {
    const { id, lines } = await counterByGrades(t);
    const [taken, left] = lines.map((line) => line.get('id').text());
    expectSuccess(await t.buyer.post(encodePath`/bids/${id}/accept`, { bid_items: [lines[0].get('grade').text()] }));
    const lines_after = (await readBid(t.buyer, id)).get('grades').array();
    const statuses = new Map(lines_after.map((line) => [line.get('id').value, line.get('status')]));
    const status = statuses.get(left);
    if (status !== undefined && (status.value === 'pending' || status.value === statuses.get(taken)?.value))
      status.breach("A counter's line that was not accepted is not rejected.", 'rejected');
  }),
  check('BID-41/line-ids', 'The line ids of a multi-grade counter work in bid_items', SIDES, async (t) => {
    const { id, lines } = await counterByGrades(t);
    expectSuccess(await t.buyer.post(encodePath`/bids/${id}/accept`, { bid_items: [{ id: lines[1].get('id').text() }] }));
  }),
  check('BID-27/by-grades-below-minimum', 'A multi-grade counter below the minimum quantity returns 422', SIDES, async (t) => {
    const bid = await placeMultiGradeBid(t);
    const { seller } = bid.lot;
    expectRefusal(await seller.post(encodePath`/bids/${bid.id}/counter`, { ...bid.body, quantity_mt: 0.009 }), 422);
    ensureSuccess(await seller.post(encodePath`/bids/${bid.id}/counter`, bid.body));
  }),
];

export const CHAINS_CHECKS: readonly Check[] = [...EARLIER, ...BY_GRADES];
