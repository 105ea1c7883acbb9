import { check, type Check } from '../../check/check.ts';
import {
  TARGET_PRICE,
  ensureSuccess,
  expectAnyRefusal,
  expectRefusal,
  expectSuccess,
  expectThat,
  hasValueOf,
  type JsonNode,
  type Lot,
  encodePath,
  type JsonObject,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectReceivedBid, postSimulation, sandboxSeller, simulate, waitForReceivedBid } from './simulation.ts';

const NEEDS = ['seller_sandbox', 'writes'] as const;

/** Bodies of simulate-event without a known event. */
const WRONG_EVENTS = [
  ['missing', {}],
  ['unknown', { event: 'moon.landed' }],
  ['not-a-string', { event: 5 }],
] as const;

/** Prices with quantities in tonnes, and the resulting quantity on a listing of 40 t. */
const TOGETHER = [
  { price: 271.25, quantity: 15.5, expected: 15.5 },
  { price: 263.75, quantity: 4_000, expected: 40 },
] as const;

async function priceAndQuantity(t: CheckContext, lot: Lot, body: JsonObject): Promise<[price: JsonNode, quantity: unknown]> {
  const seller = sandboxSeller(t);
  return readSimulated(t, lot, await simulate(seller, { inventory_id: lot.id, ...body }));
}

async function readSimulated(
  t: CheckContext,
  lot: Lot,
  { bid_id }: { bid_id: string },
): Promise<[price: JsonNode, quantity: unknown]> {
  const bid = await waitForReceivedBid(sandboxSeller(t), lot.id, bid_id);
  if (bid.get('price').isNull()) t.unverifiable('the new listing is ungraded');
  bid.get('price').get('amount').number();
  return [bid.get('price'), bid.get('quantity_mt').number()];
}

/** Whether a simulated bid has a price per tonne. It can show it in another unit. */
function hasPrice(t: CheckContext, price: JsonNode, amount: number): boolean {
  return hasValueOf(price.value, amount) ?? t.unverifiable('simulated bids show their prices in a unit that cannot be converted');
}

