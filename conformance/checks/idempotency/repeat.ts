/** Retries with the same key: the same body returns the first bid, and another body returns 409. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Lot, Reply } from '#client';
import {
  Blocked,
  dataIn,
  describeRefusal,
  ensureSuccess,
  expectPlaced,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  findInList,
  isObject,
  listReceivedBids,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

const NEEDS = ['buyer', 'seller', 'writes'] as const;

export type Body = Readonly<Record<string, unknown>>;

/** Places a bid with a key. */
export async function placeWith(by: Actor, lot_id: string, key: string, body: Body): Promise<Reply> {
  return by.post(`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
}

/** Places the first bid with a key. @throws Blocked if that fails */
export async function firstBid(by: Actor, lot_id: string, key: string, body: Body): Promise<string> {
  const first = await placeWith(by, lot_id, key, body);
  const data = isObject(first.json) ? first.json['data'] : undefined;
  const id = isObject(data) ? data['id'] : undefined;
  if (first.status !== 201 || typeof id !== 'string') {
    throw new Blocked(
      `POST /inventory/{id}/bids rejected a valid bid with an Idempotency-Key (status ${first.status})`,
      first.exchange,
    );
  }
  return id;
}

/** Asserts that a retry returned the original bid, and that the listing has no other bid. */
async function expectOriginal(lot: Lot, original: string, repeat: Reply): Promise<void> {
  expectStatus(repeat, 201);
  const id = repeat.data.get('id');
  if (id.value !== original) id.breach('A retry with the same key and body created another bid.', original);
  await expectOnly(lot, original, repeat);
}

export async function expectOnly(lot: Lot, original: string, repeat?: Reply): Promise<void> {
  const ids = (await listReceivedBids(lot)).map((bid) => bid.get('id').value);
  const others = ids.filter((id) => id !== original);
  expectThat(others.length === 0, {
    message: 'After a retry with the same Idempotency-Key, the listing has a second bid.',
    ...(repeat === undefined ? {} : { reply: repeat }),
    expected: original,
    observed: ids,
  });
}

/** Typical keys. */
const KEYS: Readonly<Record<string, (t: CheckContext) => string>> = {
  word: (t) => t.unique('key'),
  uuid: (t) => {
    const hex = `${t.unique('').replace('-', '')}${t.unique('').replace('-', '')}${t.unique('').replace('-', '')}`;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  },
};

const REPEATS: readonly Check[] = [
  check('IDEM-1/optional', 'A bid can be placed with and without an Idempotency-Key', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const body = await t.arrange.bidBody();
    expectSuccess(await t.buyer.post(`/inventory/${lot}/bids`, body));
    const keyed = await placeWith(t.buyer, lot, t.unique('key'), body);
    await expectPlaced(t, t.buyer, keyed);
  }),
  check('IDEM-1/by-grades', 'A multi-grade bid can be placed with an Idempotency-Key', ['buyer', 'writes'], async (t) => {
    const { lot_id, body } = await t.arrange.multiGradeBid();
    await expectPlaced(t, t.buyer, await placeWith(t.buyer, lot_id, t.unique('key'), body));
  }),
  ...Object.entries(KEYS).map(([name, makeKey]) =>
    check(
      `IDEM-2/${name}`,
      `Every retry with the same key (${name}) and body returns 201 and the original bid`,
      NEEDS,
      async (t) => {
        const lot = await t.arrange.lot();
        const key = makeKey(t);
        const body = await t.arrange.bidBody();
        const original = await firstBid(t.buyer, lot.id, key, body);
        for (let i = 0; i < 3; i += 1) await expectOriginal(lot, original, await placeWith(t.buyer, lot.id, key, body));
      },
    ),
  ),
  check(
    'IDEM-2/by-grades',
    'A retry with the same key and multi-grade body returns 201 and the original bid',
    NEEDS,
    async (t) => {
      const bid = await t.arrange.multiGradeBid();
      const lot = await t.arrange.lot({ grade: undefined });
      const key = t.unique('key');
      const original = await firstBid(t.buyer, lot.id, key, bid.body);
      await expectOriginal(lot, original, await placeWith(t.buyer, lot.id, key, bid.body));
    },
  ),
  check(
    'IDEM-2/every-field',
    'A retry with the same key and a body with every field returns 201 and the original bid',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot();
      const key = t.unique('key');
      const body = await t.arrange.bidBody({
        subject_to_sample_approval: true,
        additional_terms: 'Weekdays only, please.',
        expires_at: t.run.instantFromNow(3 * 86_400),
      });
      const original = await firstBid(t.buyer, lot.id, key, body);
      await expectOriginal(lot, original, await placeWith(t.buyer, lot.id, key, body));
    },
  ),
  check('IDEM-2/in-the-list', 'After a retry, GET /bids lists the bid once', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const key = t.unique('key');
    const body = await t.arrange.bidBody();
    const original = await firstBid(t.buyer, lot, key, body);
    const repeat = await placeWith(t.buyer, lot, key, body);
    expectStatus(repeat, 201);
    repeat.data.get('id').is(original);
    expectThat((await findInList(t.buyer, '/bids', original)) !== undefined, {
      message: 'GET /bids does not list the bid.',
      expected: original,
    });
  }),
  ...(['reject', 'accept', 'counter'] as const).map((action) =>
    check(
      `IDEM-2/after-${action}`,
      `A retry returns the original bid even after the seller decided it (${action})`,
      NEEDS,
      async (t) => {
        const lot = await t.arrange.lot();
        const key = t.unique('key');
        const body = await t.arrange.bidBody();
        const original = await firstBid(t.buyer, lot.id, key, body);
        const answered = await lot.seller.post(
          `/bids/${original}/${action}`,
          action === 'counter' ? await t.arrange.bidBody() : undefined,
        );
        if (!answered.is_success)
          throw new Blocked(`POST /bids/{id}/${action} failed on a pending bid (status ${answered.status})`, answered.exchange);
        const repeat = await placeWith(t.buyer, lot.id, key, body);
        expectStatus(repeat, 201);
        repeat.data.get('id').is(original);
        t.observe(`after a ${action}, a retry has the status ${String(repeat.data.find('status')?.value)}`);
      },
    ),
  ),
  check(
    'IDEM-2/one-event',
    'A retry does not send bid.received again',
    ['buyer', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.partner);
      const inbox = await t.subscribe(t.partner, ['bid.received']);
      const key = t.unique('key');
      const body = await t.arrange.bidBody();
      const original = await firstBid(t.buyer, lot.id, key, body);
      const where = ({ json }: { json: unknown }): boolean => dataIn(json)['bid_id'] === original;
      const first = await inbox.find({ type: 'bid.received', where });
      if (first === undefined) t.unverifiable('the seller does not receive bid.received: see EVT-17');
      const repeat = await placeWith(t.buyer, lot.id, key, body);
      ensureSuccess(repeat);
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

/** For each field, another valid value. The first body has sample approval explicitly, because the document does not state its default. */
async function otherBodies(t: CheckContext, body: Body): Promise<Readonly<Record<string, Body>>> {
  const price = await t.arrange.price(305.5);
  const delivery = isObject(body['delivery']) ? body['delivery'] : {};
  return {
    quantity: { ...body, quantity_mt: 10.5 },
    price: { ...body, price },
    'delivery-from': { ...body, delivery: { ...delivery, from: t.run.dateFromToday(31) } },
    'delivery-to': { ...body, delivery: { ...delivery, to: t.run.dateFromToday(61) } },
    approval: { ...body, subject_to_sample_approval: true },
    terms: { ...body, additional_terms: 'Weekdays only, please.' },
    expiry: { ...body, expires_at: t.run.instantFromNow(3 * 86_400) },
  };
}

const FIELDS = ['quantity', 'price', 'delivery-from', 'delivery-to', 'approval', 'terms', 'expiry'] as const;

const CONFLICTS: readonly Check[] = [
  ...FIELDS.map((field) =>
    check(`IDEM-3/${field}`, `The same key with a different ${field} returns 409 and changes nothing`, NEEDS, async (t) => {
      const lot = await t.arrange.lot();
      const key = t.unique('key');
      const body = await t.arrange.bidBody({ subject_to_sample_approval: false });
      const original = await firstBid(t.buyer, lot.id, key, body);
      const other = (await otherBodies(t, body))[field] ?? body;
      const refused = await placeWith(t.buyer, lot.id, key, other);
      expectRefusal(refused, 409);
      t.observe(`the same key with a different body: ${describeRefusal(refused)}`);
      await expectOnly(lot, original, refused);
      // The key still returns the first bid, and the other body works with another key.
      const repeat = await placeWith(t.buyer, lot.id, key, body);
      ensureSuccess(repeat);
      repeat.data.get('id').is(original);
      await expectPlaced(t, t.buyer, await placeWith(t.buyer, lot.id, t.unique('key'), other));
    }),
  ),
  check('IDEM-3/text', 'The same key with other additional_terms returns 409', NEEDS, async (t) => {
    const lot = await t.arrange.lot();
    const key = t.unique('key');
    const body = await t.arrange.bidBody({ additional_terms: 'Weekdays only, please.', subject_to_sample_approval: true });
    const original = await firstBid(t.buyer, lot.id, key, body);
    const refused = await placeWith(t.buyer, lot.id, key, { ...body, additional_terms: 'Weekends only, please.' });
    expectRefusal(refused, 409);
    await expectOnly(lot, original, refused);
  }),
  check('IDEM-3/by-grades', 'The same key with another price of one grade returns 409', NEEDS, async (t) => {
    const bid = await t.arrange.multiGradeBid();
    const lot = await t.arrange.lot({ grade: undefined });
    const key = t.unique('key');
    const original = await firstBid(t.buyer, lot.id, key, bid.body);
    const bids: unknown = bid.body['bids'];
    const lines: readonly unknown[] = Array.isArray(bids) ? bids : [];
    const last: unknown = lines.at(-1);
    if (!isObject(last)) throw new Blocked('the multi-grade body has no line to change');
    const price: unknown = last['price'];
    const higherPrice = isObject(price) ? { ...price, amount: 308.75 } : 308.75;
    const refused = await placeWith(t.buyer, lot.id, key, {
      ...bid.body,
      bids: [...lines.slice(0, -1), { ...last, price: higherPrice }],
    });
    expectRefusal(refused, 409);
    await expectOnly(lot, original, refused);
  }),
  check('IDEM-6/code', 'The code of the 409 is idempotency_conflict', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const key = t.unique('key');
    const body = await t.arrange.bidBody();
    await firstBid(t.buyer, lot, key, body);
    expectRefusal(await placeWith(t.buyer, lot, key, { ...body, quantity_mt: 10.5 }), 409, { code: 'idempotency_conflict' });
  }),
];

export const REPEATING: readonly Check[] = [...REPEATS, ...CONFLICTS];
