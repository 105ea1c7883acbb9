/** The scope of a key, and when two keys or two bodies are the same. */
import { check, type Check } from '../../check/check.ts';
import type { Reply } from '#client';
import {
  Breach,
  REJECTS_NOTHING,
  dataIn,
  describeRefusal,
  ensureDone,
  ensureId,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  awaitReceivedBid,
  isObject,
  readItems,
  contains,
  containsId,
  encodePath,
} from '#client';
import { expectOnly } from './original.ts';
import { placeKeyedBid, placeKeyedOn, placeWithKey } from './repeat.ts';
import { SIDES, WITH_RIVAL } from '../bids/needs.ts';
import { actOnBid } from '../bids/states.ts';

const NEEDS = ['buyer', 'writes'] as const;

/** Bidders other than `buyer`, and the seller of their listing. */
const OTHER_BIDDERS = [
  ['sandbox', 'buyer_sandbox', 'seller_sandbox', 'in the sandbox'],
  ['rival', 'rival', 'seller', 'for another team'],
  ['elevator', 'elevator', 'seller', 'for a verified elevator'],
] as const;

/** Asserts that a reply to one team has nothing of another team's bid. */
function expectNothingOf(secrets: readonly string[], reply: Reply): void {
  for (const secret of secrets) {
    if (!contains(reply.exchange, secret) && !JSON.stringify(reply.exchange.headers).includes(secret)) continue;
    throw new Breach({
      message: "A request with another team's Idempotency-Key returned data of that team's bid.",
      exchange: reply.exchange,
      expected: `nothing of the other team's bid, such as ${secret}`,
      observed: reply.exchange.text.slice(0, 500),
      likely_cause: 'The lookup uses the key alone. Restrict it to the team.',
    });
  }
}

/** The id and the reference of a bid. */
function secretsIn(id: string, bid: Reply): readonly string[] {
  const data = dataIn(bid.json);
  const reference = data['reference'];
  return [id, ...(typeof reference === 'string' && reference.length > 5 ? [reference] : [])];
}

/** Keys that differ from a key in one way that a column type or a collation can lose. */
const OTHER_KEYS: Readonly<Record<string, (key: string) => string>> = {
  case: (key) => key.toUpperCase(),
  end: (key) => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
  'long-end': (key) => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
};

