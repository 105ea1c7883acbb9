/** Simulated bids and their trades, in the lists of the sandbox seller. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureSuccess, readId, type Blocked } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { sandboxSeller, simulate, simulateOnDraft } from '../sandbox/simulation.ts';
import { runParts } from './deals.ts';
import { expectConsistent } from './compare.ts';
import { shownStatusFilters } from './filters.ts';
import { expectListed, sellersIn } from './trades.ts';

const NEEDS = ['seller_sandbox', 'writes'] as const;

interface Simulations {
  readonly bids: { id: string; lot_id: string; is_pending: boolean }[];
  readonly trades: string[];
  readonly blocked: Blocked[];
}

/** A pending, an accepted, and a countered simulated bid, once per run. */
async function arrangeSimulations(t: CheckContext): Promise<Simulations> {
  const simulations = await t.run.once('simulations with a history', async () => {
    const made: Simulations = { bids: [], trades: [], blocked: [] };
    const seller = sandboxSeller(t);
    const blocked = await runParts([
      async () => {
        const { draft, bid_id } = await simulateOnDraft(t, seller);
        made.bids.push({ id: bid_id, lot_id: draft.id, is_pending: true });
      },
      async () => {
        const lot = await t.arrange.lot({}, seller);
        const { bid_id } = await simulate(seller, { inventory_id: lot.id, quantity: 10 });
        made.bids.push({ id: bid_id, lot_id: lot.id, is_pending: false });
        const accepted = await seller.post(encodePath`/bids/${bid_id}/accept`);
        ensureSuccess(accepted);
        const trade = readId(accepted);
        if (trade !== undefined) made.trades.push(trade);
      },
      async () => {
        const lot = await t.arrange.lot({}, seller);
        const { bid_id } = await simulate(seller, { inventory_id: lot.id, quantity: 10 });
        made.bids.push({ id: bid_id, lot_id: lot.id, is_pending: false });
        ensureSuccess(await seller.post(encodePath`/bids/${bid_id}/counter`, await t.arrange.bidBody()));
      },
    ]);
    made.blocked.push(...blocked);
    return made;
  });
  for (const why of simulations.blocked) t.misses(why);
  return simulations;
}

export const WHOLE_LISTS_OF_SIMULATIONS: readonly Check[] = [
  check(
    'LST-11/every-simulated-bid',
    'GET /me/inventory/{id}/bids lists every simulated bid, and each status exactly those that have it',
    NEEDS,
    async (t) => {
      const { bids } = await arrangeSimulations(t);
      for (const { id, lot_id } of bids) {
        await expectConsistent(t, {
          actor: sandboxSeller(t),
          path: encodePath`/me/inventory/${lot_id}/bids`,
          name: 'GET /me/inventory/{id}/bids',
          known: [{ id, is_due: true }],
          filtersFor: (records) => shownStatusFilters(records, 'pending', 'accepted', 'countered'),
        });
      }
    },
    { lane: 'quiet' },
  ),
  check(
    'TRD-3/every-simulated-trade',
    'GET /trades lists the trades of simulated bids',
    NEEDS,
    async (t) => {
      const { trades } = await arrangeSimulations(t);
      for (const seller of await sellersIn(t, sandboxSeller(t))) await expectListed(t, seller, trades);
    },
    { lane: 'quiet' },
  ),
];
