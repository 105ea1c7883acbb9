/** PRIV-5, PRIV-7, PRIV-13, PRIV-19: masks of bids in every state, of offers, and of buyers. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, JsonNode, Lot, Reply } from '#client';
import {
  Blocked,
  ensureSuccess,
  expectThat,
  findBidInInbox,
  findInList,
  isObject,
  isOf,
  readBidStatus,
  poll,
  listReceivedBids,
  readItems,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { holdsName, isTellingName } from './no-secrets.ts';

/** Both sides' views of a bid have no counterparty. */
async function expectMaskedBid(
  t: CheckContext,
  lot: Lot,
  id: string,
  state: string,
  answers: readonly Reply[] = [],
): Promise<void> {
  const views = [...answers, await t.buyer.get(`/bids/${id}`)].filter(({ is_success }) => is_success).map(({ data }) => data);
  views.push(...(await lookFor(t, async () => findInList(t.buyer, '/bids', id))));
  views.push(...(await listReceivedBids(lot)).filter((bid) => isOf(bid, id)));
  views.push(...(await lookFor(t, async () => findBidInInbox(lot.seller, id))));
  expectNoCounterparty(views, `The counterparty of a ${state} bid is told.`);
}

/** What a list shows of it. A list that cannot be read is missed. */
async function lookFor(t: CheckContext, find: () => Promise<JsonNode | undefined>): Promise<readonly JsonNode[]> {
  try {
    const found = await find();
    return found === undefined ? [] : [found];
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    t.misses(error);
    return [];
  }
}

/** Where a view has a counterparty, it is null. */
function expectNoCounterparty(views: readonly JsonNode[], message: string): void {
  for (const view of views) {
    const counterparty = view.find('counterparty');
    (counterparty ?? view).expect(counterparty?.isNull() ?? true, message, 'null');
  }
}

/** What a seller sees in the place of a buyer's name, in each view. */
async function labelsOf(t: CheckContext, lot: Lot, by: Actor): Promise<readonly JsonNode[]> {
  const bid = await t.arrange.bid(lot, {}, by);
  const is_it = (one: JsonNode): boolean => one.has('id') && one.get('id').value === bid.id;
  const listed = (await listReceivedBids(lot)).find(is_it);
  const inbox = await findBidInInbox(lot.seller, bid.id);
  const labels = [listed, inbox].flatMap((view) => (view?.has('buyer_label') === true ? [view.get('buyer_label')] : []));
  // "Seen in the bid inbox".
  expectThat(labels.length > 0, {
    message: 'No view of a received bid has a buyer_label.',
    expected: 'a buyer_label in GET /me/bids-received',
  });
  return labels;
}

/** An elevator has locations to deliver to; whether it is verified is not told. */
async function mayBeElevator(actor: Actor): Promise<boolean> {
  return readItems(await actor.get('/delivery-locations')).length > 0;
}

