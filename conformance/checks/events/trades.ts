/** trade.created and trade.settled, to both sides. */
import { check, type Check } from '../../check/check.ts';
import { expectNotAddressed, mentions, readEnvelope, readEventId, type Arrival, type JsonNode, type Trade } from '#client';
import { expectSameUnit } from '../../expectations/values.ts';
import { TO_BUYERS, TO_SELLERS } from './needs.ts';

/** Each side, with its actor. A seller receives events only with a team. */
const SIDES = [
  ['buyer', 'buyer'],
  ['seller', 'partner'],
] as const;

export const TRADE_CHECKS: readonly Check[] = [
  ...SIDES.map(([side]) =>
    check(
      `EVT-7/to-the-${side}`,
      `trade.created goes to the ${side} with bid.accepted, and has the documented fields`,
      TO_SELLERS,
      async (t) => {
        const buyers = await t.subscribe(t.buyer, ['bid.accepted', 'trade.created']);
        const inbox = side === 'buyer' ? buyers : await t.subscribe(t.partner, ['trade.created']);
        const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
        await buyers.expect({ type: 'bid.accepted', where: mentions(trade.bid.id), after: 'a bid was accepted' });
        const where = mentions(trade.bid.id, trade.id);
        const arrival = await inbox.expect({ type: 'trade.created', where, after: 'a bid was accepted' });
        const data = readEnvelope(arrival).get('data');
        data.get('bid_id').is(trade.bid.id);
        expectTrade(data, trade);
      },
    ),
  ),
  check('EVT-7/without-a-partner', 'trade.created goes to the buyer with the documented fields', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.trade();
    const arrival = await inbox.expect({ where: mentions(trade.bid.id, trade.id), after: 'a bid was accepted' });
    const data = readEnvelope(arrival).get('data');
    data.get('bid_id').is(trade.bid.id);
    expectTrade(data, trade);
  }),
  check('EVT-3/created-once', 'A new trade sends one trade.created', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.trade();
    const isAboutTrade = mentions(trade.id);
    const first = await inbox.requireNext({ where: isAboutTrade, after: 'a bid was accepted' });
    const isSecondEvent = (arrival: Arrival): boolean => isAboutTrade(arrival) && readEventId(arrival) !== readEventId(first);
    // In the sandbox, one client can get the events of both sides.
    await expectNotAddressed(t, inbox, { where: isSecondEvent, after: 'its first event', within_ms: 250 });
  }),
  check(
    'EVT-3/settled-once',
    'A settlement sends one event, and trade.created is not sent again',
    ['buyer', 'seller', 'writes', 'webhooks', 'hook:pay_invoice'],
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.created', 'trade.settled']);
      const trade = await t.arrange.settledTrade();
      const isAboutTrade = mentions(trade.id);
      const created = await inbox.requireNext({ type: 'trade.created', where: isAboutTrade, after: 'a bid was accepted' });
      const settled = await inbox.requireNext({ type: 'trade.settled', where: isAboutTrade, after: 'both invoices were paid' });
      const known = [created, settled].map(readEventId);
      const isSecondEvent = (arrival: Arrival): boolean => isAboutTrade(arrival) && !known.includes(readEventId(arrival));
      // In the sandbox, one client can get the events of both sides.
      await expectNotAddressed(t, inbox, { where: isSecondEvent, after: 'its first event', within_ms: 250 });
    },
  ),
  check(
    'EVT-8/to-an-elevator',
    'trade.settled is sent to an elevator that bought',
    ['elevator', 'seller', 'writes', 'webhooks', 'hook:pay_invoice'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['trade.settled']);
      const trade = await t.arrange.trade({ by: t.elevator });
      await t.arrange.settle(trade);
      await inbox.expect({ type: 'trade.settled', where: mentions(trade.id), after: 'both invoices were paid' });
    },
  ),
  ...SIDES.map(([side, actor]) =>
    check(
      `EVT-8/to-the-${side}`,
      `trade.settled goes to the ${side} after both invoices are paid, not before`,
      ['buyer', 'partner', 'writes', 'webhooks', 'hook:pay_invoice'],
      async (t) => {
        const inbox = await t.subscribe(t.actor(actor), ['trade.settled']);
        const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
        await t.arrange.pay(trade, side);
        await inbox.expectNone({ where: mentions(trade.id), after: 'one invoice was paid', within_ms: 250 });
        await t.arrange.pay(trade, side === 'buyer' ? 'seller' : 'buyer');
        const where = mentions(trade.id);
        const arrival = await inbox.expect({ type: 'trade.settled', where, after: 'both invoices were paid' });
        expectTrade(readEnvelope(arrival).get('data'), trade, 'Completed');
      },
    ),
  ),
];

/** @param status the expected status; a trade may settle before trade.created is sent */
export function expectTrade(data: JsonNode, { id, lot, bid, reply }: Trade, status?: string): void {
  data.get('trade_id').is(id);
  data.get('inventory_id').is(lot.id);
  if (status === undefined) expectCapital(data.get('status'));
  else data.get('status').is(status);
  const { commodity } = lot.submitted;
  data.get('commodity').get('slug').is(commodity);
  data.get('commodity').get('name').text();
  const quantity = data.get('quantity_mt').number();
  if (Math.abs(quantity - Number(bid.body['quantity_mt'])) > 0.005) {
    data.get('quantity_mt').breach('The quantity is not that of the bid.', String(bid.body['quantity_mt']));
  }
  const price = data.get('price');
  price.get('amount').number();
  price.get('unit').text();
  price.get('currency').text();
  // Prices in different units cannot be compared.
  const shown = reply.data.find('price');
  if (shown === undefined || !shown.has('amount') || !shown.has('unit')) return;
  expectSameUnit(price, shown.value);
  if (shown.get('unit').value === price.get('unit').value) price.get('amount').is(shown.get('amount').value);
}

/** Asserts that the status Pending is written as the document writes it. Other statuses are not shown. */
function expectCapital(status: JsonNode): void {
  const text = status.text();
  if (text.toLowerCase() === 'pending') status.is('Pending');
}
