/** POST /inventory/{id}/bids: permissions and validation. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Lot, Reply, JsonObject } from '#client';
import {
  describeRefusal,
  ensureSuccess,
  expectPlaced,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  awaitReceivedBid,
  isObject,
  listReceivedBids,
  chooseTeamless,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectAsRead } from '../../expectations/as-read.ts';
import { postBid } from './post-bid.ts';
import { SIDES } from './needs.ts';
import { expectReadable } from './bid-views.ts';

const NEEDS = ['buyer', 'writes'] as const;

/** What a later request can change in a bid. `BID-14/always-the-same` compares what no request can change. */
const CHANGEABLE = ['status', 'quantity_mt', 'subject_to_sample_approval', 'expires_at', 'counterparty'] as const;

/** The id of a listing that does not exist. */
const NO_LOT = 'inv_000000000000000000000000';

/** Asserts that a rejected request created no bid on the lot. */
export async function expectNoBids(lot: Pick<Lot, 'id' | 'seller'>, refused: Reply): Promise<void> {
  const bids = await listReceivedBids(lot);
  expectThat(bids.length === 0, {
    message: 'The request was rejected, but created a bid.',
    reply: refused,
    expected: 'no bid on the listing',
    observed: bids.map(({ value }) => value),
  });
}

/**
 * Asserts that a bid is rejected and not created. The buyer places it afterward, to show that the lot takes bids.
 * @throws Breach; Blocked if the bid of the buyer is rejected
 */
async function expectPlacingRejected(
  t: CheckContext,
  by: Actor,
  lot: Lot,
  statuses: readonly number[],
  code?: readonly string[],
): Promise<Reply> {
  const refused = await postBid(t, lot.id, {}, by);
  expectRefusal(refused, statuses, code === undefined ? {} : { code });
  await expectNoBids(lot, refused);
  const taken = await postBid(t, lot.id);
  ensureSuccess(taken);
  return refused;
}

/** Who can place a bid, and on which listing. */
const PERMISSIONS: readonly Check[] = [
  check('BID-1/placed', 'Placing a valid bid returns 201 and the pending bid', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const placed = await postBid(t, lot);
    expectStatus(placed, 201);
    placed.data.get('id').text();
    placed.data.get('status').is('pending');
  }),
  check('BID-1/read-by-both', 'The team and the seller see a placed bid as pending', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const placed = await postBid(t, lot.id);
    expectStatus(placed, 201);
    const id = placed.data.get('id').text();
    (await expectReadable(t.buyer, id)).get('status').is('pending');
    const received = await awaitReceivedBid(t, lot, id);
    expectThat(received !== undefined, { message: 'The seller of the listing does not see the bid.', reply: placed });
    received.get('status').is('pending');
  }),
  check(
    'BID-1/scope',
    'Placing a bid requires bids.write and no other scope',
    ['buyer', 'seller', 'writes', 'hook:mint_token'],
    async (t) => {
      const lot = await t.arrange.lot();
      const without = await t.mint('buyer', ['inventory.read', 'bids.read', 'trades.read']);
      const refused = await postBid(t, lot.id, {}, without);
      expectRefusal(refused, 403, { code: 'insufficient_scope' });
      await expectNoBids(lot, refused);
      const just = await t.mint('buyer', ['bids.write']);
      expectStatus(await postBid(t, lot.id, {}, just), 201);
    },
  ),
  check(
    'BID-2/token-without-team',
    'A user token without a team cannot place a bid',
    ['buyer', 'seller', 'partner', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.partner);
      const refused = await expectPlacingRejected(t, chooseTeamless(t), lot, [400, 403]);
      t.observe(`placing a bid with a token without a team: ${describeRefusal(refused)}`);
    },
  ),
  check(
    'BID-3/code',
    'Placing a bid with a user token without a team returns 400 no_team',
    ['buyer', 'seller', 'partner', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.partner);
      const refused = await postBid(t, lot.id, {}, chooseTeamless(t));
      expectRefusal(refused, 400, { code: 'no_team' });
    },
  ),
  check(
    'BID-42/client-credentials',
    'A client-credentials token cannot place a bid',
    ['buyer', 'seller', 'reader', 'writes'],
    async (t) => {
      // Such a token also has no team, and the order of the two checks is open.
      await expectPlacingRejected(t, t.reader, await t.arrange.lot(), [403, 400], ['insufficient_scope', 'no_team']);
    },
  ),
  check('BID-55/unknown-listing', 'A bid on a listing that does not exist is rejected', NEEDS, async (t) => {
    const refused = await postBid(t, NO_LOT);
    // The row of this endpoint does not list 404, so 400, 403, and 422 pass too.
    expectRefusal(refused, [404, 400, 403, 422]);
    if (refused.status === 404) refused.body.get('error').get('code').is('not_found');
    else t.observe(`a bid on a listing that does not exist: ${describeRefusal(refused)}`);
    const lot = await t.arrange.lotToBidOn();
    ensureSuccess(await postBid(t, lot));
  }),
  check('BID-33/unlisted', 'A bid on a draft returns 404', SIDES, async (t) => {
    const draft = await t.arrange.draft();
    expectRefusal(await postBid(t, draft.id), 404, { code: 'not_found' });
  }),
  check('BID-33/own-lot', "A bid on the bidder's own listing returns 403", ['partner', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.partner);
    expectRefusal(await postBid(t, lot.id, {}, t.partner), 403);
  }),
];

