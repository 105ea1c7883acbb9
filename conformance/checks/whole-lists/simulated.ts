/** Simulated bids and their trades, in the lists of the sandbox seller. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureSuccess, readId } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { sandboxSeller, simulate, simulateOnDraft } from '../sandbox/simulation.ts';
import { arrangeOnce } from './deals.ts';
import { expectConsistent } from './compare.ts';
import { shownStatusFilters } from './filters.ts';
import { expectListed, sellersIn } from './trades.ts';

const NEEDS = ['seller_sandbox', 'writes'] as const;

interface Simulations {
  readonly bids: { id: string; lot_id: string }[];
  readonly trades: string[];
}

/** A pending, an accepted, and a countered simulated bid, once per run. */
async function arrangeSimulations(t: CheckContext): Promise<Simulations> {
  const seller = sandboxSeller(t);
  const simulateOnLot = async ({ bids }: Simulations): Promise<string> => {
    const lot = await t.arrange.lot({}, seller);
    const { bid_id } = await simulate(seller, { inventory_id: lot.id, quantity: 10 });
    bids.push({ id: bid_id, lot_id: lot.id });
    return bid_id;
  };
  const none: Simulations = { bids: [], trades: [] };
  return arrangeOnce(t, 'simulations with a history', none, [
    async ({ bids }) => {
      const { draft, bid_id } = await simulateOnDraft(t, seller);
      bids.push({ id: bid_id, lot_id: draft.id });
    },
    async (made) => {
      const accepted = await seller.post(encodePath`/bids/${await simulateOnLot(made)}/accept`);
      ensureSuccess(accepted);
      const trade = readId(accepted);
      if (trade !== undefined) made.trades.push(trade);
    },
    async (made) => {
      const id = await simulateOnLot(made);
      ensureSuccess(await seller.post(encodePath`/bids/${id}/counter`, await t.arrange.bidBody()));
    },
  ]);
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
