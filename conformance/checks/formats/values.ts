/** Values that every answer is judged for by oracles: here is made what must be among them. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { JsonNode, Lot, Reply } from '#client';
import { expectThat, isObject, itemsOf, poll } from '#client';
import { judgeAskingPrice, judgeLocation, judgeMoney, judgeQuality, judgeWindow } from '../../expectations/values.ts';
import type { CheckContext } from '../../check/check-context.ts';

/** A listing of the check's own, as buyers find it in the list and alone. */
async function readAsBuyer(t: CheckContext, lot: Lot): Promise<readonly JsonNode[]> {
  const read = async (): Promise<Reply | undefined> => {
    const reply = await t.buyer.get(`/inventory/${lot.id}`);
    return reply.status === 200 ? reply : undefined;
  };
  const alone = await poll(read, { within_ms: 2_000, signal: t.signal });
  if (alone === undefined) t.unverifiable('GET /inventory/{id} does not answer a lot that was just published (INV-14)');
  const { quantity_mt } = lot;
  const list = await t.buyer.get('/inventory', { limit: 50, min_quantity: quantity_mt - 0.5, max_quantity: quantity_mt + 0.5 });
  const item = itemsOf(list).find((one) => one.has('id') && one.get('id').value === lot.id);
  return item === undefined ? [alone.data] : [alone.data, item];
}

export const VALUES: readonly Check[] = [
  check(
    'FMT-1/asking-price',
    'The price that a seller asks is money with firm, true and false alike',
    ['buyer', 'writes'],
    async (t) => {
      for (const firm of [true, false]) {
        const lot = await t.arrange.lot({ quantity_mt: 91.27, target_price: { amount: 301.75, firm } });
        for (const listing of await readAsBuyer(t, lot)) listing.find('asking_price')?.orNull(judgeAskingPrice);
      }
    },
  ),
  check(
    'FMT-1/prices-of-bids',
    'The prices of a bid, of its lines and of its trade are money',
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      (await t.buyer.get(`/bids/${bid.id}`)).data.find('price')?.orNull(judgeMoney);
      const received = itemsOf(await lot.seller.get(`/me/inventory/${lot.id}/bids`)).find(
        (one) => one.has('id') && one.get('id').value === bid.id,
      );
      received?.find('price')?.orNull(judgeMoney);
      const trade = await t.arrange.trade({ lot, bid });
      trade.reply.data.find('price')?.orNull(judgeMoney);
      const by_grades = await t.arrange.multiGradeBid();
      const lines = (await t.buyer.get(`/bids/${by_grades.id}`)).data.find('grades')?.array() ?? [];
      for (const line of lines) judgeMoney(line.get('price'));
    },
  ),
  check('FMT-3/every-measurement', 'Each measurement of quality is a number, null or absent', ['buyer', 'writes'], async (t) => {
    const quality = { protein: 13.2, moisture: 12.9, test_weight: 79.5, dockage: 0.4, falling_number: 345 };
    for (const submitted of [quality, { protein: 12.5 }, undefined]) {
      const lot = await t.arrange.lot({ quantity_mt: 92.27, quality: submitted });
      for (const listing of await readAsBuyer(t, lot)) judgeQuality(listing.get('quality'));
    }
  }),
  check(
    'FMT-4/own-lot',
    "The place of a seller's listing is a province and a city to buyers, and no finer",
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({ quantity_mt: 93.27 });
      for (const listing of await readAsBuyer(t, lot)) listing.find('location')?.orNull(judgeLocation);
    },
  ),
  check(
    'FMT-5/delivery',
    'The delivery window of a bid is the one that was sent, as two dates',
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const views = [
        bid.reply.data,
        (await t.buyer.get(`/bids/${bid.id}`)).data,
        ...itemsOf(await lot.seller.get(`/me/inventory/${lot.id}/bids`)),
      ];
      const windows = views.flatMap((view) => (view.has('delivery') ? [view.get('delivery')] : []));
      for (const window of windows) {
        judgeWindow(window);
        const sent = bid.body['delivery'];
        if (!isObject(sent)) continue;
        window.get('from').is(sent['from']);
        window.get('to').is(sent['to']);
      }
      if (windows.length === 0) t.unverifiable('no view of a bid shows its delivery window');
    },
  ),
  check('FMT-7/quantity', 'Quantity is { amount, unit }, and prices are in CAD', ['buyer'], async (t) => {
    const item = itemsOf(await t.buyer.get('/inventory', { limit: 1 }))[0];
    if (item === undefined) return;
    t.observe(`quantity: ${JSON.stringify(item.find('quantity')?.value)}`);
    const price = item.find('asking_price')?.value;
    if (isObject(price)) t.observe(`currency: ${JSON.stringify(price['currency'])}`);
  }),
  check('FMT-11/near', 'A listing that was searched for by its distance does not tell it', ['buyer'], async (t) => {
    // Everything that has a place lies within half the earth.
    const reply = await t.buyer.get('/inventory', { near: '51.5,-106.5,20000', limit: 50 });
    if (reply.status !== 200) t.unverifiable(`near is not taken (status ${reply.status})`);
    for (const item of itemsOf(reply)) {
      const told = Object.keys(item.object()).find((key) => /distance|bearing/i.test(key));
      expectThat(told === undefined, {
        message: `A listing tells "${told ?? ''}".`,
        reply,
        pointer: item.pointer,
        expected: 'province and nearest city alone',
      });
    }
  }),
];
