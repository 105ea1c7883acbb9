/** The bids on a listing after it is unlisted or archived. */
import { check, type Check } from '../../check/check.ts';
import type { JsonObject, Lot } from '#client';
import {
  Blocked,
  awaitBidStatus,
  ensureSuccess,
  expectRefusal,
  expectThat,
  expectSuccess,
  readBidStatus,
  readBid,
  awaitReceivedBidStatus,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { counterTwice, expectStillCountered } from './chains.ts';
import { actOnBid, arrangeBidInState, arrangeDecidedBid, ensureNotPending } from './states.ts';
import { placeMultiGradeBid } from './multi-grade.ts';
import { SIDES, WITH_RIVAL } from './needs.ts';
import { expectInList } from './bid-views.ts';

/** @param more other fields of the PATCH @throws Blocked if the listing cannot be delisted, which LST-6 and LST-7 check */
export async function delist(lot: Lot, how: 'unlist' | 'archive', more: JsonObject = {}): Promise<void> {
  const path = encodePath`/me/inventory/${lot.id}`;
  const reply = how === 'unlist' ? await lot.seller.patch(path, { ...more, listed: false }) : await lot.seller.delete(path);
  ensureSuccess(reply);
}

/** A new price in the PATCH that unlists, which a handler can take for a change of the price alone. */
export const NEW_PRICE = { target_price: { amount: 318.5 } };

/** @throws Blocked if a bid that the seller has rejected can still be accepted */
async function ensureRejectedIsDecided(t: CheckContext): Promise<void> {
  const { lot, id } = await arrangeDecidedBid(t, 'rejected');
  const late = await actOnBid(t, lot.seller, id, 'accept');
  if (late.is_success) throw new Blocked('POST /bids/{id}/accept accepts a rejected bid', late.exchange);
}

async function checkDelisting(t: CheckContext, how: 'unlist' | 'archive'): Promise<void> {
  const lot = await t.arrange.lot();
  const own = await t.arrange.bid(lot);
  const theirs = t.has('rival') ? await t.arrange.bid(lot, {}, t.rival) : undefined;
  await delist(lot, how);
  await awaitBidStatus(t, t.buyer, own.id, 'rejected');
  await expectInList(t.buyer, own.id, { status: 'rejected' }, 'a bid on a delisted lot');
  if (theirs !== undefined) await awaitBidStatus(t, t.rival, theirs.id, 'rejected');
  // An archived listing does not have to show its bids.
  if (how === 'unlist') await awaitReceivedBidStatus(t, lot, own.id, 'rejected');
  const late = await actOnBid(t, lot.seller, own.id, 'accept');
  // BID-20 checks that rejected bids cannot be accepted: if that fails, this check is blocked.
  if (late.is_success) await ensureRejectedIsDecided(t);
  expectRefusal(late, 422);
}

/** PAGE-2: the default limit of a list, which a query of the bids to reject can have too. */
const PAGE = 20;

const describe = (status: unknown): string => (typeof status === 'string' ? status : 'not readable');

export const DELISTING_CHECKS: readonly Check[] = [
  check('BID-29/unlist', 'Unlisting a listing rejects the pending bids of every team', SIDES, async (t) =>
    checkDelisting(t, 'unlist'),
  ),
  check('BID-52/archive', 'Archiving a listed listing rejects the pending bids of every team', SIDES, async (t) =>
    checkDelisting(t, 'archive'),
  ),
  ...(
    [
      ['BID-29/by-grades', 'unlist', 'Unlisting'],
      ['BID-52/by-grades', 'archive', 'Archiving'],
    ] as const
  ).map(([id, how, what]) =>
    check(id, `${what} an ungraded listing rejects its multi-grade bids`, SIDES, async (t) => {
      const bid = await placeMultiGradeBid(t);
      await delist(bid.lot, how);
      await awaitBidStatus(t, t.buyer, bid.id, 'rejected');
    }),
  ),
  check('BID-29/many', 'Unlisting a listing rejects all of its pending bids', WITH_RIVAL, async (t) => {
    const lot = await t.arrange.lot();
    const bids = await t.arrange.bids(lot, [{ quantity_mt: 5 }, { quantity_mt: 6 }, { quantity_mt: 7 }, { quantity_mt: 8 }]);
    await delist(lot, 'unlist');
    for (const bid of bids) await awaitBidStatus(t, bid.by, bid.id, 'rejected');
  }),
  check('BID-29/more-than-a-page', 'Unlisting a listing rejects more bids than a page has', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const more = Array.from({ length: PAGE - 1 }, () => ({ quantity_mt: 7 }));
    const bids = await t.arrange.bids(lot, [{ quantity_mt: 5 }, { quantity_mt: 6 }, ...more]);
    if (bids.length <= PAGE) t.unverifiable(`only ${bids.length} bids can be placed on one listing`);
    await delist(lot, 'unlist');
    const ends = [...bids.slice(0, 2), ...bids.slice(-2)];
    for (const bid of ends) await awaitBidStatus(t, bid.by, bid.id, 'rejected');
  }),
  ...(
    [
      ['BID-29/others-stay', 'unlist', 'Unlisting'],
      ['BID-52/others-stay', 'archive', 'Archiving'],
    ] as const
  ).map(([id, how, what]) =>
    check(id, `${what} a listing changes neither decided bids nor bids on other listings`, WITH_RIVAL, async (t) => {
      const [lot, other] = [await t.arrange.lot(), await t.arrange.lot()];
      const pending = await t.arrange.bid(lot);
      const [accepted, countered] = [await t.arrange.bid(lot, {}, t.rival), await t.arrange.bid(lot)];
      const elsewhere = await t.arrange.bid(other);
      await t.arrange.counter(lot, countered);
      ensureSuccess(await actOnBid(t, lot.seller, accepted.id, 'accept'));
      await ensureNotPending(t.rival, accepted.id, 'accept');
      await delist(lot, how);
      await awaitBidStatus(t, t.buyer, pending.id, 'rejected');
      (await readBid(t.rival, accepted.id)).get('status').is('accepted');
      await expectStillCountered(t, countered.id, 'its listing was delisted');
      (await readBid(t.buyer, elsewhere.id)).get('status').is('pending');
      expectSuccess(await actOnBid(t, other.seller, elsewhere.id, 'accept'));
    }),
  ),
  check('BID-20/relisted', 'Bids that unlisting rejected stay rejected when the listing is published again', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    await delist(lot, 'unlist');
    await awaitBidStatus(t, t.buyer, bid.id, 'rejected');
    ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: true }));
    (await readBid(t.buyer, bid.id)).get('status').is('rejected');
    expectRefusal(await actOnBid(t, lot.seller, bid.id, 'accept'), 422);
  }),
  check('BID-29/repriced', 'A PATCH that does not delist rejects no bid', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const patched = await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, NEW_PRICE);
    ensureSuccess(patched);
    const status = await readBidStatus(t.buyer, bid.id);
    expectThat(status !== 'rejected', {
      message: 'A new target price rejected a pending bid.',
      expected: 'pending',
      observed: status,
    });
    if (status !== 'pending') t.observe(`after a new target price, a pending bid is ${describe(status)}`);
  }),
  check('BID-29/counters', 'Unlisting a listing rejects pending counters of both sides', SIDES, async (t) => {
    const sellers = await arrangeBidInState(t, 'counter');
    const buyers = await counterTwice(t);
    for (const { lot } of [sellers, buyers]) await delist(lot, 'unlist');
    for (const id of [sellers.id, buyers.second]) await awaitBidStatus(t, t.buyer, id, 'rejected');
    await expectStillCountered(t, sellers.bid.id, 'its listing was unlisted');
  }),
  check(
    'BID-29/once-more',
    'Unlisting a listing that was published again, with a new price in the same PATCH, rejects its new bids',
    SIDES,
    async (t) => {
      const lot = await t.arrange.lot();
      for (const listed of [false, true]) ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
      const bid = await t.arrange.bid(lot);
      await delist(lot, 'unlist', NEW_PRICE);
      await awaitBidStatus(t, t.buyer, bid.id, 'rejected');
    },
  ),
];
