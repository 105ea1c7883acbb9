/** What a change to a listing leaves as it is. */
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import {
  TARGET_PRICE,
  encodePath,
  ensureSuccess,
  expectListing,
  expectStatus,
  expectThat,
  hasValueOf,
  readListing,
  readUntil,
  sendConcurrently,
  type JsonNode,
} from '#client';
import { DETAILS, OFFERED } from './as-read.ts';

const NEEDS = ['seller', 'writes'] as const;

/** Members that a publication does not change, for the seller and for buyers. It can renew `listed_at` and `expires_at`. */
const KEPT = [...OFFERED, 'asking_price'] as const;

/** Values that differ from the defaults, so that a lost one is seen. */
const SUBMITTED = { ...DETAILS, is_organic: true, target_price: { amount: 301.5, firm: true } };

/** The prices of concurrent changes, each different from the one before. */
const PRICES = [290.25, 280.5, 291.25, 281.5, 292.25];

/** The listing as its seller sees it and, if it is listed and a buyer is configured, as buyers see it. */
async function viewsOf(t: CheckContext, id: string): Promise<readonly JsonNode[]> {
  const own = await readListing(t.seller, id);
  if (!t.has('buyer') || own.find('status')?.value !== 'listed') return [own];
  const seen = await t.buyer.get(encodePath`/inventory/${id}`);
  // LST-6/unlist-and-relist covers whether buyers find it.
  return seen.is_success ? [own, seen.data] : [own];
}

/** Asserts that a listing has kept what its views showed before. */
async function expectKept(t: CheckContext, id: string, before: readonly JsonNode[]): Promise<void> {
  for (const [i, after] of (await viewsOf(t, id)).entries()) {
    const earlier = before[i];
    for (const key of KEPT) if (earlier?.has(key) === true) after.get(key).is(earlier.get(key).value);
    const farm_id = earlier?.find('farm')?.find('id')?.value;
    if (farm_id !== undefined) after.get('farm').get('id').is(farm_id);
  }
}

export const UNCHANGED_CHECKS: readonly Check[] = [
  check('LST-6/unchanged', 'PATCH with the present values of a listing returns 200', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    for (const body of [{ listed: true }, { target_price: { amount: TARGET_PRICE } }])
      expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, body), 200);
    (await expectListing(t.seller, lot.id)).get('status').is('listed');
  }),
  check(
    'LST-6/keeps-its-details',
    'A listing that was unlisted or archived has the same details when it is published again',
    NEEDS,
    async (t) => {
      const { id } = await t.arrange.lot(SUBMITTED, t.seller);
      const path = encodePath`/me/inventory/${id}`;
      const before = await viewsOf(t, id);
      for (const takeOff of [async () => t.seller.patch(path, { listed: false }), async () => t.seller.delete(path)]) {
        ensureSuccess(await takeOff());
        ensureSuccess(await t.seller.patch(path, { listed: true }));
        await expectKept(t, id, before);
      }
    },
  ),
  check(
    'LST-6/two-at-once',
    'Two concurrent changes of a listing, of its price and its status, both take effect',
    NEEDS,
    async (t) => {
      const { id } = await t.arrange.lot({}, t.seller);
      const path = encodePath`/me/inventory/${id}`;
      for (const [i, amount] of PRICES.entries()) {
        const listed = i % 2 === 1;
        const changes = [{ target_price: { amount } }, { listed }];
        const replies = await sendConcurrently(changes.map((body) => async () => t.seller.patch(path, body)));
        // The loser of a race can be rejected.
        if (!replies.every(({ status }) => status === 200)) continue;
        const expected = { status: listed ? 'listed' : 'unlisted', amount };
        const isDone = (own: JsonNode): boolean =>
          own.find('status')?.value === expected.status && hasValueOf(own.find('target_price')?.value, amount) !== false;
        const own = await readUntil(() => readListing(t.seller, id), isDone, t.signal);
        if (own.find('target_price') === undefined) t.unverifiable('a listing does not show its target_price to its seller');
        expectThat(isDone(own), {
          message: 'Of two concurrent changes of a listing that both returned 200, one was lost.',
          reply: own.reply,
          expected: JSON.stringify(expected),
          observed: { status: own.find('status')?.value, target_price: own.find('target_price')?.value },
          likely_cause: 'A change reads the whole record and writes it back. Write only the changed columns, or lock the record.',
        });
      }
    },
  ),
  check('LST-6/draft-keeps-its-details', 'A published draft has the same details as before', NEEDS, async (t) => {
    const { id } = await t.arrange.draft(SUBMITTED, t.seller);
    const before = await viewsOf(t, id);
    ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${id}`, { listed: true }));
    await expectKept(t, id, before);
  }),
];
