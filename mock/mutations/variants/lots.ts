/** Lots: what accepting a bid does to them, their locations, and the units of their prices. */
import {
  afterAct,
  all,
  insteadOfAct,
  isJsonObject,
  onBody,
  onField,
  onResource,
  type Row,
  type Seams,
} from '../violations/kit/index.ts';
import { tonnesPer } from '#spec/reference/index';
import { rejectPendingBids } from '../../server/world/delist.ts';
import { findLot, updateLot } from '../../market/store/lots.ts';
import { variants } from './kit/variant.ts';

/** Unlists or archives the lot of an accepted bid, which rejects its other bids (BID-29). */
function takeOffMarket(status: Row<'lots'>['status']): Partial<Seams> {
  return afterAct('acceptBid', async ({ world, db, now }, _trade, { stored }) => {
    const { lot_id } = stored.bid;
    await updateLot(db, lot_id, { status });
    await rejectPendingBids(world, db, { id: lot_id }, now);
  });
}

/** Converts a price per tonne to a price per pound. */
function perPound(price: unknown): unknown {
  return isJsonObject(price) && typeof price['amount'] === 'number'
    ? { ...price, amount: price['amount'] * tonnesPer('LB', ''), unit: 'LB' }
    : price;
}

const LOT_OPERATIONS = [
  'listInventory',
  'getInventory',
  'listListings',
  'createListing',
  'getListing',
  'updateListing',
  'archiveListing',
] as const;

/** The province of the lots that the checks create. */
const PROVINCE = 'SK';
const lotsFirst = (a: string, b: string): number => Number(b === PROVINCE) - Number(a === PROVINCE);

export const LOTS_VARIED = variants({
  'accepted-lot-unlisted (BID-30, BID-29, EVT-27, LST-3): Accepting a bid unlists its lot.': takeOffMarket('unlisted'),
  'accepted-lot-archived (BID-30, BID-29, EVT-27, LST-7): Accepting a bid archives its lot.': takeOffMarket('archived'),
  'accepted-lot-unchanged (BID-30): Accepting a bid leaves its lot listed with the full quantity.': insteadOfAct(
    'acceptBid',
    async ({ db, caller }, { stored }, act) => {
      const { lot_id, quantity_mt } = stored.bid;
      const lot = await findLot(db, lot_id, caller.livemode);
      if (lot === undefined) return act();
      // Adds quantity first, so that the acceptance neither fails nor sells out the lot.
      await updateLot(db, lot_id, { quantity_mt: lot.quantity_mt + 2 * quantity_mt });
      const response = await act();
      await updateLot(db, lot_id, { quantity_mt: lot.quantity_mt });
      return response;
    },
  ),
  'no-locations (INV-2, INV-24): GET /inventory returns no locations, and GET /inventory/filters lists the province SK first.':
    all(
      onField(['listInventory', 'getInventory'], 'location', () => null),
      onBody('getInventoryFilters', ({ data }) => ({ data: { ...data, provinces: data.provinces.toSorted(lotsFirst) } })),
    ),
  'some-without-location (INV-2, INV-6, INV-24): One lot in eight has a null location, but filters by place still find it.':
    onResource(['listInventory', 'getInventory'], (lot) => (/[01]$/.test(lot.id) ? { ...lot, location: null } : lot)),
  'prices-per-pound (LST-9, INV-17, FMT-9): Asking and target prices are shown per pound.': all(
    onField(LOT_OPERATIONS, 'asking_price', perPound),
    onField(LOT_OPERATIONS, 'target_price', perPound),
  ),
});
