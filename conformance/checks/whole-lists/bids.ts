/** The bids of a team, and those that a seller has received. */
import { check, type Check } from '../../check/check.ts';
import { chooseSeller, encodePath, readBid, readListing, type JsonNode } from '#client';
import { parseInstant } from '#spec';
import type { CheckContext } from '../../check/check-context.ts';
import { arrangeDeals, type Deals } from './deals.ts';
import { expectConsistent, type KnownRecord } from './compare.ts';
import { shownStatusFilters, statusFilters, type Filter } from './filters.ts';

const NEEDS = ['buyer', 'writes'] as const;
const STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'expired'] as const;
/** The members of a bid that a list shows like GET /bids/{id}. */
const MEMBERS = [
  'reference',
  'inventory_id',
  'status',
  'type',
  'price',
  'grades',
  'quantity_mt',
  'delivery',
  'fob_farm',
  'expires_at',
  'counterparty',
] as const;

/** A bid that expires sooner, in ms, is not compared: when its status changes, and whether it does, is open (BID-12). */
const EXPIRING_MS = 300_000;

/** Whether a bid can be pending in one list, and expired in another. */
function mayHaveExpired({ run }: CheckContext, bid: JsonNode): boolean {
  if (bid.find('status')?.value !== 'pending') return false;
  const expires_at = bid.find('expires_at')?.value;
  const expiry_ms = typeof expires_at === 'string' ? parseInstant(expires_at) : undefined;
  return expiry_ms === undefined || expiry_ms < run.clock.nowMs() + EXPIRING_MS;
}

function exceptExpiring(t: CheckContext, filters: readonly Filter[]): readonly Filter[] {
  return filters.map(({ query, matches }) => ({
    query,
    matches: (bid) => (mayHaveExpired(t, bid) ? undefined : matches(bid)),
  }));
}

/** The bids on a lot. A list can leave out the counters of sellers: whose bids they are is open. */
function knownOn(deals: Deals, lot_id: string): readonly KnownRecord[] {
  return deals.bids
    .filter((bid) => bid.lot_id === lot_id)
    .map(({ id, by }) => ({ id, is_due: by === 'buyer' ? true : undefined }));
}

export const WHOLE_LISTS_OF_BIDS: readonly Check[] = [
  check(
    'BID-14/every-bid',
    'GET /bids lists every bid of the team, whatever its history, and each status exactly the bids that have it',
    NEEDS,
    async (t) => {
      const { bids } = await arrangeDeals(t);
      await expectConsistent(t, {
        actor: t.buyer,
        path: '/bids',
        name: 'GET /bids',
        known: bids
          .filter(({ by }) => by === 'buyer')
          .map(({ id }) => ({ id, is_due: true, read: async () => readBid(t.buyer, id) })),
        filtersFor: () => exceptExpiring(t, statusFilters(...STATUSES)),
        members: MEMBERS,
      });
    },
    { lane: 'quiet' },
  ),
  check(
    'LST-11/every-bid',
    'GET /me/inventory/{id}/bids lists every bid on the lot, whatever its history, and each status exactly the bids that have it',
    NEEDS,
    async (t) => {
      const deals = await arrangeDeals(t);
      const seller = chooseSeller(t);
      for (const { id, is_sold } of deals.lots) {
        // An acceptance can archive its lot (BID-30), and the bids on an archived lot can be hidden (LST-11/archived).
        if (is_sold && (await readListing(seller, id)).find('status')?.value === 'archived') continue;
        await expectConsistent(t, {
          actor: seller,
          path: encodePath`/me/inventory/${id}/bids`,
          name: 'GET /me/inventory/{id}/bids',
          known: knownOn(deals, id),
          filtersFor: (records) => exceptExpiring(t, shownStatusFilters(records, ...STATUSES)),
        });
      }
    },
    { lane: 'quiet' },
  ),
  check(
    'LST-12/every-bid',
    'GET /me/bids-received lists every pending and countered bid on a listed lot, whatever its history, and no others',
    NEEDS,
    async (t) => {
      const { bids } = await arrangeDeals(t);
      const seller = chooseSeller(t);
      const listed = new Set<string>();
      for (const lot_id of new Set(bids.map((bid) => bid.lot_id)))
        if ((await t.buyer.get(encodePath`/inventory/${lot_id}`)).is_success) listed.add(lot_id);
      const of_buyer = bids.filter(({ by }) => by === 'buyer');
      const known = of_buyer.map(({ id, lot_id }): KnownRecord => ({
        id,
        read: async () => readBid(t.buyer, id),
        is_due: (bid) => {
          const status = bid.find('status')?.value;
          if (status !== 'pending' && status !== 'countered') return false;
          return listed.has(lot_id) ? true : undefined;
        },
      }));
      await expectConsistent(t, {
        actor: seller,
        path: '/me/bids-received',
        name: 'GET /me/bids-received',
        known,
        recordsIn: (entry) => entry.get('bids').array(),
      });
    },
    { lane: 'quiet' },
  ),
];