export const SIMULATING_CHECKS: readonly Check[] = [
  check('SBX-1/live-token', 'simulate-event rejects a live token', ['seller', 'live', ...NEEDS], async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    expectAnyRefusal(await postSimulation(t.seller, { inventory_id: draft.id }));
    expectAnyRefusal(await postSimulation(t.seller));
    const bids = await t.seller.get(encodePath`/me/inventory/${draft.id}/bids`);
    ensureSuccess(bids);
    bids.body.get('items').is([]);
    const own = await t.arrange.draft({}, sandboxSeller(t));
    expectSuccess(await postSimulation(sandboxSeller(t), { inventory_id: own.id }));
  }),
  check(
    'SBX-1/live-token-on-sandbox-listing',
    'simulate-event rejects a live token for a sandbox listing of the same user',
    ['seller', 'live', ...NEEDS],
    async (t) => {
      const draft = await t.arrange.draft({}, sandboxSeller(t));
      expectAnyRefusal(await postSimulation(t.seller, { inventory_id: draft.id }));
      const bids = await sandboxSeller(t).get(encodePath`/me/inventory/${draft.id}/bids`);
      ensureSuccess(bids);
      bids.body.get('items').is([]);
      await simulate(sandboxSeller(t), { inventory_id: draft.id });
    },
  ),
  ...WRONG_EVENTS.flatMap(([name, body]) => [
    check(`SBX-2/event-${name}`, `simulate-event rejects an event that is ${name.replaceAll('-', ' ')}`, NEEDS, async (t) => {
      const draft = await t.arrange.draft({}, sandboxSeller(t));
      expectAnyRefusal(await sandboxSeller(t).post('/sandbox/simulate-event', { inventory_id: draft.id, ...body }));
      await simulate(sandboxSeller(t), { inventory_id: draft.id });
    }),
    check(
      `SBX-13/event-${name}`,
      `simulate-event returns 422 for an event that is ${name.replaceAll('-', ' ')}`,
      NEEDS,
      async (t) => {
        const draft = await t.arrange.draft({}, sandboxSeller(t));
        const refused = await sandboxSeller(t).post('/sandbox/simulate-event', { inventory_id: draft.id, ...body });
        expectRefusal(refused, 422, { code: 'validation_failed' });
      },
    ),
  ]),
  check('SBX-3/named-listing', 'inventory_id can be a draft', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const draft = await t.arrange.draft({}, seller);
    await t.arrange.draft({}, seller);
    // If the draft is rejected, this check fails: it is not blocked.
    const reply = await postSimulation(seller, { inventory_id: draft.id });
    expectSuccess(reply);
    reply.data.get('inventory_id').is(draft.id);
    await expectReceivedBid(seller, draft.id, reply.data.get('bid_id').text());
  }),
  check('SBX-3/named-listed', 'inventory_id can be a listed lot', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const lot = await t.arrange.lot({}, seller);
    await t.arrange.draft({}, seller);
    const reply = await postSimulation(seller, { inventory_id: lot.id });
    expectSuccess(reply);
    reply.data.get('inventory_id').is(lot.id);
  }),
  check(
    'SBX-4/price-default-target',
    'The simulated price defaults to the target price of the listing, also once it has changed',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.draft({}, sandboxSeller(t));
      for (const target_price of [TARGET_PRICE, 287.25]) {
        if (target_price !== TARGET_PRICE)
          ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { target_price: { amount: target_price } }));
        const [price] = await priceAndQuantity(t, lot, {});
        expectThat(hasPrice(t, price, target_price), {
          message: 'A simulated bid without a given price does not have the target price of its listing.',
          expected: `${target_price} per MT`,
          observed: price.value,
        });
      }
    },
  ),
  check('SBX-4/price-default-250', 'The simulated price defaults to 250 without a target price', NEEDS, async (t) => {
    const lot = await t.arrange.draft({ target_price: undefined }, sandboxSeller(t));
    const [price] = await priceAndQuantity(t, lot, {});
    expectThat(hasPrice(t, price, 250), {
      message: 'A simulated bid on a listing without a target price does not have the price 250.00.',
      expected: '250 per MT',
      observed: price.value,
    });
  }),
  check('SBX-4/price-given', 'simulate-event uses a given price', NEEDS, async (t) => {
    const lot = await t.arrange.draft({}, sandboxSeller(t));
    const [price] = await priceAndQuantity(t, lot, { price: 271.25 });
    expectThat(hasPrice(t, price, 271.25), {
      message: 'A simulated bid with price 271.25 in its request has another price.',
      expected: '271.25 per MT',
      observed: price.value,
    });
  }),
  check(
    'SBX-4/quantity',
    'The simulated quantity defaults to that of the listing, which is also its maximum',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.draft({ quantity_mt: 40 }, sandboxSeller(t));
      for (const [given, expected] of [
        [undefined, 40],
        [15.5, 15.5],
        [4_000, 40],
        [40.01, 40],
        [40, 40],
      ] as const) {
        const [, quantity] = await priceAndQuantity(t, lot, given === undefined ? {} : { quantity: given });
        expectThat(quantity === expected, {
          message: `A simulated bid on a listing of 40 t, with ${given === undefined ? 'no quantity' : `quantity ${given}`} in its request, has a quantity of ${String(quantity)} t.`,
          expected: String(expected),
          observed: quantity,
        });
      }
    },
  ),
  check('SBX-4/clamped', 'simulate-event accepts a quantity above that of the listing, and reduces it', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const lot = await t.arrange.draft({ quantity_mt: 40 }, seller);
    // Shows that the quantity is the reason if the next one is rejected.
    await simulate(seller, { inventory_id: lot.id, quantity: 40 });
    const reply = await postSimulation(seller, { inventory_id: lot.id, quantity: 55 });
    // A clamped value is never an error.
    expectSuccess(reply);
    const [, quantity] = await readSimulated(t, lot, { bid_id: reply.data.get('bid_id').text() });
    expectThat(quantity === 40, {
      message: 'A simulated bid with quantity 55 on a listing of 40 t was not reduced to 40 t.',
      reply,
      expected: '40',
      observed: quantity,
    });
  }),
  check(
    'SBX-4/clamped-after-a-sale',
    'After a part of a listing is sold, the simulated quantity is at most what the listing has left',
    NEEDS,
    async (t) => {
      const seller = sandboxSeller(t);
      const lot = await t.arrange.draft({ quantity_mt: 40 }, seller);
      const { bid_id } = await simulate(seller, { inventory_id: lot.id, quantity: 15 });
      ensureSuccess(await seller.post(encodePath`/bids/${bid_id}/accept`));
      const left = await seller.get(encodePath`/me/inventory/${lot.id}`);
      ensureSuccess(left);
      const reply = await postSimulation(seller, { inventory_id: lot.id, quantity: 55 });
      // How much an acceptance takes off the listing is not stated, nor whether it takes the listing off the market.
      if (!reply.is_success) t.unverifiable(`a listing that was partly sold takes no other simulation (status ${reply.status})`);
      const [, quantity] = await readSimulated(t, lot, { bid_id: reply.data.get('bid_id').text() });
      const most = Number(left.data.find('quantity_mt')?.value ?? Number.NaN);
      if (Number.isNaN(most)) t.unverifiable('the listing does not show its quantity to its seller');
      expectThat(Number(quantity) <= most, {
        message: 'A simulated bid with quantity 55 was not reduced to what the listing has left.',
        reply,
        expected: `at most ${most}`,
        observed: quantity,
      });
    },
  ),
  ...(['draft', 'lot'] as const).map((kind) =>
    check(
      `SBX-4/both-on-a-${kind}`,
      `simulate-event uses price and quantity together on a ${kind === 'lot' ? 'listed lot' : 'draft'}`,
      NEEDS,
      async (t) => {
        const lot = await t.arrange[kind]({ quantity_mt: 40 }, sandboxSeller(t));
        for (const { price, quantity, expected } of TOGETHER) {
          const [shown, made] = await priceAndQuantity(t, lot, { price, quantity });
          const is_other = Math.abs(shown.get('amount').number() - price) >= 1 || Math.abs(Number(made) - expected) >= 1;
          expectThat(hasPrice(t, shown, price) && made === expected, {
            message: `A simulated bid on a listing of 40 t, with price ${price} and quantity ${quantity} in its request, has a different price or quantity.`,
            expected: `${price} per MT and ${expected}`,
            observed: [shown.value, made],
            likely_cause: is_other ? 'One of the two is ignored, at least if the other is given.' : 'The values are rounded.',
          });
        }
      },
    ),
  ),
  check('SBX-5/answer', 'The response of simulate-event has the documented fields', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const draft = await t.arrange.draft({}, seller);
    const reply = await postSimulation(seller, { inventory_id: draft.id });
    expectSuccess(reply);
    const { data } = reply;
    data.get('event').is('bid.received');
    data.get('simulated').boolean();
    data.get('bid_id').text();
    data.get('bid_reference').text();
    data.get('inventory_id').is(draft.id);
    const buyer = data.get('buyer');
    buyer.get('id');
    buyer.get('email').string();
    const queued = data.get('webhook_deliveries_queued').integer();
    expectThat(queued >= 0, { message: 'webhook_deliveries_queued is negative.', reply, observed: queued });
    data.get('warning').orNull((text) => text.string());
  }),
];
