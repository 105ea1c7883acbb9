/** Retries with the same key: the same body returns the first bid, and another body returns 409. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Lot, Reply } from '#client';
import {
  Blocked,
  dateFromToday,
  describeRefusal,
  ensureDone,
  ensureId,
  ensureSuccess,
  expectPlaced,
  expectRefusal,
  expectStatus,
  expectSuccess,
  isAboutBid,
  isObject,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { prepareMultiGradeBid } from '../bids/multi-grade.ts';
import { SIDES } from '../bids/needs.ts';
import { actOnBid, type Action } from '../bids/states.ts';
import { expectOnly, expectOriginal, repeatKeepingExpiry } from './original.ts';
import { expectInList } from '../bids/bid-views.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Places a bid with a key. */
export async function placeWithKey(by: Actor, lot_id: string, key: string, body: Body): Promise<Reply> {
  return by.post(encodePath`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
}

/** Places the first bid with a key. @throws Blocked if that fails */
async function placeFirst(by: Actor, lot_id: string, key: string, body: Body): Promise<{ id: string; first: Reply }> {
  const first = await placeWithKey(by, lot_id, key, body);
  const problem = 'POST /inventory/{id}/bids rejected a valid bid with an Idempotency-Key';
  // Another status than 201 is a breach of BID-1, and the retry would repeat it.
  if (first.status !== 201) throw new Blocked(`${problem} (status ${first.status})`, first.exchange);
  return { id: ensureId(first, problem), first };
}

/** A bid that the buyer placed with a key. */
interface KeyedBid {
  key: string;
  body: Body;
  id: string;
  /** The response to the first request. */
  first: Reply;
  /** Sends another request with the same key. Default: the same body */
  repeat: (other?: Body) => Promise<Reply>;
}

/** Places a bid of the buyer on a listing, by default with a new key and a valid body for a graded listing. */
export async function placeKeyedOn(
  t: CheckContext,
  lot_id: string,
  given: { body?: Body; key?: string } = {},
): Promise<KeyedBid> {
  const { key = t.unique('key'), body = await t.arrange.bidBody() } = given;
  const placed = await placeFirst(t.buyer, lot_id, key, body);
  return { key, body, ...placed, repeat: async (other = body) => placeWithKey(t.buyer, lot_id, key, other) };
}

interface KeyedBidOfSeller extends KeyedBid {
  lot: Lot;
}

/** The same on a listing of a configured seller, by default a new one. */
export async function placeKeyedBid(
  t: CheckContext,
  { lot, ...given }: { lot?: Lot; body?: Body; key?: string } = {},
): Promise<KeyedBidOfSeller> {
  const on = lot ?? (await t.arrange.lot());
  return { ...(await placeKeyedOn(t, on.id, given)), lot: on };
}

/** Typical keys. */
const KEYS: Readonly<Record<string, (t: CheckContext) => string>> = {
  word: (t) => t.unique('key'),
  // The twelve unique digits are the last group of the UUID.
  uuid: (t) => t.unique('3f2b6c1e-9a47-4d05-8b7e'),
};

type Happening = (t: CheckContext, bid: KeyedBidOfSeller) => Promise<void>;

/** The seller acts on the bid. */
function sellerSends(action: Action): Happening {
  return async (t, { lot, id }) => {
    ensureDone(await actOnBid(t, lot.seller, id, action), `POST /bids/{id}/${action} failed on a pending bid`);
  };
}

/** What can happen between a request and its retry. */
const BETWEEN: Readonly<Record<string, readonly [title: string, happen: Happening]>> = {
  reject: ['the seller rejected it', sellerSends('reject')],
  accept: ['the seller accepted it', sellerSends('accept')],
  counter: ['the seller countered it', sellerSends('counter')],
  'rejected-counter': [
    "the buyer rejected the seller's counter",
    async (t, { lot, id }) => {
      const counter = ensureId(await actOnBid(t, lot.seller, id, 'counter'), 'POST /bids/{id}/counter failed on a pending bid');
      ensureDone(await actOnBid(t, t.buyer, counter, 'reject'), 'POST /bids/{id}/reject failed on a pending counter');
    },
  ],
  relisting: [
    'its listing was unlisted and published again',
    async (_, { lot }) => {
      for (const listed of [false, true]) await setListed(lot, listed);
    },
  ],
};

async function setListed(lot: Lot, listed: boolean): Promise<void> {
  ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
}

const REPEATS: readonly Check[] = [
  check('IDEM-1/optional', 'A bid can be placed with and without an Idempotency-Key', ['buyer', 'writes'], async (t) => {
    const body = await t.arrange.bidBody();
    expectSuccess(await t.buyer.post(encodePath`/inventory/${await t.arrange.lotToBidOn()}/bids`, body));
    const keyed = await placeWithKey(t.buyer, await t.arrange.lotToBidOn(), t.unique('key'), body);
    await expectPlaced(t, t.buyer, keyed);
  }),
  check('IDEM-1/by-grades', 'A multi-grade bid can be placed with an Idempotency-Key', ['buyer', 'writes'], async (t) => {
    const { lot_id, body } = await t.arrange.multiGradeTerms();
    await expectPlaced(t, t.buyer, await placeWithKey(t.buyer, lot_id, t.unique('key'), body));
  }),
  ...Object.entries(KEYS).map(([name, makeKey]) =>
    check(
      `IDEM-2/${name}`,
      `Every retry with the same key (${name}) and body returns 201 and the original bid`,
      SIDES,
      async (t) => {
        const bid = await placeKeyedBid(t, { key: makeKey(t) });
        for (let i = 0; i < 3; i += 1) await expectOriginal(bid, await bid.repeat());
      },
    ),
  ),
  check(
    'IDEM-2/by-grades',
    'A retry with the same key and multi-grade body returns 201 and the original bid',
    SIDES,
    async (t) => {
      const bid = await placeKeyedBid(t, await prepareMultiGradeBid(t));
      await expectOriginal(bid, await bid.repeat());
    },
  ),
  check(
    'IDEM-2/every-field',
    'A retry with the same key and a body with every field returns 201 and the original bid',
    SIDES,
    async (t) => {
      const body = await t.arrange.bidBody({
        subject_to_sample_approval: true,
        additional_terms: 'Weekdays only, please.',
        expires_at: t.run.clock.instantFromNow(3 * 86_400),
      });
      const bid = await placeKeyedBid(t, { body });
      await expectOriginal(bid, await repeatKeepingExpiry(t.buyer, bid));
    },
  ),
  check('IDEM-2/in-the-list', 'After a retry, GET /bids lists the original bid', ['buyer', 'writes'], async (t) => {
    const { id, repeat } = await placeKeyedOn(t, await t.arrange.lotToBidOn());
    const repeated = await repeat();
    expectStatus(repeated, 201);
    repeated.data.get('id').is(id);
    await expectInList(t.buyer, id, {}, 'the bid');
  }),
  ...Object.entries(BETWEEN).map(([name, [happening, happen]]) =>
    check(`IDEM-2/after-${name}`, `A retry returns the original bid even after ${happening}`, SIDES, async (t) => {
      const bid = await placeKeyedBid(t);
      await happen(t, bid);
      const repeated = await bid.repeat();
      expectStatus(repeated, 201);
      repeated.data.get('id').is(bid.id);
      t.observe(`after ${happening}, a retry has the status ${String(repeated.data.find('status')?.value)}`);
    }),
  ),
  check(
    'IDEM-2/after-delisting',
    'A retry returns the original bid even after the lot was unlisted and archived',
    SIDES,
    async (t) => {
      const { lot, id, repeat } = await placeKeyedBid(t);
      const path = encodePath`/me/inventory/${lot.id}`;
      for (const takeOff of [async () => lot.seller.patch(path, { listed: false }), async () => lot.seller.delete(path)]) {
        ensureSuccess(await takeOff());
        const repeated = await repeat();
        expectStatus(repeated, 201);
        repeated.data.get('id').is(id);
      }
    },
  ),
  check(
    'IDEM-2/one-event',
    'A retry does not send bid.received again',
    ['buyer', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.partner);
      const inbox = await t.subscribe(t.partner, ['bid.received']);
      const bid = await placeKeyedBid(t, { lot });
      const where = isAboutBid(bid.id);
      const first = await inbox.findNeeded({ type: 'bid.received', where, after: 'a bid was placed' });
      if (first === undefined) t.unverifiable('the seller does not receive bid.received: see EVT-17');
      const repeat = await bid.repeat();
      expectStatus(repeat, 201);
      const second = await inbox.find({ type: 'bid.received', where, nth: 2, within_ms: 400 });
      warnUnless(second === undefined, {
        message: 'A retry with the same Idempotency-Key sent bid.received again.',
        reply: repeat,
      });
      t.observe('no second event within 0.4 s');
    },
    { lane: 'patient' },
  ),
];

/** The id of the check, the field, and a body with another valid value of it. */
export const OTHER_BODIES: readonly (readonly [string, string, (t: CheckContext, body: Body) => Body | Promise<Body>])[] = [
  ['quantity', 'quantity_mt', (_, body) => ({ ...body, quantity_mt: 10.5 })],
  ['price', 'price', async (t, body) => ({ ...body, price: await t.arrange.price(305.5) })],
  ['delivery-from', 'delivery.from', (_, body) => moveDelivery(body, 'from', 1)],
  ['delivery-to', 'delivery.to', (_, body) => moveDelivery(body, 'to', -1)],
  ['approval', 'subject_to_sample_approval', (_, body) => ({ ...body, subject_to_sample_approval: true })],
  ['terms', 'additional_terms', (_, body) => ({ ...body, additional_terms: 'Weekdays only, please.' })],
  ['expiry', 'expires_at', (t, body) => ({ ...body, expires_at: t.run.clock.instantFromNow(3 * 86_400) })],
];

function moveDelivery(body: Body, end: 'from' | 'to', days: number): Body {
  const delivery = isObject(body['delivery']) ? body['delivery'] : {};
  return { ...body, delivery: { ...delivery, [end]: dateFromToday(days, Date.parse(String(delivery[end]))) } };
}

const CONFLICTS: readonly Check[] = [
  ...OTHER_BODIES.map(([name, field, change]) =>
    check(`IDEM-3/${name}`, `The same key with a different ${field} returns 409 and changes nothing`, SIDES, async (t) => {
      // Explicit, because the document does not state the default.
      const bid = await placeKeyedBid(t, { body: await t.arrange.bidBody({ subject_to_sample_approval: false }) });
      const other = await change(t, bid.body);
      const refused = await bid.repeat(other);
      expectRefusal(refused, 409);
      t.observe(`the same key with a different body: ${describeRefusal(refused)}`);
      await expectOnly(bid.lot, bid.id, refused);
      // The key still returns the first bid, and the other body works with another key: on a new lot, because a team can be limited to one open
      // bid per listing (BID-39). IDEM-2/after-conflict-… fails if it does not.
      const repeat = await bid.repeat();
      ensureSuccess(repeat);
      repeat.data.get('id').is(bid.id);
      expectSuccess(await placeWithKey(t.buyer, (await t.arrange.lot()).id, t.unique('key'), other));
    }),
  ),
  ...(['accept', 'reject'] as const).map((action) =>
    check(`IDEM-3/${action}ed`, `The key of a bid that was ${action}ed returns 409 with a different body`, SIDES, async (t) => {
      const bid = await placeKeyedBid(t);
      await sellerSends(action)(t, bid);
      expectRefusal(await bid.repeat({ ...bid.body, quantity_mt: 10.5 }), 409);
    }),
  ),
  check('IDEM-3/text', 'The same key with different additional_terms returns 409', SIDES, async (t) => {
    const terms = { additional_terms: 'Weekdays only, please.', subject_to_sample_approval: true };
    const { lot, id, body, repeat } = await placeKeyedBid(t, { body: await t.arrange.bidBody(terms) });
    const refused = await repeat({ ...body, additional_terms: 'Weekends only, please.' });
    expectRefusal(refused, 409);
    await expectOnly(lot, id, refused);
  }),
  check(
    'IDEM-3/by-grades',
    'The same key with a different price for one grade, or another quantity, returns 409',
    SIDES,
    async (t) => {
      const { lot, id, body, repeat } = await placeKeyedBid(t, await prepareMultiGradeBid(t));
      const lines: readonly unknown[] = Array.isArray(body['bids']) ? body['bids'] : [];
      const last = lines.at(-1);
      if (!isObject(last)) throw new Blocked('the multi-grade body has no line to change');
      const price = isObject(last['price']) ? { ...last['price'], amount: 308.75 } : 308.75;
      const refused = await repeat({ ...body, bids: [...lines.slice(0, -1), { ...last, price }] });
      expectRefusal(refused, 409);
      expectRefusal(await repeat({ ...body, quantity_mt: Number(body['quantity_mt']) + 0.5 }), 409);
      await expectOnly(lot, id, refused);
    },
  ),
  check('IDEM-6/code', 'The code of the 409 is idempotency_conflict', ['buyer', 'writes'], async (t) => {
    const { body, repeat } = await placeKeyedOn(t, await t.arrange.lotToBidOn());
    expectRefusal(await repeat({ ...body, quantity_mt: 10.5 }), 409, { code: 'idempotency_conflict' });
  }),
];

export const REPEATING_CHECKS: readonly Check[] = [...REPEATS, ...CONFLICTS];
