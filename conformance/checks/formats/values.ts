/** Creates the values that the oracles then check in every reply, and sends instants in every form. */
import { parseInstant } from '#spec';
import { check, type Check } from '../../check/check.ts';
import { expectAskingPrice, expectLocation, expectMoney, expectQuality, expectWindow } from '../../expectations/values.ts';
import type { JsonNode, Lot, Reply } from '#client';
import {
  awaitListed,
  ensureSuccess,
  expectPlaced,
  expectRefusal,
  expectThat,
  hasId,
  isObject,
  itemsOf,
  noneIfFinding,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { postBid } from '../bids/post-bid.ts';

const NEEDS = ['buyer', 'writes'] as const;

/** A new listing as buyers see it in the list and in GET /inventory/{id}. */
async function readAsBuyer(t: CheckContext, lot: Lot): Promise<readonly JsonNode[]> {
  const read = async (): Promise<Reply | undefined> => {
    const reply = await t.buyer.get(encodePath`/inventory/${lot.id}`);
    return reply.status === 200 ? reply : undefined;
  };
  const alone = await awaitListed(read, t.signal);
  if (alone === undefined) t.unverifiable('GET /inventory/{id} does not return a new lot (INV-14)');
  const { quantity_mt } = lot;
  const list = await t.buyer.get('/inventory', { limit: 50, min_quantity: quantity_mt - 0.5, max_quantity: quantity_mt + 0.5 });
  const item = itemsOf(list).find((one) => hasId(one, lot.id));
  return item === undefined ? [alone.data] : [alone.data, item];
}

/** The same instant in common ISO 8601 forms. */
function formsOf(instant: string): Readonly<Record<string, string>> {
  const whole = `${instant.slice(0, 19)}Z`;
  const east = new Date(Date.parse(whole) + 2 * 3_600_000).toISOString().slice(0, 19);
  return { 'in UTC': whole, 'with milliseconds': `${instant.slice(0, 19)}.000Z`, 'with an offset': `${east}+02:00` };
}

export const VALUES_CHECKS: readonly Check[] = [
  check('FMT-1/asking-price', 'asking_price has the Money shape, with firm true or false', NEEDS, async (t) => {
    for (const firm of [true, false]) {
      const lot = await t.arrange.lot({ quantity_mt: 91.27, target_price: { amount: 301.75, firm } });
      for (const listing of await readAsBuyer(t, lot)) listing.find('asking_price')?.orNull(expectAskingPrice);
    }
    // A deployment can reject or round this price, but the price that it shows has the Money shape.
    const precise = { quantity_mt: 91.29, target_price: { amount: 312.1234, firm: true } };
    const lot = await t.arrange.lot(precise).catch((error: unknown) => noneIfFinding(error, t.signal));
    const listings = lot === undefined ? [] : await readAsBuyer(t, lot);
    for (const listing of listings) listing.find('asking_price')?.orNull(expectAskingPrice);
  }),
  check('FMT-1/prices-of-bids', 'The prices of a bid, its lines, and its trade have the Money shape', NEEDS, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    (await t.buyer.get(encodePath`/bids/${bid.id}`)).data.find('price')?.orNull(expectMoney);
    const received = itemsOf(await lot.seller.get(encodePath`/me/inventory/${lot.id}/bids`)).find((one) => hasId(one, bid.id));
    received?.find('price')?.orNull(expectMoney);
    const trade = await t.arrange.trade({ lot, bid });
    trade.reply.data.find('price')?.orNull(expectMoney);
    const by_grades = await t.arrange.multiGradeBid();
    const lines = (await t.buyer.get(encodePath`/bids/${by_grades.id}`)).data.find('grades')?.array() ?? [];
    for (const line of lines) expectMoney(line.get('price'));
  }),
  check('FMT-3/every-measurement', 'Each measurement of quality is a number, null, or absent', NEEDS, async (t) => {
    const quality = { protein: 13.2, moisture: 12.9, test_weight: 79.5, dockage: 0.4, falling_number: 345 };
    for (const submitted of [quality, { protein: 12.5 }, undefined]) {
      const lot = await t.arrange.lot({ quantity_mt: 92.27, quality: submitted });
      for (const listing of await readAsBuyer(t, lot)) expectQuality(listing.get('quality'));
    }
  }),
  check('FMT-4/own-lot', 'Buyers see only the province and the city of a listing', NEEDS, async (t) => {
    const lot = await t.arrange.lot({ quantity_mt: 93.27 });
    for (const listing of await readAsBuyer(t, lot)) listing.find('location')?.orNull(expectLocation);
  }),
  check('FMT-5/delivery', 'A bid has the requested delivery window, as two dates', NEEDS, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const views = [
      bid.reply.data,
      (await t.buyer.get(encodePath`/bids/${bid.id}`)).data,
      ...itemsOf(await lot.seller.get(encodePath`/me/inventory/${lot.id}/bids`)),
    ];
    const windows = views.flatMap((view) => (view.has('delivery') ? [view.get('delivery')] : []));
    for (const window of windows) {
      expectWindow(window);
      const sent = bid.body['delivery'];
      if (!isObject(sent)) continue;
      window.get('from').is(sent['from']);
      window.get('to').is(sent['to']);
    }
    if (windows.length === 0) t.unverifiable('no view of a bid shows its delivery window');
  }),
  check(
    'FMT-6/forms-of-expires-at',
    'expires_at of a bid can be in UTC, with fractional seconds, or with an offset',
    NEEDS,
    async (t) => {
      for (const [form, expires_at] of Object.entries(formsOf(t.run.clock.instantFromNow(3 * 86_400)))) {
        // Another listing for each bid, because a deployment can limit a team to one open bid per listing (BID-39).
        const lot = await t.arrange.lotToBidOn();
        const reply = await postBid(t, lot, { expires_at });
        await expectPlaced(t, t.buyer, reply);
        const kept = reply.data.find('expires_at');
        if (typeof kept?.value !== 'string') continue;
        // BID-45 checks that it is the same time. Here, any time is enough.
        const at_ms = parseInstant(kept.value) ?? Date.parse(kept.value);
        if (Number.isNaN(at_ms))
          kept.breach(`An expires_at that was sent ${form} was not returned as an ISO 8601 time.`, expires_at);
      }
    },
  ),
  check('FMT-6/no-instant', 'An expires_at that is not a date and time returns 422', NEEDS, async (t) => {
    ensureSuccess(await postBid(t, await t.arrange.lotToBidOn(), { expires_at: t.run.clock.instantFromNow(3 * 86_400) }));
    // Another listing, because a deployment can limit a team to one open bid per listing (BID-39).
    const lot = await t.arrange.lotToBidOn();
    for (const expires_at of ['when the snow melts', { in: '3 days' }])
      expectRefusal(await postBid(t, lot, { expires_at }), 422, { code: 'validation_failed', field: 'expires_at' });
  }),
  check('FMT-7/quantity', 'Reports the quantity and the currency of a listing', ['buyer'], async (t) => {
    const item = itemsOf(await t.buyer.get('/inventory', { limit: 1 }))[0];
    if (item === undefined) return;
    t.observe(`quantity: ${JSON.stringify(item.find('quantity')?.value)}`);
    const price = item.find('asking_price')?.value;
    if (isObject(price)) t.observe(`currency: ${JSON.stringify(price['currency'])}`);
  }),
  check('FMT-11/near', 'A listing in a near search has no distance', ['buyer'], async (t) => {
    // The radius covers the whole earth.
    const reply = await t.buyer.get('/inventory', { near: '51.5,-106.5,20000', limit: 50 });
    if (reply.status !== 200) t.unverifiable(`near is rejected (status ${reply.status})`);
    for (const item of itemsOf(reply)) {
      const key = Object.keys(item.object()).find((name) => /distance|bearing/i.test(name));
      expectThat(key === undefined, {
        message: `A listing in a near search has the key "${key ?? ''}".`,
        reply,
        pointer: item.pointer,
        expected: 'only the province and nearest city',
      });
    }
  }),
];
