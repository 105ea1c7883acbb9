/** The same key again: with the same body the first bid, with another one 409. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, Lot, Reply } from '#client';
import {
  Blocked,
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

export type Body = Readonly<Record<string, unknown>>;

/** Places a bid under a key. */
export async function placeWith(by: Actor, lot_id: string, key: string, body: Body): Promise<Reply> {
  return by.post(`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
}

/** The first bid under a key, which the clause is not about. */
export async function firstBid(by: Actor, lot_id: string, key: string, body: Body): Promise<string> {
  const first = await placeWith(by, lot_id, key, body);
  const data = isObject(first.json) ? first.json['data'] : undefined;
  const id = isObject(data) ? data['id'] : undefined;
  if (first.status !== 201 || typeof id !== 'string') {
    throw new Blocked(
      `POST /inventory/{id}/bids takes no valid bid with an Idempotency-Key (status ${first.status})`,
      first.exchange,
    );
  }
  return id;
}

/** The repeat got the original bid, and the listing has that one bid alone. */
async function expectOriginal(lot: Lot, original: string, repeat: Reply): Promise<void> {
  expectStatus(repeat, 201);
  const id = repeat.data.get('id');
  if (id.value !== original) id.breach('The same key with the same body made another bid.', original);
  await expectOnly(lot, original, repeat);
}

export async function expectOnly(lot: Lot, original: string, repeat?: Reply): Promise<void> {
  const ids = (await listReceivedBids(lot)).map((bid) => bid.get('id').value);
  const others = ids.filter((id) => id !== original);
  expectThat(others.length === 0, {
    message: 'A request that was sent again under its Idempotency-Key left a second bid on the listing.',
    ...(repeat === undefined ? {} : { reply: repeat }),
    expected: original,
    observed: ids,
  });
}

/** Keys as clients make them. */
const KEYS: Readonly<Record<string, (t: CheckContext) => string>> = {
  word: (t) => t.unique('key'),
  uuid: (t) => {
    const hex = `${t.unique('').replace('-', '')}${t.unique('').replace('-', '')}${t.unique('').replace('-', '')}`;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  },
};

const REPEATS: readonly Check[] = [
  check('IDEM-1/optional', 'A bid is taken without an Idempotency-Key, and with one', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const body = await t.arrange.bidBody();
    expectSuccess(await t.buyer.post(`/inventory/${lot}/bids`, body));
    const keyed = await placeWith(t.buyer, lot, t.unique('key'), body);
    await expectPlaced(t, t.buyer, keyed);
  }),
  check('IDEM-1/by-grades', 'A bid by grades is taken with an Idempotency-Key', ['buyer', 'writes'], async (t) => {
    const { lot_id, body } = await t.arrange.multiGradeBid();
    await expectPlaced(t, t.buyer, await placeWith(t.buyer, lot_id, t.unique('key'), body));
  }),
  ...Object.entries(KEYS).map(([name, makeKey]) =>
    check(
      `IDEM-2/${name}`,
      `The same key (a ${name}) and body answer 201 with the original bid, as often as they are sent`,
      ['buyer', 'seller', 'writes'],
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
    'The same key and a body by grades answer 201 with the original bid',
    ['buyer', 'seller', 'writes'],
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
    'The same key and a body with every field answer 201 with the original bid',
    ['buyer', 'seller', 'writes'],
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
  check('IDEM-2/in-the-list', 'The list of the team has no second bid either', ['buyer', 'writes'], async (t) => {
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
      `The key answers with the original bid when the seller has answered it (${action}), and makes no new one`,
      ['buyer', 'seller', 'writes'],
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
          throw new Blocked(
            `POST /bids/{id}/${action} does nothing to a pending bid (status ${answered.status})`,
            answered.exchange,
          );
        const repeat = await placeWith(t.buyer, lot.id, key, body);
        expectStatus(repeat, 201);
        repeat.data.get('id').is(original);
        t.observe(`a repeat after ${action} reads ${String(repeat.data.find('status')?.value)}`);
      },
    ),
  ),
  check(
    'IDEM-2/one-event',
    'A repeat does not tell the seller of a bid again',
    ['buyer', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.partner);
      const inbox = await t.subscribe(t.partner, ['bid.received']);
      const key = t.unique('key');
      const body = await t.arrange.bidBody();
      const original = await firstBid(t.buyer, lot.id, key, body);
      const where = ({ json }: { json: unknown }): boolean =>
        isObject(json) && isObject(json['data']) && json['data']['bid_id'] === original;
      const first = await inbox.find({ type: 'bid.received', where });
      if (first === undefined) t.unverifiable('the seller is told of no bid: EVT-17 says so');
      const repeat = await placeWith(t.buyer, lot.id, key, body);
      ensureSuccess(repeat);
      const second = await inbox.find({ type: 'bid.received', where, nth: 2, within_ms: 400 });
      warnUnless(second === undefined, {
        message: 'A repeat under an Idempotency-Key sent bid.received a second time for the one bid.',
        reply: repeat,
      });
      t.observe('no second event was seen in a window of 0.4 s');
    },
    { lane: 'patient' },
  ),
];

/** Other valid values, none of them a default: what a body differs in. */
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
    check(
      `IDEM-3/${field}`,
      `The same key with a body that differs in ${field} is 409, and changes nothing`,
      ['buyer', 'seller', 'writes'],
      async (t) => {
        const lot = await t.arrange.lot();
        const key = t.unique('key');
        const body = await t.arrange.bidBody();
        const original = await firstBid(t.buyer, lot.id, key, body);
        const other = (await otherBodies(t, body))[field] ?? body;
        const refused = await placeWith(t.buyer, lot.id, key, other);
        expectRefusal(refused, 409);
        t.observe(`the key with another body: ${describeRefusal(refused)}`);
        await expectOnly(lot, original, refused);
        // The key still stands for what it was first used with, and another key takes the other body.
        const repeat = await placeWith(t.buyer, lot.id, key, body);
        ensureSuccess(repeat);
        repeat.data.get('id').is(original);
        await expectPlaced(t, t.buyer, await placeWith(t.buyer, lot.id, t.unique('key'), other));
      },
    ),
  ),
  check('IDEM-3/text', 'The same key with other additional_terms is 409', ['buyer', 'seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const key = t.unique('key');
    const body = await t.arrange.bidBody({ additional_terms: 'Weekdays only, please.', subject_to_sample_approval: true });
    const original = await firstBid(t.buyer, lot.id, key, body);
    const refused = await placeWith(t.buyer, lot.id, key, { ...body, additional_terms: 'Weekends only, please.' });
    expectRefusal(refused, 409);
    await expectOnly(lot, original, refused);
  }),
  check('IDEM-3/by-grades', 'The same key with another price of one grade is 409', ['buyer', 'seller', 'writes'], async (t) => {
    const bid = await t.arrange.multiGradeBid();
    const lot = await t.arrange.lot({ grade: undefined });
    const key = t.unique('key');
    const original = await firstBid(t.buyer, lot.id, key, bid.body);
    const bids: unknown = bid.body['bids'];
    const lines: readonly unknown[] = Array.isArray(bids) ? bids : [];
    const last: unknown = lines.at(-1);
    if (!isObject(last)) throw new Blocked('there is no line of a bid by grades to change');
    const price: unknown = last['price'];
    const dearer = isObject(price) ? { ...price, amount: 308.75 } : 308.75;
    const refused = await placeWith(t.buyer, lot.id, key, {
      ...bid.body,
      bids: [...lines.slice(0, -1), { ...last, price: dearer }],
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