export const MASKS: readonly Check[] = [
  check('PRIV-13/rejected', 'The counterparty of a rejected bid is null for both', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const rejected = await lot.seller.post(`/bids/${bid.id}/reject`);
    ensureSuccess(rejected);
    await expectMaskedBid(t, lot, bid.id, 'rejected', [bid.reply, rejected]);
  }),
  check(
    'PRIV-13/countered',
    'The counterparty of a countered bid, and of the counter, is null for both',
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const counter = await t.arrange.counter(lot, bid);
      await expectMaskedBid(t, lot, bid.id, 'countered', [counter.reply]);
      await expectMaskedBid(t, lot, counter.id, 'pending');
      const accepted = await t.buyer.post(`/bids/${counter.id}/accept`);
      ensureSuccess(accepted);
      expectNoCounterparty([accepted.data], 'The counterparty of an unpaid trade is told.');
      await expectMaskedBid(t, lot, bid.id, 'countered');
      await expectMaskedBid(t, lot, counter.id, 'accepted, but unpaid');
    },
  ),
  check('PRIV-13/delisted', 'The counterparty of a bid whose lot was taken off is null', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const delisted = await lot.seller.patch(`/me/inventory/${lot.id}`, { listed: false });
    ensureSuccess(delisted);
    await expectMaskedBid(t, lot, bid.id, 'delisted');
  }),
  check(
    'PRIV-13/expired',
    'The counterparty of a bid whose time is up is null',
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const reply = await t.buyer.post(
        `/inventory/${lot.id}/bids`,
        await t.arrange.bidBody({ expires_at: t.run.instantFromNow(1.2) }),
      );
      if (!reply.is_success) t.unverifiable('a bid may not be that short');
      const id = reply.data.get('id').text();
      await t.wait(1_500);
      t.observe(`its status is ${String(await readBidStatus(t.buyer, id))}`);
      await expectMaskedBid(t, lot, id, 'expired');
    },
    { lane: 'patient' },
  ),
  check('PRIV-19/chain', 'Which bid of a chain settlement unmasks', ['buyer', 'writes', 'hook:pay_invoice'], async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const counter = await t.arrange.counter(lot, bid);
    const accepted = await t.buyer.post(`/bids/${counter.id}/accept`);
    ensureSuccess(accepted);
    const id = accepted.data.has('id') ? accepted.data.get('id').text() : accepted.data.get('trade_id').text();
    await t.arrange.pay({ id }, 'buyer');
    await t.arrange.pay({ id }, 'seller');
    for (const [what, one] of [
      ['first', bid.id],
      ['accepted', counter.id],
    ] as const) {
      const read = await t.buyer.get(`/bids/${one}`);
      const is_told = read.status === 200 && isObject(read.data.find('counterparty')?.value);
      t.observe(`the ${what} bid of a chain ${is_told ? 'is unmasked' : 'stays masked'}`);
    }
  }),
  ...(['buyer', 'rival'] as const).map((name) =>
    check(
      `PRIV-7/label-of-${name}`,
      `Sellers see "Buyer" in the place of a buyer who is no verified elevator`,
      [name, 'writes'],
      async (t) => {
        const lot = await t.arrange.lot();
        for (const label of await labelsOf(t, lot, t.actor(name))) {
          const text = label.text();
          if (text === 'Buyer') continue;
          if (await mayBeElevator(t.actor(name)))
            t.unverifiable(`the actor ${name} may be a verified elevator itself`, `actors.${name}`);
          label.is('Buyer');
        }
      },
    ),
  ),
  check('PRIV-7/label-of-elevator', 'Sellers see the company of a verified elevator', ['elevator', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const company = t.run.settings.fixtures.verified_company_name;
    for (const label of await labelsOf(t, lot, t.elevator)) {
      if (label.text() === 'Buyer') label.breach('The company of a verified elevator is not told.', 'the company');
      if (company === undefined) continue;
      if (t.run.settings.recognised_as === undefined && label.value !== company)
        t.unverifiable('sellers see another name than the configured one', 'fixtures.verified_company_name');
      label.is(company);
    }
  }),
  check(
    'PRIV-5/until-settled',
    'An offer, and its trade, name the offering party when both invoices are paid, and not before',
    ['elevator', 'writes', 'fixture:cash_bid_body', 'hook:make_offer', 'hook:pay_invoice'],
    async (t) => {
      const cash_bid = await t.arrange.cashBid();
      const taken = await t.arrange.offer(cash_bid.id);
      const refused = await t.arrange.offer(cash_bid.id);
      const path = `/cash-bids/${cash_bid.id}/offers`;
      const before: Reply[] = [await t.elevator.get(path)];
      before.push(await t.elevator.post(`/cash-bid-offers/${refused}/reject`));
      const accepted = await t.elevator.post(`/cash-bid-offers/${taken}/accept`);
      ensureSuccess(accepted);
      const trade_id = accepted.data.has('id') ? accepted.data.get('id').text() : accepted.data.get('trade_id').text();
      before.push(accepted, await t.elevator.get(path), await t.elevator.get(`/trades/${trade_id}`));
      await t.arrange.pay({ id: trade_id }, 'buyer');
      before.push(await t.elevator.get(path), await t.elevator.get(`/trades/${trade_id}`));
      await t.arrange.pay({ id: trade_id }, 'seller');
      const name = await poll(
        async () => {
          const { json } = await t.elevator.get(`/trades/${trade_id}`);
          const trade = isObject(json) && isObject(json['data']) ? json['data'] : {};
          const told = isObject(trade['counterparty']) ? trade['counterparty']['name'] : undefined;
          return typeof told === 'string' ? told : undefined;
        },
        { within_ms: 3_000, signal: t.signal },
      );
      const known = isTellingName(name) ? name : t.unverifiable('the settled trade of an offer does not say who offered');
      for (const reply of before) {
        expectThat(!holdsName(reply.exchange.text, known), {
          message: `${reply.name} names the offering party before the trade is settled.`,
          reply,
          expected: 'null, no such key, or a label',
          observed: known,
        });
      }
    },
  ),
  check(
    'PRIV-5/trade-of-an-offer',
    'The trade of an accepted offer has no counterparty while it is Pending',
    ['elevator', 'writes', 'fixture:cash_bid_body', 'hook:make_offer'],
    async (t) => {
      const cash_bid = await t.arrange.cashBid();
      const accepted = await t.elevator.post(`/cash-bid-offers/${await t.arrange.offer(cash_bid.id)}/accept`);
      ensureSuccess(accepted);
      expectNoCounterparty([accepted.data], 'The counterparty of a Pending trade is told.');
    },
  ),
];
