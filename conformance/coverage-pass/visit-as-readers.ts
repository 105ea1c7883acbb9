import type { Reply } from '#client';
import { isObject, readItems } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import type { Stop } from './coverage-pass.ts';

/** What is read with few rights. */
export const readersTour: readonly Stop[] = [
  {
    name: 'inventory',
    visit: async (t, note) => {
      const reader = readerOf(t);
      const page = note.success('listInventory', await reader.get('/inventory', { limit: 50 }));
      note.success('listInventory', await reader.get('/inventory'));
      note.success('listInventory', await reader.get('/inventory', { limit: 2, offset: 1, sort: 'listed_at', units: 'MT' }));
      // The middle of the prairies, and far enough to meet somebody.
      note.success('listInventory', await reader.get('/inventory', { near: '51.5,-106.5,600', limit: 5 }));
      note.success('getInventoryFilters', await reader.get('/inventory/filters'));
      const id = readItems(page)[0]?.['id'];
      if (typeof id === 'string') note.success('getInventory', await reader.get(`/inventory/${id}`));
    },
  },
  {
    name: 'the inventory as a buyer sees it',
    visit: async (t, note) => {
      if (!t.has('reader') || !t.has('buyer')) return;
      const page = note.success('listInventory', await t.reader.get('/inventory', { limit: 3 }));
      const id = readItems(page)[0]?.['id'];
      if (typeof id === 'string') note.success('getInventory', await t.reader.get(`/inventory/${id}`, { units: 'MT' }));
    },
  },
  {
    name: 'market data',
    visit: async (t, note) => {
      const reader = readerOf(t);
      const commodities = note.success('listMarketCommodities', await reader.get('/market/commodities'));
      const prices = note.success('listMarketPrices', await reader.get('/market/prices'));
      const slug = findSlug(prices) ?? findSlug(commodities);
      if (slug === undefined) return;
      for (const query of [{}, { interval: 'day' }, { interval: 'week', units: 'MT' }]) {
        note.success('getPriceHistory', await reader.get(`/market/prices/${slug}/history`, query));
      }
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
function readerOf(t: CheckContext): CheckContext['buyer'] {
  return t.has('buyer') ? t.buyer : t.reader;
}

/** The slug of a commodity that the market knows: of its lists no more is stated than that they are of commodities. */
export function findSlug(list: Reply): string | undefined {
  return readItems(list)
    .map(slugOf)
    .find((slug) => slug !== undefined);
}

/** What a slug looks like: a bare "commodity" might as well be its name. */
const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** The slug of what an entry is of; undefined where it does not say so in a way that can be guessed. */
export function slugOf({ slug, commodity, commodity_slug }: Readonly<Record<string, unknown>>): string | undefined {
  const found = slug ?? (isObject(commodity) ? commodity['slug'] : undefined) ?? commodity_slug;
  if (typeof found === 'string') return found;
  return typeof commodity === 'string' && SLUG.test(commodity) ? commodity : undefined;
}
