/** The trades of each party. */
import { check, type Check } from '../../check/check.ts';
import { chooseSeller, encodePath, ensureSuccess, resourceOf, type Actor, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OFFER_NEEDS } from '../cash-bids/make-offer.ts';
import { arrangeDeals } from './deals.ts';
import { arrangeCashBids } from './cash-bids.ts';
import { expectConsistent, type KnownRecord } from './compare.ts';
import { both, commodityFilters, statusFilters } from './filters.ts';

const NEEDS = ['buyer', 'writes'] as const;
const MEMBERS = ['status', 'inventory_id', 'commodity', 'quantity_mt', 'price', 'counterparty'] as const;
/**
 * Asserts that the filters of an actor's trades agree with the list of all: each alone, and pairs for one commodity. The dates are left out, because
 * whether they bound creation or settlement is open.
 */
async function expectFiltered(t: CheckContext, actor: Actor): Promise<void> {
  const statuses = statusFilters('Pending', 'Completed');
  await expectConsistent(t, {
    actor,
    path: '/trades',
    name: 'GET /trades',
    known: [],
    filtersFor: (records) => {
      const [first, ...others] = commodityFilters(records);
      if (first === undefined) return statuses;
      return [...statuses, first, ...others, ...statuses.map((status) => both(status, first))];
    },
  });
}

/** Asserts that an actor's trades are listed as GET /trades/{id} shows them. Whose they are is known from that: others get 404 (TRD-2). */
export async function expectListed(t: CheckContext, actor: Actor, ids: readonly string[]): Promise<void> {
  const known: KnownRecord[] = [];
  for (const id of ids) {
    const read = async (): Promise<JsonNode> => {
      const reply = await actor.get(encodePath`/trades/${id}`);
      ensureSuccess(reply);
      return resourceOf(reply);
    };
    if ((await actor.get(encodePath`/trades/${id}`)).status === 200) known.push({ id, is_due: true, read });
  }
  if (known.length === 0) t.unverifiable(`${actor.name} can read none of its trades`);
  await expectConsistent(t, { actor, path: '/trades', name: 'GET /trades', known, members: MEMBERS });
}

/** The seller, if it can list trades: that can need a team (TRD-9). */
export async function sellersIn(t: CheckContext, seller: Actor = chooseSeller(t)): Promise<readonly Actor[]> {
  const { status } = await seller.get('/trades', { limit: 1 });
  if (status === 200) return [seller];
  t.observe(`GET /trades as a seller: ${status}`);
  return [];
}

export const WHOLE_LISTS_OF_TRADES: readonly Check[] = [
  check(
    'TRD-1/every-trade',
    'Each filter of GET /trades lists exactly the trades that match it, whatever their history',
    NEEDS,
    async (t) => {
      await arrangeDeals(t);
      for (const actor of [t.buyer, ...(await sellersIn(t))]) await expectFiltered(t, actor);
    },
    { lane: 'quiet' },
  ),
  check(
    'TRD-1/every-trade-of-offers',
    'Each filter of GET /trades lists the trades of cash-bid offers that match it',
    OFFER_NEEDS,
    async (t) => {
      await arrangeCashBids(t);
      await expectFiltered(t, t.elevator);
    },
    { lane: 'quiet' },
  ),
  check(
    'TRD-3/every-trade',
    'GET /trades lists every trade of the team or of the seller, whatever its history, as GET /trades/{id} shows it',
    NEEDS,
    async (t) => {
      const { trades } = await arrangeDeals(t);
      for (const actor of [t.buyer, ...(await sellersIn(t))]) await expectListed(t, actor, trades);
    },
    { lane: 'quiet' },
  ),
  check(
    'TRD-3/every-trade-of-offers',
    'GET /trades lists the trades of offers on cash bids, whatever their history, as GET /trades/{id} shows them',
    OFFER_NEEDS,
    async (t) => {
      const { trades } = await arrangeCashBids(t);
      await expectListed(t, t.elevator, trades);
      if (!t.has('seller')) return;
      for (const seller of await sellersIn(t)) {
        // The hook decides which seller makes the offer.
        const is_own = (await seller.get(encodePath`/trades/${trades[0] ?? ''}`)).status === 200;
        if (is_own) await expectListed(t, seller, trades);
      }
    },
    { lane: 'quiet' },
  ),
];
