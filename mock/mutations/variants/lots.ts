/** Other readings of lots: what an acceptance does to them, and how their prices are shown. */
import { tonnesPer } from '#spec/reference/index';
import { rejectPendingBids } from '../../server/world/delist.ts';
import type { Seams } from '../seams.ts';
import { findLot, updateLot } from '../../market/store/lots.ts';
import type { Row } from '../../market/records/tables.ts';
import { afterAct, all, insteadOfAct, isJsonObject, onField } from '../violations/kit/index.ts';
import type { Variant } from './variant.ts';

/** An acceptance takes the lot off the market, which rejects its other bids (BID-29). */
function closing(status: Row<'lots'>['status']): Partial<Seams> {
  return afterAct('acceptBid', async ({ world, db, now }, _trade, { truth }) => {
    const { lot_id } = truth.bid;
    await updateLot(db, lot_id, { status });
    await rejectPendingBids(world, db, { id: lot_id }, now);
  });
}

/** Shows a price per tonne as the same price per pound. */
function perPound(price: unknown): unknown {
  return isJsonObject(price) && typeof price['amount'] === 'number'
    ? { ...price, amount: price['amount'] * tonnesPer('LB', ''), unit: 'LB' }
    : price;
}

const OF_LOTS = [
  'listInventory',
  'getInventory',
  'listListings',
  'createListing',
  'getListing',
  'updateListing',
  'archiveListing',
] as const;

export const LOTS_VARIED: readonly Variant[] = [
  {
    name: 'accepted-lot-unlisted',
    title: 'Accepting a bid unlists its lot.',
    clauses: ['BID-30', 'BID-29', 'EVT-27', 'LST-3'],
    warns: [],
    seams: closing('unlisted'),
  },
  {
    name: 'accepted-lot-archived',
    title: 'Accepting a bid archives its lot.',
    clauses: ['BID-30', 'BID-29', 'LST-7'],
    warns: [],
    seams: closing('archived'),
  },
  {
    name: 'accepted-lot-unchanged',
    title: 'Accepting a bid leaves its lot as it is, with its full quantity.',
    clauses: ['BID-30'],
    warns: [],
    seams: insteadOfAct('acceptBid', async ({ db, caller }, { truth }, act) => {
      const { lot_id, quantity_mt } = truth.bid;
      const lot = await findLot(db, lot_id, caller.livemode);
      if (lot === undefined) return act();
      // With enough left, the acceptance neither fails nor unlists the lot.
      await updateLot(db, lot_id, { quantity_mt: lot.quantity_mt + 2 * quantity_mt });
      const answer = await act();
      await updateLot(db, lot_id, { quantity_mt: lot.quantity_mt });
      return answer;
    }),
  },
  {
    name: 'prices-per-pound',
    title: 'Asking and target prices are shown per pound.',
    clauses: ['LST-9', 'INV-17', 'FMT-9'],
    warns: [],
    seams: all(onField(OF_LOTS, 'asking_price', perPound), onField(OF_LOTS, 'target_price', perPound)),
  },
];
