/** The seller's own listings. */
import { check, type Check } from '../../check/check.ts';
import { chooseSeller, encodePath, ensureSuccess, readListing, type Blocked } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OF_LISTING } from '../listings/as-read.ts';
import { runParts } from './deals.ts';
import { expectConsistent, type KnownRecord, type WholeList } from './compare.ts';
import { statusFilters } from './filters.ts';

interface Listings {
  readonly ids: { id: string; is_listed: boolean }[];
  readonly blocked: Blocked[];
}

/** Drafts, archived listings, a listing that is published again, and a sold one, once per run. */
async function arrangeListings(t: CheckContext): Promise<Listings> {
  const listings = await t.run.once('listings with a history', async () => {
    const made: Listings = { ids: [], blocked: [] };
    const bare = { grade: undefined, target_price: undefined };
    const note = (id: string, is_listed = false): void => {
      made.ids.push({ id, is_listed });
    };
    const blocked = await runParts([
      async () => note((await t.arrange.draft(bare)).id),
      async () => note((await t.arrange.lot(bare)).id, true),
      async () => {
        for (const lot of [await t.arrange.draft(), await t.arrange.lot()]) {
          ensureSuccess(await lot.seller.delete(encodePath`/me/inventory/${lot.id}`));
          note(lot.id);
        }
      },
      async () => {
        const lot = await t.arrange.lot();
        for (const listed of [false, true])
          ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
        note(lot.id, true);
      },
      async () => {
        if (t.has('buyer')) note((await t.arrange.trade()).lot.id);
      },
    ]);
    made.blocked.push(...blocked);
    return made;
  });
  for (const why of listings.blocked) t.misses(why);
  return listings;
}

/** Without `status`, the list can omit drafts and archived listings (LST-22). */
async function ownListings(t: CheckContext): Promise<Omit<WholeList, 'filtersFor'>> {
  const { ids } = await arrangeListings(t);
  const seller = chooseSeller(t);
  const known: readonly KnownRecord[] = ids.map(({ id, is_listed }) => ({
    id,
    is_due: is_listed ? true : undefined,
    read: async () => readListing(seller, id),
  }));
  return {
    actor: seller,
    path: '/me/inventory',
    name: 'GET /me/inventory',
    known,
    members: OF_LISTING,
    may_omit: (listing) => listing.find('status')?.value !== 'listed',
  };
}

export const WHOLE_LISTS_OF_LISTINGS: readonly Check[] = [
  check(
    'LST-1/every-listing',
    'GET /me/inventory lists every listed listing, whatever its history, as GET /me/inventory/{id} shows it',
    ['writes'],
    async (t) => {
      await expectConsistent(t, await ownListings(t));
    },
    { lane: 'quiet' },
  ),
  check(
    'LST-16/every-listing',
    'Each status of GET /me/inventory lists exactly the listings that have it, whatever their history',
    ['writes'],
    async (t) => {
      const list = await ownListings(t);
      await expectConsistent(t, {
        ...list,
        // LST-1 covers what the list omits without a filter.
        known: list.known.map((record) => ({ ...record, is_due: undefined })),
        filtersFor: () => statusFilters('listed', 'unlisted', 'archived'),
        may_omit: () => true,
      });
    },
    { lane: 'quiet' },
  ),
];
