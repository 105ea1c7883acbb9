import { onQuery, violation, withoutQuery } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const INVENTORY: readonly Violation[] = [
  violation('INV-3/commodity-ignored', 'The filter by commodity is ignored.', withoutQuery('listInventory', 'commodity')),
  violation(
    'INV-9/sorted-backwards',
    'Every order is the wrong way round.',
    onQuery('listInventory', (query) => {
      const sort = query.get('sort');
      if (sort !== null) query.set('sort', sort.startsWith('-') ? sort.slice(1) : `-${sort}`);
    }),
  ),
];
