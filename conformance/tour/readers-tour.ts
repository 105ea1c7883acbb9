import { tolerantItems } from '../stage/crop.ts';
import type { Trial } from '../trial.ts';
import type { Stop } from './tour.ts';

/** What is read with few rights. */
export const readersTour: readonly Stop[] = [
  {
    name: 'inventory',
    visit: async (t, note) => {
      const reader = readerOf(t);
      const page = note.success('listInventory', await reader.get('/inventory', { limit: 50 }));
      note.success('listInventory', await reader.get('/inventory', { limit: 2, offset: 1, sort: 'listed_at' }));
      note.success('getInventoryFilters', await reader.get('/inventory/filters'));
      const id = tolerantItems(page)[0]?.['id'];
      if (typeof id === 'string') note.success('getInventory', await reader.get(`/inventory/${id}`));
    },
  },
  {
    name: 'market data',
    visit: async (t, note) => {
      const reader = readerOf(t);
      note.success('listMarketCommodities', await reader.get('/market/commodities'));
      note.success('listMarketPrices', await reader.get('/market/prices'));
      const page = await reader.get('/inventory', { limit: 1 });
      const commodity = tolerantItems(page)[0]?.['commodity'];
      const slug = typeof commodity === 'object' && commodity !== null && 'slug' in commodity ? commodity.slug : undefined;
      if (typeof slug === 'string') note.success('getPriceHistory', await reader.get(`/market/prices/${slug}/history`));
    },
  },
  {
    name: 'grades',
    visit: async (t, note) => {
      note.success('listGrades', await readerOf(t).get('/grades'));
    },
  },
];

/** Whoever can read the inventory. */
function readerOf(t: Trial): Trial['buyer'] {
  return t.has('buyer') ? t.buyer : t.reader;
}