/** Quantities below the minimum, in tonnes. */
const TOO_LITTLE: readonly number[] = [0.009, 0.0099, 0, -5];
/** Quantities from the minimum up, in tonnes. */
const ENOUGH: readonly number[] = [0.01, 0.02, 10.25];

/** The bid path of a new lot, and a valid body for it. */
async function prepareBid(t: CheckContext, kind: 'price' | 'grades'): Promise<{ path: string; body: JsonObject }> {
  const body = kind === 'price' ? await t.arrange.bidBody() : (await t.arrange.multiGradeBid()).body;
  return { path: await newPath(t, kind), body };
}

/** The bid path of a new lot. */
async function newPath(t: CheckContext, kind: 'price' | 'grades'): Promise<string> {
  return encodePath`/inventory/${kind === 'price' ? await t.arrange.lotToBidOn() : await t.arrange.ungradedLotToBidOn()}/bids`;
}

const KINDS = [
  { kind: 'price', what: 'A bid' },
  { kind: 'grades', what: 'A multi-grade bid' },
] as const;

const QUANTITY: readonly Check[] = KINDS.flatMap(({ kind, what }) => [
  check(
    `BID-4/below-minimum-${kind}`,
    `${what} under 0.01 t returns 422 and names quantity_mt; 0.01 t is accepted`,
    NEEDS,
    async (t) => {
      const { path, body } = await prepareBid(t, kind);
      for (const quantity_mt of TOO_LITTLE) {
        const refused = await t.buyer.post(path, { ...body, quantity_mt });
        expectRefusal(refused, 422, { code: 'validation_failed', field: 'quantity_mt' });
      }
      // One bid per lot, because a deployment can limit a team to one open bid per listing (BID-39).
      for (const [i, quantity_mt] of ENOUGH.entries()) {
        const to = i === 0 ? path : await newPath(t, kind);
        await expectPlaced(t, t.buyer, await t.buyer.post(to, { ...body, quantity_mt }));
      }
    },
  ),
  check(`BID-4/required-${kind}`, `${what} without quantity_mt returns 422 and names the field`, NEEDS, async (t) => {
    const { path, body } = await prepareBid(t, kind);
    for (const quantity_mt of [undefined, null]) {
      const refused = await t.buyer.post(path, { ...body, quantity_mt });
      expectRefusal(refused, 422, { code: 'validation_failed', field: 'quantity_mt' });
    }
    await expectPlaced(t, t.buyer, await t.buyer.post(path, body));
  }),
  check(`BID-5/required-${kind}`, `${what} without delivery, from, or to returns 422`, NEEDS, async (t) => {
    const { path, body } = await prepareBid(t, kind);
    const { delivery } = body;
    const { from, to } = isObject(delivery) ? delivery : t.unverifiable('the bid body has no delivery window');
    for (const part of [undefined, null, { from }, { to }, {}]) {
      const refused = await t.buyer.post(path, { ...body, delivery: part });
      expectRefusal(refused, 422, { code: 'validation_failed' });
    }
    await expectPlaced(t, t.buyer, await t.buyer.post(path, body));
  }),
]);

