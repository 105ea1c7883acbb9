/** Archiving a listing (LST-7) takes neither its bids nor its trade from those who made them. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Bid, Trade } from '#client';
import { awaitInList, encodePath, ensureSuccess, expectStatus, expectThat } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectTermsOf } from '../trades/values.ts';
import { expectListed } from '../trades/find.ts';
import { expectInList } from './bid-views.ts';
import { delist } from './delisting.ts';
import { SIDES } from './needs.ts';

/** An archived listing with a trade, and with a bid that was not accepted, of another team if there is one. */
async function arrangeArchived(t: CheckContext): Promise<{ other: Bid; trade: Trade }> {
  return t.run.once('an archived listing with a trade', async () => {
    const lot = await t.arrange.lot();
    const [bid, other] = await t.arrange.bids(lot, [{}, {}]);
    const trade = await t.arrange.trade({ lot, bid });
    await delist(lot, 'archive');
    return { other, trade };
  });
}

async function expectStillReadable(by: Actor, path: string, what: string): Promise<void> {
  const reply = await by.get(path);
  expectThat(reply.status !== 404, {
    message: `${what} can no longer be read once the listing is archived.`,
    reply,
    expected: '200: archiving a listing deletes nothing',
    likely_cause: 'The query joins the listings and excludes archived ones.',
  });
  ensureSuccess(reply);
}

export const ARCHIVED_CHECKS: readonly Check[] = [
  check('LST-7/sold', 'A listing with a trade can be archived', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    await t.arrange.trade({ lot });
    expectStatus(await lot.seller.delete(encodePath`/me/inventory/${lot.id}`), 200);
  }),
  check('BID-14/archived', 'GET /bids lists the bids on an archived listing', SIDES, async (t) => {
    const { other, trade } = await arrangeArchived(t);
    await expectInList(trade.bid.by, trade.bid.id, {}, 'the accepted bid on an archived listing');
    await expectInList(other.by, other.id, {}, 'a bid on an archived listing');
  }),
  check('BID-16/archived', "GET /bids/{id} shows a team's bids on an archived listing", SIDES, async (t) => {
    const { other, trade } = await arrangeArchived(t);
    for (const { id, by } of [trade.bid, other]) await expectStillReadable(by, encodePath`/bids/${id}`, 'A bid');
  }),
  check('BID-13/archived', 'A bid keeps the id of its listing when the listing is archived', SIDES, async (t) => {
    const { trade } = await arrangeArchived(t);
    const { bid, lot } = trade;
    const read = await bid.by.get(encodePath`/bids/${bid.id}`);
    ensureSuccess(read);
    for (const view of [read.data, await awaitInList(bid.by, '/bids', bid.id)]) view?.find('inventory_id')?.is(lot.id);
  }),
  check('TRD-10/archived', 'A trade keeps its terms when its listing is archived', SIDES, async (t) => {
    const { trade } = await arrangeArchived(t);
    await expectTermsOf(trade.bid.by, trade.id, trade.reply.data);
  }),
  check('TRD-3/archived', 'The trade of an archived listing is still listed and can be read', SIDES, async (t) => {
    const { trade } = await arrangeArchived(t);
    await expectListed(trade.bid.by, trade.id, {}, 'the trade of an archived listing');
    await expectStillReadable(trade.bid.by, encodePath`/trades/${trade.id}`, 'The trade');
  }),
];
