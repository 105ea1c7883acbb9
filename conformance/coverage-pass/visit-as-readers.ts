import { chooseReader, readItems, type Reply, encodePath, type JsonObject, readPath } from '#client';
import type { Visit } from './coverage-pass.ts';

/** The visits that need only read scopes. */
export const READER_VISITS: readonly Visit[] = [
  {
    name: 'inventory',
    visit: async (t, note) => {
      const reader = chooseReader(t);
      const page = note.success(await reader.get('/inventory', { limit: 50 }));
      note.success(await reader.get('/inventory'));
      note.success(await reader.get('/inventory', { limit: 2, offset: 1, sort: 'listed_at', units: 'MT' }));
      // A wide radius around the middle of the prairies.
      note.success(await reader.get('/inventory', { near: '51.5,-106.5,600', limit: 5 }));
      note.success(await reader.get('/inventory/filters'));
      const id = readItems(page)[0]?.['id'];
      if (typeof id === 'string') note.success(await reader.get(encodePath`/inventory/${id}`));
    },
  },
  {
    name: 'the inventory as a buyer sees it',
    visit: async (t, note) => {
      if (!t.has('reader') || !t.has('buyer')) return;
      const page = note.success(await t.reader.get('/inventory', { limit: 3 }));
      const id = readItems(page)[0]?.['id'];
      if (typeof id === 'string') note.success(await t.reader.get(encodePath`/inventory/${id}`, { units: 'MT' }));
    },
  },
  {
    name: 'market data',
    visit: async (t, note) => {
      const reader = chooseReader(t);
      const commodities = note.success(await reader.get('/market/commodities'));
      const prices = note.success(await reader.get('/market/prices'));
      const slug = findSlug(prices) ?? findSlug(commodities);
      if (slug === undefined) return;
      for (const query of [{}, { interval: 'day' }, { interval: 'week', units: 'MT' }]) {
        note.success(await reader.get(encodePath`/market/prices/${slug}/history`, query));
      }
    },
  },
  {
    name: 'grades',
    visit: async (t, note) => {
      note.success(await chooseReader(t).get('/grades'));
    },
  },
];

/** The slug of a commodity in the market. The document does not state the shape of its lists. */
export function findSlug(list: Reply): string | undefined {
  return readItems(list)
    .map(readSlug)
    .find((slug) => slug !== undefined);
}

/** The format of a slug: a plain "commodity" could also be a name. */
const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** The slug in an entry; undefined if it has none under a plausible name. */
export function readSlug({ slug, commodity, commodity_slug }: JsonObject): string | undefined {
  const found = slug ?? readPath(commodity, 'slug') ?? commodity_slug;
  if (typeof found === 'string') return found;
  return typeof commodity === 'string' && SLUG.test(commodity) ? commodity : undefined;
}