const BODY: readonly Check[] = [
  check('BID-4/nothing-made', 'A bid rejected for its quantity is not created', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const refused = await postBid(t, lot.id, { quantity_mt: 0.009 });
    expectRefusal(refused, 422, { code: 'validation_failed', field: 'quantity_mt' });
    await expectNoBids(lot, refused);
  }),
  check('BID-4/number-as-text', 'A bid whose quantity_mt is a string or a boolean is rejected', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    for (const quantity_mt of ['5', true]) {
      const reply = await postBid(t, lot, { quantity_mt });
      // In Python, for example, true is the integer 1.
      const message = `A ${typeof quantity_mt} was accepted as quantity_mt.`;
      warnUnless(!reply.is_success, { message, reply, expected: '422' });
    }
    ensureSuccess(await postBid(t, lot, { quantity_mt: 5 }));
  }),
  check('BID-5/dates', 'A delivery window that is not two ISO dates is rejected', NEEDS, async (t) => {
    const { path, body } = await prepareBid(t, 'price');
    const date = t.run.clock.dateFromToday(45);
    const rows = [{ from: 'soon', to: date }, { from: date, to: 'later' }, { from: true, to: date }, date];
    for (const delivery of rows) expectRefusal(await t.buyer.post(path, { ...body, delivery }), [422, 400]);
    expectSuccess(await t.buyer.post(path, body));
  }),
  check('BID-1/as-read', 'POST /inventory/{id}/bids returns the same bid as GET /bids/{id} afterward', NEEDS, async (t) => {
    const placed = await postBid(t, await t.arrange.lotToBidOn(), { quantity_mt: 2.37 });
    ensureSuccess(placed);
    placed.data.find('quantity_mt')?.is(2.37);
    await expectAsRead(t, t.buyer, placed, encodePath`/bids/${placed.data.get('id').text()}`, CHANGEABLE);
  }),
  check(
    'BID-6/limits',
    'A window that ends before it starts, an excessive quantity, and a zero price return 422 and name the field',
    SIDES,
    async (t) => {
      const lot = await t.arrange.lot();
      const price = await t.arrange.price(0);
      const rows = [
        ['delivery', { delivery: { from: '2031-05-20', to: '2031-05-19' } }],
        ['quantity_mt', { quantity_mt: lot.quantity_mt + 1 }],
        ['price', { price }],
      ] as const;
      for (const [field, overrides] of rows) {
        const refused = await postBid(t, lot.id, overrides);
        t.observe(`${field}: ${describeRefusal(refused)}`);
        expectRefusal(refused, 422, { field });
      }
    },
  ),
  check('BID-5/no-such-day', 'A delivery date that does not exist is rejected', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const year = Number(t.run.clock.dateFromToday(0).slice(0, 4)) + 1;
    const delivery = { from: `${year}-02-30`, to: `${year}-04-30` };
    const reply = await postBid(t, lot, { delivery });
    warnUnless(!reply.is_success, {
      message: `delivery.from ${delivery.from} was accepted.`,
      reply,
      expected: '422, because the day does not exist',
    });
    const real = await postBid(t, lot, { delivery: { ...delivery, from: `${year}-02-28` } });
    if (real.status === 422) t.unverifiable('the target takes no delivery that far ahead');
    ensureSuccess(real);
  }),
];

const LEAP_DAY: Check = check('BID-5/leap-day', 'A delivery can begin on 29 February', NEEDS, async (t) => {
  const lot = await t.arrange.lotToBidOn();
  const year = Math.floor(Number(t.run.clock.dateFromToday(0).slice(0, 4)) / 4) * 4 + 4;
  const placeFrom = async (day: string): Promise<Reply> => {
    const delivery = { from: `${year}-02-${day}`, to: `${year}-03-20` };
    return postBid(t, lot, { delivery });
  };
  const placed = await placeFrom('29');
  // A target can limit how far ahead a delivery is.
  if (!placed.is_success && !(await placeFrom('28')).is_success) t.unverifiable('the target takes no delivery that far ahead');
  expectStatus(placed, 201);
});

export const PLACING_CHECKS: readonly Check[] = [...PERMISSIONS, ...QUANTITY, ...BODY, LEAP_DAY];
