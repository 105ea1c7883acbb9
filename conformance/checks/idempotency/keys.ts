/** IDEM-2, IDEM-3: which keys, and which bodies, are the same. */
import { check, type Check } from '../../check/check.ts';
import { REJECTS_NOTHING, ensureDone, expectRefusal, expectSuccess, expectThat, isObject } from '#client';
import { expectOnly, placeKeyedBid, placeWithKey } from './repeat.ts';
import { SIDES } from '../bids/needs.ts';

/** Keys that differ from a key in one way that a column type or a collation can lose. */
const OTHER_KEYS: Readonly<Record<string, (key: string) => string>> = {
  case: (key) => key.toUpperCase(),
  end: (key) => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
};

export const KEYS: readonly Check[] = [
  ...Object.entries(OTHER_KEYS).map(([name, otherKey]) =>
    check(
      `IDEM-2/another-${name}`,
      `A key that differs in its ${name} is another key, and places another bid`,
      SIDES,
      async (t) => {
        // As long as a UUID, which keys usually are.
        const key = `${t.unique('key-a')}-abcdefghijklmnopqrstuvwxyz`.slice(0, 36).toLowerCase();
        const { lot, body, id: first } = await placeKeyedBid(t, { key });
        // A deployment can limit a team to one open bid per listing (BID-39).
        ensureDone(await lot.seller.post(`/bids/${first}/reject`), REJECTS_NOTHING);
        const second = await placeWithKey(t.buyer, lot.id, otherKey(key), body);
        expectSuccess(second);
        expectThat(second.data.get('id').value !== first, {
          message: `A key that differs in its ${name} returns the bid of the first key.`,
          reply: second,
          expected: 'a new bid',
          likely_cause: 'The column of the keys is too short, or compares without regard to case.',
        });
      },
    ),
  ),
  check('IDEM-3/unit', 'The same key with a price in another unit is rejected', SIDES, async (t) => {
    const { lot, id, body, repeat } = await placeKeyedBid(t);
    const price = isObject(body['price']) ? body['price'] : t.unverifiable('a bid has no price object');
    const unit = price['unit'] === 'BU' ? 'LB' : 'BU';
    const refused = await repeat({ ...body, price: { ...price, unit } });
    // A unit that the deployment does not take can be rejected as invalid first.
    expectRefusal(refused, [409, 422]);
    await expectOnly(lot, id, refused);
  }),
];
