import type { Check } from '../../check.ts';
import { check } from '../../check.ts';
import { Blocked } from '../../judge/findings.ts';
import { expectAnyRefusal, expectRefusal, expectStatus, expectSuccess, expectThat } from '../../judge/expect.ts';
import type { Sight } from '../../judge/sight.ts';
import type { Lot } from '../../stage/lots.ts';
import { TARGET_PRICE } from '../../stage/lots.ts';
import type { Actor } from '../../target/actor.ts';
import type { Reply } from '../../target/reply.ts';
import type { Trial } from '../../trial.ts';

/** Who has sandbox listings. */
export function sandboxSeller(t: Trial): Actor {
  return t.actor('seller_sandbox');
}

/** Has a bid simulated. @throws Blocked where none is */
export async function simulate(
  seller: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<{ data: Sight; reply: Reply; bid_id: string }> {
  const reply = await seller.post('/sandbox/simulate-event', { event: 'bid.received', ...body });
  if (!reply.is_success || !reply.data.has('bid_id')) {
    throw new Blocked(`POST /sandbox/simulate-event simulates no bid (status ${reply.status})`, reply.exchange);
  }
  return { data: reply.data, reply, bid_id: reply.data.get('bid_id').text() };
}

/** The bid as its seller sees it, in a list of the lot's bids. */
export async function received(seller: Actor, lot_id: string, bid_id: string): Promise<Sight> {
  const reply = await seller.get(`/me/inventory/${lot_id}/bids`, { limit: 50 });
  expectStatus(reply, 200);
  const found = reply.body
    .get('items')
    .array()
    .find((bid) => bid.get('id').value === bid_id);
  expectThat(found !== undefined, {
    message: 'The simulated bid is not among the bids of its listing.',
    reply,
    expected: bid_id,
  });
  return found;
}

async function priceAndQuantity(
  t: Trial,
  lot: Lot,
  body: Readonly<Record<string, unknown>>,
): Promise<[price: unknown, quantity: unknown]> {
  const seller = sandboxSeller(t);
  const { bid_id } = await simulate(seller, { inventory_id: lot.id, ...body });
  const bid = await received(seller, lot.id, bid_id);
  return [bid.get('price').get('amount').number(), bid.get('quantity_mt').number()];
}

export const SIMULATING: readonly Check[] = [
  check(
    'SBX-1/live-token',
    'A live token is refused at simulate-event',
    ['seller', 'live', 'seller_sandbox', 'writes'],
    async (t) => {
      const draft = await t.stage.draft({}, t.seller);
      expectAnyRefusal(await t.seller.post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: draft.id }));
      expectAnyRefusal(await t.seller.post('/sandbox/simulate-event', { event: 'bid.received' }));
      const bids = await t.seller.get(`/me/inventory/${draft.id}/bids`);
      expectStatus(bids, 200);
      bids.body.get('items').is([]);
      const own = await t.stage.draft({}, sandboxSeller(t));
      expectSuccess(await sandboxSeller(t).post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: own.id }));
    },
  ),
  ...(
    [
      ['missing', {}],
      ['unknown', { event: 'moon.landed' }],
      ['not-a-string', { event: 5 }],
    ] as const
  ).flatMap(([name, body]) => [
    check(
      `SBX-2/event-${name}`,
      `An event that is ${name.replaceAll('-', ' ')} is refused`,
      ['seller_sandbox', 'writes'],
      async (t) => {
        const draft = await t.stage.draft({}, sandboxSeller(t));
        expectAnyRefusal(await sandboxSeller(t).post('/sandbox/simulate-event', { inventory_id: draft.id, ...body }));
        await simulate(sandboxSeller(t), { inventory_id: draft.id });
      },
    ),
    check(
      `SBX-13/event-${name}`,
      `The refusal of an event that is ${name.replaceAll('-', ' ')} is 422`,
      ['seller_sandbox', 'writes'],
      async (t) => {
        const draft = await t.stage.draft({}, sandboxSeller(t));
        const refused = await sandboxSeller(t).post('/sandbox/simulate-event', { inventory_id: draft.id, ...body });
        expectRefusal(refused, 422, { code: 'validation_failed' });
      },
    ),
  ]),
  check('SBX-3/named-listing', 'inventory_id names the listing, drafts as well', ['seller_sandbox', 'writes'], async (t) => {
    const seller = sandboxSeller(t);
    const draft = await t.stage.draft({}, seller);
    await t.stage.draft({}, seller);
    const { data, bid_id } = await simulate(seller, { inventory_id: draft.id });
    data.get('inventory_id').is(draft.id);
    await received(seller, draft.id, bid_id);
  }),
  check(
    'SBX-3/newest-by-default',
    'Without inventory_id it is the most recently created listing',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const seller = sandboxSeller(t);
      await t.stage.lot({}, seller);
      const newest = await t.stage.draft({}, seller);
      const { data } = await simulate(seller, {});
      data.get('inventory_id').is(newest.id);
    },
    { lane: 'quiet' },
  ),
  check(
    'SBX-4/price-default-target',
    'The price defaults to the target price of the listing',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const lot = await t.stage.draft({}, sandboxSeller(t));
      const [price] = await priceAndQuantity(t, lot, {});
      expectThat(price === TARGET_PRICE, {
        message: 'The simulated price is not the target price.',
        expected: String(TARGET_PRICE),
        observed: price,
      });
    },
  ),
  check(
    'SBX-4/price-default-250',
    'Without a target price the price defaults to 250',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const lot = await t.stage.draft({ target_price: undefined }, sandboxSeller(t));
      const [price] = await priceAndQuantity(t, lot, {});
      expectThat(price === 250, { message: 'The simulated price is not 250.00.', expected: '250', observed: price });
    },
  ),
  check('SBX-4/price-given', 'A given price is taken', ['seller_sandbox', 'writes'], async (t) => {
    const lot = await t.stage.draft({}, sandboxSeller(t));
    const [price] = await priceAndQuantity(t, lot, { price: 271.25 });
    expectThat(price === 271.25, { message: 'The given price was not taken.', expected: '271.25', observed: price });
  }),
  check(
    'SBX-4/quantity',
    'The quantity defaults to all of the listing, and is clamped to it',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const lot = await t.stage.draft({ quantity_mt: 40 }, sandboxSeller(t));
      for (const [given, expected] of [
        [undefined, 40],
        [15.5, 15.5],
        [4_000, 40],
      ] as const) {
        const [, quantity] = await priceAndQuantity(t, lot, given === undefined ? {} : { quantity: given });
        expectThat(quantity === expected, {
          message: `A simulated quantity of ${given ?? 'nothing given'} on a listing of 40 t became another.`,
          expected: String(expected),
          observed: quantity,
        });
      }
    },
  ),
  check(
    'SBX-5/answer',
    'The answer has the members that are stated, with their types',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const seller = sandboxSeller(t);
      const draft = await t.stage.draft({}, seller);
      const reply = await seller.post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: draft.id });
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
      expectThat(queued >= 0, { message: 'A negative number of deliveries was queued.', reply, observed: queued });
      data.get('warning').orNull((text) => text.string());
    },
  ),
  check('SBX-6/real-pending-bid', 'It makes a pending bid that can be fetched', ['seller_sandbox', 'writes'], async (t) => {
    const seller = sandboxSeller(t);
    const draft = await t.stage.draft({}, seller);
    const { data, bid_id } = await simulate(seller, { inventory_id: draft.id });
    const direct = await seller.get(`/bids/${bid_id}`);
    const bid = direct.is_success ? direct.data : await received(seller, draft.id, bid_id);
    bid.get('status').is('pending');
    bid.get('reference').is(data.get('bid_reference').value);
  }),
  ...(['accept', 'reject', 'counter'] as const).map((action) =>
    check(
      `SBX-6/${action}`,
      `A simulated bid can be ${action === 'counter' ? 'countered' : `${action}ed`}`,
      ['seller_sandbox', 'writes'],
      async (t) => {
        const seller = sandboxSeller(t);
        const lot = await t.stage.lot({}, seller);
        const { bid_id } = await simulate(seller, { inventory_id: lot.id, quantity: 10 });
        const body = action === 'counter' ? await t.stage.bidBody() : undefined;
        expectStatus(await seller.post(`/bids/${bid_id}/${action}`, body), action === 'counter' ? 201 : 200);
        const status = (await received(seller, lot.id, bid_id)).get('status').string();
        const expected = action === 'counter' ? 'countered' : `${action}ed`;
        expectThat(status === expected, { message: `After ${action} a simulated bid is ${status}.`, expected, observed: status });
      },
    ),
  ),
  check('SBX-6/reusable-buyer', 'The simulator is one buyer, used again', ['seller_sandbox', 'writes'], async (t) => {
    const seller = sandboxSeller(t);
    const ids = [];
    for (let i = 0; i < 2; i += 1) {
      const draft = await t.stage.draft({}, seller);
      ids.push((await simulate(seller, { inventory_id: draft.id })).data.get('buyer').get('id').value);
    }
    expectThat(ids[0] === ids[1], { message: 'Two simulated bids have two buyers.', expected: String(ids[0]), observed: ids[1] });
  }),
  check(
    'SBX-8/previous-expires',
    'Triggering again expires the previous simulated bid and places a new one',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const seller = sandboxSeller(t);
      const lot = await t.stage.draft({}, seller);
      const first = await simulate(seller, { inventory_id: lot.id });
      const second = await simulate(seller, { inventory_id: lot.id });
      expectThat(first.bid_id !== second.bid_id, { message: 'The second simulated bid is the first one.', reply: second.reply });
      (await received(seller, lot.id, first.bid_id)).get('status').is('expired');
      (await received(seller, lot.id, second.bid_id)).get('status').is('pending');
    },
  ),
  check('SBX-8/decided-stays', 'A simulated bid that is decided stays what it is', ['seller_sandbox', 'writes'], async (t) => {
    const seller = sandboxSeller(t);
    const lot = await t.stage.draft({}, seller);
    const first = await simulate(seller, { inventory_id: lot.id });
    expectStatus(await seller.post(`/bids/${first.bid_id}/reject`), 200);
    await simulate(seller, { inventory_id: lot.id });
    (await received(seller, lot.id, first.bid_id)).get('status').is('rejected');
  }),
  check(
    'SBX-11/users',
    'POST /sandbox/users provisions, and needs a token',
    ['seller_sandbox', 'writes', 'fixture:sandbox_user_body'],
    async (t) => {
      expectSuccess(await sandboxSeller(t).post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body));
      expectStatus(await t.anonymous.post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body), 401);
    },
  ),
  check('SBX-11/users-exists', 'POST /sandbox/users is there', ['seller_sandbox', 'writes'], async (t) => {
    const reply = await sandboxSeller(t).post('/sandbox/users', {});
    expectThat(reply.status !== 404 && reply.status !== 405 && reply.status < 500, {
      message: `POST /sandbox/users answered ${reply.status}.`,
      reply,
      expected: 'a 2xx, or a refusal of an empty body',
    });
    expectStatus(await t.anonymous.post('/sandbox/users', {}), 401);
  }),
  check('SBX-11/grades', 'GET /grades answers, and needs a token', ['buyer'], async (t) => {
    expectSuccess(await t.buyer.get('/grades'));
    expectStatus(await t.anonymous.get('/grades'), 401);
  }),
  check(
    'SBX-15/another-s',
    "Another's sandbox listing is refused",
    ['seller_sandbox', 'partner_sandbox', 'writes'],
    async (t) => {
      const theirs = await t.stage.draft({}, t.actor('partner_sandbox'));
      const refused = await sandboxSeller(t).post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: theirs.id });
      expectAnyRefusal(refused);
      if (refused.status !== 404) t.observe(`another's inventory_id gets ${refused.status}`);
      const bids = await t.actor('partner_sandbox').get(`/me/inventory/${theirs.id}/bids`);
      bids.body.get('items').is([]);
      expectAnyRefusal(
        await sandboxSeller(t).post('/sandbox/simulate-event', {
          event: 'bid.received',
          inventory_id: 'inv_000000000000000000000000',
        }),
      );
    },
  ),
  check(
    'SBX-15/live-listing',
    "A live listing is none of the caller's sandbox listings",
    ['seller', 'live', 'seller_sandbox', 'writes'],
    async (t) => {
      const live = await t.stage.draft({}, t.seller);
      expectAnyRefusal(await sandboxSeller(t).post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: live.id }));
    },
  ),
  check('SBX-16/statuses', 'What simulate-event answers', ['seller_sandbox', 'writes'], async (t) => {
    const draft = await t.stage.draft({}, sandboxSeller(t));
    t.observe(`simulate-event answers ${(await simulate(sandboxSeller(t), { inventory_id: draft.id })).reply.status}`);
  }),
  check(
    'SBX-12/bodies',
    'What POST /sandbox/users answers',
    ['seller_sandbox', 'writes', 'fixture:sandbox_user_body'],
    async (t) => {
      const reply = await sandboxSeller(t).post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body);
      t.observe(`POST /sandbox/users answers ${reply.status}`);
    },
  ),
];
