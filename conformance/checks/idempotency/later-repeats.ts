/** IDEM-2: retries of a request that would be rejected by now, if the key were not looked up first. */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, expectThat, encodePath, type Reply } from '#client';
import { SOON_S, withShortExpiry } from '../bids/expiry.ts';
import { SIDES } from '../bids/needs.ts';
import { placeKeyedBid } from './repeat.ts';

/** What a bid takes by default, and a listing that has less than that left afterward. */
const BID_MT = 10;
const LISTINGS = [
  ['a-part-was-sold', 'its listing has less left than the bid asks for', BID_MT + 5],
  ['selling-out', 'its listing is sold out', BID_MT],
] as const;

/** Asserts that a retry returned the original bid. @param since what has changed since the first request */
function expectFirst(repeat: Reply, id: string, since: string): void {
  const is_original = repeat.status === 201 && repeat.data.find('id')?.value === id;
  expectThat(is_original, {
    message: `A retry with the same key and body does not return the original bid once ${since}.`,
    reply: repeat,
    expected: `status 201 and ${id}`,
    observed: repeat.json,
    ...(repeat.status === 201 ? {} : { likely_cause: 'The request is validated before its key is looked up.' }),
  });
}

export const LATER_REPEATS_CHECKS: readonly Check[] = [
  ...LISTINGS.map(([name, since, quantity_mt]) =>
    check(`IDEM-2/after-${name}`, `A retry returns the original bid even if ${since}`, SIDES, async (t) => {
      const lot = await t.arrange.lot({ quantity_mt });
      const bid = await placeKeyedBid(t, { lot, body: await t.arrange.bidBody({ quantity_mt: BID_MT }) });
      ensureSuccess(await lot.seller.post(encodePath`/bids/${bid.id}/accept`));
      expectFirst(await bid.repeat(), bid.id, since);
    }),
  ),
  check(
    'IDEM-2/after-expiry',
    'A retry returns the original bid even if its expires_at has passed',
    SIDES,
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await withShortExpiry(t, async (expires_at) =>
        placeKeyedBid(t, { lot, body: await t.arrange.bidBody({ expires_at }) }),
      );
      await t.wait(SOON_S * 1_000 + 500);
      expectFirst(await bid.repeat(), bid.id, 'its expires_at has passed');
    },
    { lane: 'patient' },
  ),
];
