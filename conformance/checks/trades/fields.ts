import { check, type Check } from '../../check/check.ts';
import { type Actor, type JsonNode, ensureSuccess, expectStatus, isSameJson, itemsOf, warnUnless, encodePath } from '#client';
import { expectMoney } from '../../expectations/values.ts';
import { queriesFor } from './reading.ts';
import { expectListed, tradeIdOf } from './find.ts';

const NEEDS = ['buyer', 'seller', 'writes'] as const;

/** Whether a field can be the side indicator of a trade, whose name the document does not state. */
function isSide(key: string, value: unknown): boolean {
  const is_named = /side|role|direction|^is_(?:buyer|seller)$/i.test(key) && value !== null;
  return is_named || (typeof value === 'string' && /^(?:buyer|seller|buy|sell|bought|sold|purchase|sale)$/i.test(value));
}

/** The trade as each party reads it. @throws Blocked if one cannot read it */
async function readEach([buyer, seller]: readonly [Actor, Actor], id: string): Promise<readonly [JsonNode, JsonNode]> {
  const replies = [await buyer.get(encodePath`/trades/${id}`), await seller.get(encodePath`/trades/${id}`)] as const;
  for (const reply of replies) ensureSuccess(reply);
  return [replies[0].data, replies[1].data];
}

/** The fields of a trade. */
export const FIELDS_CHECKS: readonly Check[] = [
  check('TRD-4/fields', 'A trade has an id, a string status, and a counterparty', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
    for (const item of itemsOf(await t.buyer.get('/trades', { limit: 50 }))) tradeIdOf(item);
    const listed = await expectListed(t.buyer, trade.id);
    for (const one of [trade.reply.data, read.data, listed]) {
      tradeIdOf(one);
      one.get('status').text();
      one.get('counterparty').orNull((party) => party.get('name').text());
    }
  }),
  check('TRD-9/seller-without-team', 'A seller without a team can read the trades that its user sold', NEEDS, async (t) => {
    const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.seller) });
    expectStatus(await t.seller.get('/trades', { limit: 50 }), 200);
    for (const query of await queriesFor(t, trade)) await expectListed(t.seller, trade.id, query, 'a trade that the user sold');
    expectStatus(await t.seller.get(encodePath`/trades/${trade.id}`), 200);
  }),
  check('TRD-10/fields', 'A trade has its lot, commodity, quantity, and price', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
    ensureSuccess(read);
    read.data.get('inventory_id').is(trade.lot.id);
    const commodity = read.data.get('commodity');
    commodity.get('slug').is((await t.arrange.publishing(trade.lot.seller)).crop.commodity);
    commodity.get('name').text();
    read.data.get('quantity_mt').is(trade.bid.body['quantity_mt']);
    expectMoney(read.data.get('price'));
    const listed = await expectListed(t.buyer, trade.id);
    for (const key of ['inventory_id', 'commodity', 'quantity_mt', 'price']) {
      warnUnless(listed.has(key), { message: `A trade in GET /trades has no ${key}.`, reply: listed.reply });
    }
  }),
  check('TRD-11/side', 'A trade shows which side the caller was on', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
    ensureSuccess(read);
    const sides = Object.entries(read.data.object()).filter(([key, value]) => isSide(key, value));
    for (const [key, value] of sides) t.observe(`the side is in ${key}: ${JSON.stringify(value)}`);
    if (sides.length === 0) t.observe('no field of a trade has the value buyer or seller');
    const sold = await trade.lot.seller.get(encodePath`/trades/${trade.id}`);
    if (sold.status !== 200 && sides.length > 0) return;
    if (sold.status !== 200) t.unverifiable('the seller cannot read the trade (TRD-9), so the two views cannot be compared');
    // The document does not name the indicator. Under any name, its value differs between the two sides.
    warnUnless(!isSameJson(read.data.value, sold.data.value), {
      message: 'A trade is the same for buyer and seller, so no field shows the side.',
      reply: read,
      expected: 'a field with buyer or seller',
    });
  }),
  check(
    'TRD-11/settled',
    'The side of a trade stays the same when the trade is settled',
    ['buyer', 'partner', 'writes', 'hook:pay_invoice'],
    async (t) => {
      const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
      const parties = [t.buyer, t.partner] as const;
      const before = await readEach(parties, trade.id);
      await t.arrange.settle(trade);
      const after = await readEach(parties, trade.id);
      const [of_buyer, of_seller] = before;
      // Without an indicator that differs between the parties, TRD-11/side warns.
      const sides = Object.keys(of_buyer.object()).filter(
        (key) => isSide(key, of_buyer.find(key)?.value) && !isSameJson(of_buyer.find(key)?.value, of_seller.find(key)?.value),
      );
      if (sides.length === 0) t.unverifiable('no field of a trade shows the side of the caller');
      const pairs = [[of_buyer, after[0]] as const, [of_seller, after[1]] as const];
      for (const [earlier, later] of pairs)
        for (const key of sides)
          warnUnless(isSameJson(earlier.find(key)?.value, later.find(key)?.value), {
            message: `The field ${key} of a trade changed when the trade was settled.`,
            reply: later.reply,
            expected: JSON.stringify(earlier.find(key)?.value),
            observed: later.find(key)?.value,
          });
    },
  ),
  check('TRD-5/shape', 'Reports the keys of a trade', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    t.observe(`keys of a trade: ${Object.keys(trade.reply.data.object()).join(', ')}`);
  }),
  check('TRD-8/unknown-status', 'Reports the status of GET /trades with an unknown status filter', ['buyer'], async (t) => {
    t.observe(`GET /trades?status=Nonsense returns ${(await t.buyer.get('/trades', { status: 'Nonsense' })).status}`);
  }),
  check('TRD-14/id', 'Reports the key of the id of a trade', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    t.observe(trade.reply.data.has('id') ? 'the id of a trade is in id' : 'the id of a trade is in trade_id');
  }),
];
