import {
  Blocked,
  noneIfFinding,
  NOT_COMPLETED,
  SETTLED_WITHIN_MS,
  type Actor,
  type Reply,
  ensureSuccess,
  readUntil,
  expectRefusal,
  expectStatus,
  expectSuccess,
  mentions,
  poll,
  encodePath,
} from '#client';
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { awaitTrade, expectListed, expectNotListed, sellAgain, tradeIdOf } from './find.ts';

const NEEDS = ['buyer', 'seller', 'writes'] as const;
const OFFERING = ['elevator', 'writes', 'hook:make_offer', 'fixture:cash_bid_body'] as const;

/** Accepts an offer on a new cash bid. @throws Blocked if the response is not a trade, which a check of CB-5 reports */
async function acceptOffer(t: CheckContext, expect: (accepted: Reply) => void): Promise<{ accepted: Reply; id: string }> {
  const cash_bid = await t.arrange.cashBid();
  const offer = await t.arrange.offer(cash_bid.id);
  const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${offer}/accept`);
  expect(accepted);
  const id = tradeIdOf(accepted.data);
  if (accepted.data.find('id')?.value === offer)
    throw new Blocked('POST /cash-bid-offers/{id}/accept returns the offer instead of the trade', accepted.exchange);
  return { accepted, id };
}

/** @throws Blocked if the trade does not become Completed */
async function awaitSettled(t: CheckContext, by: Actor, id: string): Promise<Reply> {
  const isSettled = (read: Reply): boolean => read.is_success && read.data.find('status')?.value === 'Completed';
  const settled = await readUntil(() => by.get(encodePath`/trades/${id}`), isSettled, t.signal, SETTLED_WITHIN_MS);
  if (!isSettled(settled)) throw new Blocked(NOT_COMPLETED, settled.exchange);
  return settled;
}

/** The creation and settlement of a trade. */
export const LIFE_CHECKS: readonly Check[] = [
  check('TRD-7/event', 'Accepting a bid creates a trade and sends trade.created', [...NEEDS, 'webhooks'], async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.trade();
    expectStatus(await t.buyer.get(encodePath`/trades/${trade.id}`), 200);
    await inbox.expect({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' });
  }),
  check('TRD-7/made-by-acceptance', 'The trade that an acceptance returns can be read', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    expectStatus(await t.buyer.get(encodePath`/trades/${trade.id}`), 200);
  }),
  check('TRD-7/second-trade', 'GET /trades lists every trade on a lot', NEEDS, async (t) => {
    const lot = await t.arrange.lot();
    const first = await t.arrange.trade({ lot });
    const second = await sellAgain(t, lot);
    for (const id of [first.id, second]) await expectListed(t.buyer, id, {}, 'one of two trades on a lot');
  }),
  check(
    'TRD-6/one-of-two',
    'Paying both invoices of a trade does not complete another trade on the same lot',
    [...NEEDS, 'hook:pay_invoice'],
    async (t) => {
      const lot = await t.arrange.lot();
      const first = await t.arrange.trade({ lot });
      const second = await sellAgain(t, lot);
      await t.arrange.settle(first);
      await awaitSettled(t, t.buyer, first.id);
      const other = await t.buyer.get(encodePath`/trades/${second}`);
      ensureSuccess(other);
      const status = other.data.get('status');
      if (status.value === 'Completed')
        status.breach('A trade is Completed once another trade on its lot is settled.', 'Pending');
      other.data.get('counterparty').null();
    },
  ),
  check('TRD-12/born-pending', 'A new trade is Pending', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    trade.reply.data.get('status').is('Pending');
    const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
    ensureSuccess(read);
    read.data.get('status').is('Pending');
  }),
  check('TRD-13/made-by-offer', 'Accepting an offer on a cash bid creates a trade', OFFERING, async (t) => {
    const { accepted, id } = await acceptOffer(t, expectSuccess);
    accepted.data.get('status').is('Pending');
    expectSuccess(await t.elevator.get(encodePath`/trades/${id}`));
    await expectListed(t.elevator, id);
  }),
  check('TRD-13/event', 'Accepting an offer sends trade.created', [...OFFERING, 'webhooks'], async (t) => {
    const inbox = await t.subscribe(t.elevator, ['trade.created']);
    const { id } = await acceptOffer(t, ensureSuccess);
    await inbox.expect({ type: 'trade.created', where: mentions(id), after: 'an offer was accepted' });
  }),
  check(
    'TRD-3/of-an-offer',
    "Another team neither lists nor reads an elevator's trade from an offer",
    [...OFFERING, 'rival'],
    async (t) => {
      const { id } = await acceptOffer(t, ensureSuccess);
      // TRD-13 checks that it is there.
      await awaitTrade(t.elevator, id);
      await expectNotListed(t.rival, id, "another team's trade from an offer");
      expectRefusal(await t.rival.get(encodePath`/trades/${id}`), 404, { code: 'not_found' });
    },
  ),
  check(
    'TRD-6/settles',
    'A trade is Completed, and names its counterparty, after both invoices are paid, not after one',
    [...NEEDS, 'hook:pay_invoice'],
    async (t) => {
      for (const [first, second, trade] of [
        ['buyer', 'seller', await t.arrange.tradeOfCounter()],
        ['seller', 'buyer', await t.arrange.trade()],
      ] as const) {
        await t.arrange.pay(trade, first);
        // Paying one invoice twice does not pay both. The hook may refuse the second payment.
        await t.arrange.pay(trade, first).catch((error: unknown) => noneIfFinding(error, t.signal));
        for (const actor of [t.buyer, trade.lot.seller]) {
          // TRD-9 covers a seller who cannot read the trade.
          const half = await actor.get(encodePath`/trades/${trade.id}`);
          if (actor !== t.buyer && half.status !== 200) continue;
          expectSuccess(half);
          const status = half.data.get('status');
          if (status.text() === 'Completed') status.breach('A trade with one paid invoice is Completed.', 'a different status');
          half.data.get('counterparty').null();
        }
        await t.arrange.pay(trade, second);
        const settled = await poll(
          async () => {
            const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
            return read.is_success && read.data.get('status').value === 'Completed' ? read : undefined;
          },
          { within_ms: 3_000, signal: t.signal },
        );
        const read = settled ?? (await t.buyer.get(encodePath`/trades/${trade.id}`));
        read.data.get('status').is('Completed');
        read.data.get('counterparty').get('name').text();
        // TRD-13 covers whether GET /trades lists it.
        const listed = await awaitTrade(t.buyer, trade.id);
        listed?.get('status').is('Completed');
        listed?.get('counterparty').get('name').text();
        // TRD-9 covers a seller who cannot read the trade.
        const sold = await trade.lot.seller.get(encodePath`/trades/${trade.id}`);
        if (sold.status !== 200) continue;
        sold.data.get('status').is('Completed');
        sold.data.get('counterparty').get('name').text();
      }
    },
  ),
  check(
    'PRIV-4/trade-of-an-offer',
    'The counterparty of a trade from an offer is null until both invoices are paid, and then has a name',
    [...OFFERING, 'hook:pay_invoice'],
    async (t) => {
      const { id } = await acceptOffer(t, ensureSuccess);
      for (const invoice of ['buyer', 'seller'] as const) {
        const unpaid = await t.elevator.get(encodePath`/trades/${id}`);
        ensureSuccess(unpaid);
        unpaid.data.get('counterparty').null();
        await t.arrange.pay({ id }, invoice);
      }
      const settled = await awaitSettled(t, t.elevator, id);
      settled.data.get('counterparty').get('name').text();
    },
  ),
  check(
    'TRD-6/settled-event',
    'trade.settled is sent after both invoices are paid, not after one',
    [...NEEDS, 'webhooks', 'hook:pay_invoice'],
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.settled']);
      const trade = await t.arrange.trade();
      const ofTrade = { where: mentions(trade.id), type: 'trade.settled' };
      await t.arrange.pay(trade, 'seller');
      await inbox.expectNone({ ...ofTrade, after: 'one invoice of two was paid' });
      await t.arrange.pay(trade, 'buyer');
      await inbox.expect({ ...ofTrade, after: 'both invoices were paid' });
    },
  ),
];
