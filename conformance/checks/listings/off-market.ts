/** LST-5, LST-6, LST-11: listings that were taken off the market: with bids on them, and of another seller. */
import { check, type Check } from '../../check/check.ts';
import type { Lot } from '#client';
import {
  awaitReceivedBid,
  encodePath,
  ensureDone,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  listReceivedBids,
  readListing,
  REJECTS_NOTHING,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectReadable } from '../bids/bid-views.ts';

const SIDES = ['buyer', 'seller', 'writes'] as const;
const TWO_SELLERS = ['seller', 'partner', 'writes'] as const;

/** What can happen to the bids on a listing before it is unlisted. */
const BIDS: Readonly<Record<string, readonly [title: string, prepare: (t: CheckContext, lot: Lot) => Promise<string>]>> = {
  pending: ['a pending bid', async (t, lot) => (await t.arrange.bid(lot)).id],
  rejected: [
    'a rejected bid',
    async (t, lot) => {
      const { id } = await t.arrange.bid(lot);
      ensureDone(await lot.seller.post(encodePath`/bids/${id}/reject`), REJECTS_NOTHING);
      return id;
    },
  ],
  counter: ['a pending counter', async (t, lot) => (await t.arrange.counter(lot, await t.arrange.bid(lot))).id],
};

/** How a listing is taken off the market, or never put on it. */
const OFF_MARKET: Readonly<Record<string, (t: CheckContext) => Promise<string>>> = {
  draft: async (t) => (await t.arrange.draft({}, t.seller)).id,
  unlisted: async (t) => {
    const { id } = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${id}`, { listed: false }));
    return id;
  },
  archived: async (t) => {
    const { id } = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${id}`));
    return id;
  },
};

const VIEWS = [
  ['LST-5', 'GET /me/inventory/{id}', (id: string) => encodePath`/me/inventory/${id}`],
  ['LST-11', 'GET /me/inventory/{id}/bids', (id: string) => encodePath`/me/inventory/${id}/bids`],
] as const;

export const OFF_MARKET_CHECKS: readonly Check[] = [
  ...Object.entries(BIDS).map(([name, [title, prepare]]) =>
    check(
      `LST-6/relist-with-${name}`,
      `A listing with ${title} can be unlisted and published again, and keeps the bid`,
      SIDES,
      async (t) => {
        const lot = await t.arrange.lot({}, t.seller);
        const bid_id = await prepare(t, lot);
        const path = encodePath`/me/inventory/${lot.id}`;
        // A list can leave out the seller's own counters (LST-12).
        const is_shown = (await awaitReceivedBid(t, lot, bid_id)) !== undefined;
        expectStatus(await t.seller.patch(path, { listed: false }), 200);
        (await readListing(t.seller, lot.id)).get('status').is('unlisted');
        expectStatus(await t.seller.patch(path, { listed: true }), 200);
        (await readListing(t.seller, lot.id)).get('status').is('listed');
        await expectReadable(t.buyer, bid_id);
        // The document does not say that a seller sees the bids of an earlier publication.
        warnUnless(!is_shown || (await awaitReceivedBid(t, lot, bid_id)) !== undefined, {
          message: 'A listing that was unlisted and published again has lost its bid.',
          expected: `${bid_id} in GET /me/inventory/{id}/bids`,
          observed: (await listReceivedBids(lot)).map((bid) => bid.find('id')?.value),
        });
      },
    ),
  ),
  ...VIEWS.flatMap(([clause, view, pathOf]) =>
    Object.entries(OFF_MARKET).map(([name, create]) =>
      check(`${clause}/another-s-${name}`, `${view} of another seller's ${name} listing returns 404`, TWO_SELLERS, async (t) => {
        const path = pathOf(await create(t));
        expectRefusal(await t.partner.get(path), 404, { code: 'not_found' });
      }),
    ),
  ),
];
