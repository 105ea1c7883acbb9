import type { Query, Trade } from '#client';
import {
  ensureSuccess,
  expectAnyRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  sendBid,
  encodePath,
} from '#client';
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { awaitTrade, expectListed, expectNotListed, tradeIdOf, makeDatedTrade } from './find.ts';

const NEEDS = ['buyer', 'seller', 'writes'] as const;
const WITH_RIVAL = [...NEEDS, 'rival'] as const;
const WITH_PARTNER = [...NEEDS, 'partner'] as const;
const PAYING = [...NEEDS, 'hook:pay_invoice'] as const;

/** Asserts that GET /trades does not list a trade of today in ranges of the future and of the past. */
async function expectNotInOtherRanges(t: CheckContext, id: string, day: (days: number) => string): Promise<void> {
  await expectNotListed(t.buyer, id, 'an earlier trade', { from: day(3) });
  await expectNotListed(t.buyer, id, 'a later trade', { to: day(-3) });
}

/** Queries that a new trade matches. Each can take another path to the records, and all must show only those of the caller. */
export async function queriesFor(t: CheckContext, { lot }: Trade): Promise<readonly Query[]> {
  const { commodity } = (await t.arrange.publishing(lot.seller)).crop;
  return [{}, { commodity }, { status: 'Pending' }, { units: 'MT' }];
}

/** GET /trades and GET /trades/{id}. */
export const READING_CHECKS: readonly Check[] = [
  check('TRD-1/list', "GET /trades lists the team's trades", NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    await expectListed(t.buyer, trade.id);
  }),
  check('TRD-1/status-filter', 'GET /trades?status=Pending lists a Pending trade, and Completed does not', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    for (const status of ['Pending', 'Completed']) {
      const reply = await t.buyer.get('/trades', { status, limit: 50 });
      expectSuccess(reply);
      for (const item of reply.items) item.get('status').is(status);
    }
    await expectListed(t.buyer, trade.id, { status: 'Pending' });
    await expectNotListed(t.buyer, trade.id, 'a Pending trade', { status: 'Completed' });
  }),
  check('TRD-1/date-filter', 'GET /trades lists a trade within from and to, but not outside them', NEEDS, async (t) => {
    const { trade, day } = await makeDatedTrade(t);
    // Whether they bound creation or settlement is open. A new trade that is not settled has only its creation date.
    const kept = await awaitTrade(t.buyer, trade.id, { from: day(-2), to: day(2) });
    if (kept === undefined) t.observe('from and to do not bound the creation date of a trade');
    await expectNotInOtherRanges(t, trade.id, day);
    if (kept === undefined) return;
    for (const query of [{ from: day(-2) }, { to: day(2) }]) await expectListed(t.buyer, trade.id, query);
  }),
  check(
    'TRD-1/date-filter-of-settled',
    'GET /trades lists a trade that was created and settled within from and to',
    PAYING,
    async (t) => {
      const { trade, day } = await makeDatedTrade(t);
      await t.arrange.settle(trade);
      const ranges: readonly Query[] = [{ from: day(-2), to: day(2) }, { from: day(-2) }, { to: day(2) }];
      for (const query of ranges) await expectListed(t.buyer, trade.id, query);
      await expectNotInOtherRanges(t, trade.id, day);
    },
  ),
  check('TRD-2/read', 'GET /trades/{id} returns the trade', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
    expectStatus(read, 200);
    expectThat(tradeIdOf(read.data) === trade.id, {
      message: 'GET /trades/{id} returned a different trade.',
      reply: read,
      expected: trade.id,
    });
    expectStatus(await t.buyer.get(encodePath`/trades/${trade.id}`, { units: 'MT' }), 200);
    expectRefusal(await t.buyer.get('/trades/trd_000000000000000000000000'), 404, { code: 'not_found' });
  }),
  check('TRD-2/another-s', "GET /trades/{id} of another team's trade returns 404", WITH_RIVAL, async (t) => {
    for (const trade of [await t.arrange.trade(), await t.arrange.tradeOfCounter()]) {
      expectRefusal(await t.rival.get(encodePath`/trades/${trade.id}`), 404, { code: 'not_found' });
      // Its token can lack the scope.
      if (t.has('elevator')) expectAnyRefusal(await t.elevator.get(encodePath`/trades/${trade.id}`));
      ensureSuccess(await t.buyer.get(encodePath`/trades/${trade.id}`));
    }
  }),
  check(
    'TRD-2/another-s-settled',
    "GET /trades/{id} of another team's settled trade returns 404",
    [...PAYING, 'rival'],
    async (t) => {
      const trade = await t.arrange.settledTrade();
      expectRefusal(await t.rival.get(encodePath`/trades/${trade.id}`), 404, { code: 'not_found' });
    },
  ),
  check('TRD-2/another-seller-s', "GET /trades/{id} of another seller's trade returns 404", WITH_PARTNER, async (t) => {
    const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.seller) });
    expectRefusal(await t.partner.get(encodePath`/trades/${trade.id}`), 404, { code: 'not_found' });
  }),
  check('TRD-3/not-in-another-s-list', "GET /trades does not list another team's trades", WITH_RIVAL, async (t) => {
    const trade = await t.arrange.trade();
    await expectListed(t.buyer, trade.id);
    const recent = { from: t.run.clock.dateFromToday(-2) };
    for (const query of [...(await queriesFor(t, trade)), recent])
      await expectNotListed(t.rival, trade.id, "another team's trade", query);
  }),
  check('TRD-3/not-in-another-seller-s-list', "GET /trades does not list another seller's trades", WITH_PARTNER, async (t) => {
    const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.seller) });
    await awaitTrade(t.buyer, trade.id);
    for (const query of await queriesFor(t, trade)) await expectNotListed(t.partner, trade.id, "another seller's trade", query);
  }),
  check('TRD-3/seller-side', 'GET /trades lists the trades that the user sold', ['buyer', 'partner', 'writes'], async (t) => {
    const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
    await expectListed(t.partner, trade.id);
    expectSuccess(await t.partner.get(encodePath`/trades/${trade.id}`));
  }),
  check(
    'TRD-3/both-sides',
    'GET /trades lists what the team bought together with what its user sold',
    WITH_PARTNER,
    async (t) => {
      const sold = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
      const lot = await t.arrange.lot({}, t.seller);
      const { reply } = await sendBid(t, t.partner, lot.id);
      if (!reply.is_success) t.unverifiable(`the partner cannot place a bid (status ${reply.status})`, 'actors.partner');
      const accepted = await t.seller.post(encodePath`/bids/${reply.data.get('id').text()}/accept`);
      ensureSuccess(accepted);
      for (const id of [sold.id, tradeIdOf(accepted.data)]) await expectListed(t.partner, id);
    },
  ),
];
