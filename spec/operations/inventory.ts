import { dataOf, pageOf } from '../resources/envelopes.ts';
import { Inventory, InventoryFilters } from '../resources/inventory.ts';
import { operation } from './operation.ts';
import { booleanFilter, integerFilter, numberFilter, oneOf, paging, textFilter, units } from './parameters.ts';

export const SORTS = ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'] as const;

export const INVENTORY = {
  listInventory: operation({
    method: 'get',
    path: '/inventory',
    area: 'inventory',
    summary: 'Browse anonymized listings',
    scopes: { all: ['inventory.read'] },
    query: {
      commodity: textFilter('Commodity slugs, comma-separated. Matches any of them.', 'canola,durum'),
      grade: textFilter('Grade code.', 'No. 1 CWRS'),
      min_quantity: numberFilter('Minimum quantity, in `units`.', 50),
      max_quantity: numberFilter('Maximum quantity, in `units`.', 500),
      province: textFilter('Province.', 'SK'),
      near: textFilter('`lat,lng,radius_km`: distance to the centroid of the nearest city.', '50.29,-107.80,100'),
      crop_year: integerFilter('Crop year.', 2025),
      is_organic: booleanFilter('If true, only organic lots; if false, only others.'),
      min_protein: numberFilter('Minimum protein, in percent.', 12.5),
      sort: oneOf(SORTS, 'Sort order. Default: newest first.'),
      ...paging,
      units,
    },
    success: { status: 200, description: 'A page of listings.', schema: pageOf(Inventory) },
    listed_errors: [401, 403],
    clauses: [
      'INV-1',
      'INV-2',
      'INV-3',
      'INV-4',
      'INV-5',
      'INV-6',
      'INV-7',
      'INV-8',
      'INV-9',
      'INV-10',
      'INV-11',
      'PRIV-1',
      'PRIV-2',
      'PRIV-3',
    ],
  }),

  getInventoryFilters: operation({
    method: 'get',
    path: '/inventory/filters',
    area: 'inventory',
    summary: 'Read the values to filter by',
    scopes: { all: ['inventory.read'] },
    success: { status: 200, description: 'The values that occur in listings.', schema: dataOf(InventoryFilters) },
    listed_errors: [401, 403],
    clauses: ['INV-12', 'INV-13', 'CONV-9'],
    assumed: 'INV-13',
  }),

  getInventory: operation({
    method: 'get',
    path: '/inventory/{id}',
    area: 'inventory',
    summary: 'Read one anonymized listing',
    scopes: { all: ['inventory.read'] },
    path_parameters: { id: 'Public inventory id.' },
    query: { units },
    success: { status: 200, description: 'The listing.', schema: dataOf(Inventory) },
    listed_errors: [401, 403, 404],
    errors: ['not_found'],
    clauses: ['INV-14', 'INV-2', 'PRIV-1', 'PRIV-2'],
  }),
};
