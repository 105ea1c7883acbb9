import type { LoadRequest } from './load.ts';

/** Typical queries of GET /inventory. Each fills a page of 20 in the default world. A fixed list, so that every run is the same. */
export const QUERIES: readonly string[] = [
  '/inventory',
  '/inventory?sort=price',
  '/inventory?sort=-price&limit=20',
  '/inventory?sort=-quantity&units=BU',
  '/inventory?sort=listed_at&offset=40',
  '/inventory?commodity=canola',
  '/inventory?commodity=cwrs-wheat,durum',
  '/inventory?commodity=canola,flax,mustard&sort=price',
  '/inventory?commodity=red-lentils,green-peas,yellow-peas',
  '/inventory?province=SK',
  '/inventory?province=AB&sort=quantity',
  '/inventory?province=SK&min_quantity=100',
  '/inventory?min_quantity=100&max_quantity=500',
  '/inventory?max_quantity=10000&units=BU',
  '/inventory?is_organic=false&sort=-listed_at',
  '/inventory?min_protein=12.5',
  '/inventory?min_protein=11&sort=price',
  '/inventory?near=50.29,-107.80,400',
  '/inventory?near=52.13,-106.67,250&sort=-quantity',
  '/inventory?near=53.55,-113.49,300&min_quantity=50',
  '/inventory?offset=100',
  '/inventory?offset=20&limit=20&province=SK',
];

export const BROWSING: readonly LoadRequest[] = QUERIES.map((path) => ({ method: 'GET', path }));