export const SCOPE_CHECKS: readonly Check[] = [
  ...Object.entries(OTHER_KEYS).map(([name, otherKey]) =>
    check(
      `IDEM-2/another-${name}`,
      `A key that differs only in its ${name} is a different key and places a new bid`,
      SIDES,
      async (t) => {
        // As long as a UUID, which keys usually are, or longer.
        const length = name === 'long-end' ? 72 : 36;
        const key = `${t.unique('key-a')}-${'abcdefghijklmnopqrstuvwxyz'.repeat(3)}`.slice(0, length).toLowerCase();
        const { lot, body, id: first } = await placeKeyedBid(t, { key });
        // A deployment can limit a team to one open bid per listing (BID-39).
        ensureDone(await lot.seller.post(encodePath`/bids/${first}/reject`), REJECTS_NOTHING);
        const second = await placeWithKey(t.buyer, lot.id, otherKey(key), body);
        expectSuccess(second);
        expectThat(second.data.get('id').value !== first, {
          message: `A key that differs only in its ${name} returns the bid of the first key.`,
          reply: second,
          expected: 'a new bid',
          likely_cause: 'The key column is too short, or its comparison ignores case.',
        });
      },
    ),
  ),
  check('IDEM-3/unit', 'The same key with a price in a different unit is rejected', SIDES, async (t) => {
    const { lot, id, body, repeat } = await placeKeyedBid(t);
    const price = isObject(body['price']) ? body['price'] : t.unverifiable('a bid has no price object');
    const unit = price['unit'] === 'BU' ? 'LB' : 'BU';
    const refused = await repeat({ ...body, price: { ...price, unit } });
    // A unit that the deployment does not take can be rejected as invalid first.
    expectRefusal(refused, [409, 422]);
    await expectOnly(lot, id, refused);
  }),
  check('IDEM-3/place', 'The same key with a different fob_farm is rejected', SIDES, async (t) => {
    const { lot, id, body, repeat } = await placeKeyedBid(t);
    const refused = await repeat({ ...body, fob_farm: body['fob_farm'] === false });
    // Without a delivery location, the body can be rejected as invalid first (BID-9).
    expectRefusal(refused, [409, 422]);
    await expectOnly(lot, id, refused);
  }),
  check(
    'IDEM-3/location',
    'The same key with a different delivery location is rejected',
    ['elevator', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const [own, other] = readItems(await t.elevator.get('/delivery-locations')).map(({ id }) => id);
      const delivery_location_id =
        typeof own === 'number' ? own : t.unverifiable('the elevator has no delivery location', 'actors.elevator');
      const [key, body] = [t.unique('key'), await t.arrange.bidBody({ fob_farm: false, delivery_location_id })];
      const placed = await placeWithKey(t.elevator, lot.id, key, body);
      const id = ensureId(placed, 'POST /inventory/{id}/bids rejected a bid with a delivery location');
      // An id that the elevator does not have can be rejected as invalid first.
      const refused = await placeWithKey(t.elevator, lot.id, key, {
        ...body,
        delivery_location_id: other ?? delivery_location_id + 1,
      });
      expectRefusal(refused, typeof other === 'number' ? 409 : [409, 422]);
      await expectOnly(lot, id, refused);
    },
  ),
  check(
    'IDEM-7/decided',
    "Another team's request with the key and body of a rejected bid never returns this team's bid",
    WITH_RIVAL,
    async (t) => {
      const { lot, key, body, id } = await placeKeyedBid(t);
      ensureSuccess(await actOnBid(t, lot.seller, id, 'reject'));
      const read = await t.buyer.get(encodePath`/bids/${id}`);
      const theirs = await placeWithKey(t.rival, lot.id, key, body);
      expectNothingOf(secretsIn(id, read), theirs);
      expectStatus(theirs, 201, 409);
    },
  ),
  check(
    'IDEM-7/same-body',
    "Another team's request with the same key and body never returns this team's bid",
    WITH_RIVAL,
    async (t) => {
      const { lot, key, body, id } = await placeKeyedBid(t);
      const read = await t.buyer.get(encodePath`/bids/${id}`);
      const theirs = await placeWithKey(t.rival, lot.id, key, body);
      expectNothingOf(secretsIn(id, read), theirs);
      t.observe(`another team's same key and body: ${describeRefusal(theirs)}`);
      if (theirs.status !== 201) {
        expectStatus(theirs, 409);
        return;
      }
      // The rival's request created its own bid.
      const own = theirs.data.get('id').text();
      const seen = await t.rival.get(encodePath`/bids/${own}`);
      expectSuccess(seen);
      expectThat((await awaitReceivedBid(t, lot, own)) !== undefined, {
        message: "The rival's own bid is not on the listing.",
        reply: theirs,
      });
    },
  ),
  check(
    'IDEM-7/other-body',
    "Another team's request with the same key and a different body returns nothing of this team's bid",
    WITH_RIVAL,
    async (t) => {
      // Letters only, because moderation may take digits for a phone number.
      const terms = `Ticket ${t.unique('terms').replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))} as agreed.`;
      const { lot, key, id } = await placeKeyedBid(t, { body: await t.arrange.bidBody({ additional_terms: terms }) });
      const read = await t.buyer.get(encodePath`/bids/${id}`);
      const theirs = await placeWithKey(t.rival, lot.id, key, await t.arrange.bidBody({ quantity_mt: 11.5 }));
      expectNothingOf([...secretsIn(id, read), terms], theirs);
      expectStatus(theirs, 201, 409);
    },
  ),
  check(
    'INV-23/key-of-the-other-mode',
    "A sandbox token never gets a live bid by repeating the bid's Idempotency-Key",
    ['live', 'buyer', 'buyer_sandbox', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const { key, body, id } = await placeKeyedOn(t, lot);
      const other = await placeWithKey(t.actor('buyer_sandbox'), lot, key, body);
      expectThat(!containsId(other.exchange, id), {
        message: 'A sandbox token that repeats a live request with its Idempotency-Key gets the live bid.',
        reply: other,
        expected: 'an error: the sandbox has no such listing',
      });
      t.observe(`a live request repeated with a sandbox token: ${describeRefusal(other)}`);
    },
  ),
  ...OTHER_BIDDERS.map(([slug, bidder, seller, whose]) =>
    check(
      `IDEM-2/${slug}`,
      `A retry with the same key and body returns 201 and the original bid ${whose}`,
      [bidder, seller, 'writes'],
      async (t) => {
        const lot = await t.arrange.lot({}, t.actor(seller));
        const key = t.unique('key');
        const body = await t.arrange.bidBody();
        const placeBid = async (): Promise<Reply> => placeWithKey(t.actor(bidder), lot.id, key, body);
        const original = ensureId(await placeBid(), 'POST /inventory/{id}/bids rejected a valid bid with an Idempotency-Key');
        const repeat = await placeBid();
        expectStatus(repeat, 201);
        repeat.data.get('id').is(original);
        await expectOnly(lot, original, repeat);
      },
    ),
  ),
  check('IDEM-4/json', 'Bodies that differ only in white space or the order of keys count as the same', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const { key, body, id } = await placeKeyedOn(t, lot);
    const reordered = Object.fromEntries(Object.entries(body).toReversed());
    const repeat = await t.buyer.send({
      method: 'POST',
      path: encodePath`/inventory/${lot}/bids`,
      raw_body: JSON.stringify(reordered, undefined, 2),
      headers: { 'Idempotency-Key': key },
    });
    t.observe(`the same JSON in other bytes: ${describeRefusal(repeat)}`);
    expectSuccess(repeat);
    repeat.data.get('id').is(id);
  }),
  check('IDEM-6/length', 'A key of more than 255 characters returns 400', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const reply = await placeWithKey(t.buyer, lot, 'k'.repeat(256), await t.arrange.bidBody());
    t.observe(`a key of 256 characters: ${describeRefusal(reply)}`);
    expectRefusal(reply, 400);
  }),
  check('IDEM-8/not-used-up', 'A rejected request does not use up its key', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const key = t.unique('key');
    const body = await t.arrange.bidBody();
    expectStatus(await placeWithKey(t.buyer, lot, key, { ...body, quantity_mt: 0.009 }), 422);
    const again = await placeWithKey(t.buyer, lot, key, body);
    t.observe(`a key whose first request was rejected: ${describeRefusal(again)}`);
    expectSuccess(again);
  }),
  check('IDEM-9/default', 'A body with an explicit default differs from one that omits the field', NEEDS, async (t) => {
    const body = await t.arrange.bidBody({ fob_farm: undefined });
    const { repeat } = await placeKeyedOn(t, await t.arrange.lotToBidOn(), { body });
    const repeated = await repeat({ ...body, fob_farm: true });
    t.observe(`an explicit default: ${describeRefusal(repeated)}`);
    expectStatus(repeated, 409);
  }),
  check('IDEM-9/invalid', 'A different body with the same key returns 409 even if it is invalid', NEEDS, async (t) => {
    const { body, repeat } = await placeKeyedOn(t, await t.arrange.lotToBidOn());
    const repeated = await repeat({ ...body, quantity_mt: 0.009 });
    t.observe(`an invalid second body: ${describeRefusal(repeated)}`);
    expectStatus(repeated, 409);
  }),
  check('IDEM-6/counter', 'Idempotency-Key works on counter', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const key = t.unique('key');
    const body = await t.arrange.bidBody();
    const headers = { 'Idempotency-Key': key };
    const first = await lot.seller.post(encodePath`/bids/${bid.id}/counter`, body, headers);
    const repeat = await lot.seller.post(encodePath`/bids/${bid.id}/counter`, body, headers);
    t.observe(`a counter repeated with its key: ${describeRefusal(repeat)}`);
    expectSuccess(repeat);
    repeat.data.get('id').is(first.data.get('id').value);
  }),
];
