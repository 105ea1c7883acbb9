import { INVENTORY_QUERIES } from './inventory/queries.ts';
import { INVENTORY_VIEWS } from './inventory/views.ts';

export const INVENTORY = [...INVENTORY_QUERIES, ...INVENTORY_VIEWS];
