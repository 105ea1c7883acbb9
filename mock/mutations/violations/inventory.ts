import { INVENTORY_QUERIES } from './inventory/queries.ts';
import { INVENTORY_VIEWS } from './inventory/views.ts';
import type { Violation } from './violation.ts';

export const INVENTORY: readonly Violation[] = [...INVENTORY_QUERIES, ...INVENTORY_VIEWS];
