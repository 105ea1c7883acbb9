/** The seller's own listings. */
import { check, type Check } from '../../check/check.ts';
import { chooseSeller, encodePath, ensureSuccess, readListing } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OF_LISTING } from '../listings/as-read.ts';
import { arrangeOnce } from './deals.ts';
import { expectConsistent, type KnownRecord, type WholeList } from './compare.ts';
import { statusFilters } from './filters.ts';

interface MadeListing {
  readonly id: string;
  readonly is_listed: boolean;
}

/** Drafts, archived listings, a listing that is published again, and a sold one, once per run. */
async function arrangeListings(t: CheckContext): Promise<readonly MadeListing[]> {
  const bare = { grade: undefined, target_price: undefined };
  const none: MadeListing[] = [];
  return arrangeOnce(t, 'listings with a history', none, [
    async (made) => void made.push({ id: (await t.arrange.draft(bare)).id, is_listed: false }),
    async (made) => void made.push({ id: (await t.arrange.lot(bare)).id, is_listed: true }),
    async (made) => {
      for (const { id, seller } of [await t.arrange.draft(), await t.arrange.lot()]) {
        ensureSuccess(await seller.delete(encodePath`/me/inventory/${id}`));
        made.push({ id, is_listed: false });
      }
    },
    async (made) => {
      const { id, seller } = await t.arrange.lot();
      for (const listed of [false, true]) ensureSuccess(await seller.patch(encodePath`/me/inventory/${id}`, { listed }));
      made.push({ id, is_listed: true });
    },
    async (made) => {
      if (t.has('buyer')) made.push({ id: (await t.arrange.trade()).lot.id, is_listed: false });
    },
  ]);
}

/** Without `status`, the list can omit drafts and archived listings (LST-22). */
async function ownListings(t: CheckContext): Promise<Omit<WholeList, 'filtersFor'>> {
  const made = await arrangeListings(t);
  const seller = chooseSeller(t);
  const known: readonly KnownRecord[] = made.map(({ id, is_listed }) => ({
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
