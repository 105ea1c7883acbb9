import { onBody, onField, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const DELIVERY_LOCATIONS: readonly Violation[] = [
  violation('DLOC-1/ids-as-text', 'Ids of delivery locations are strings.', onField('listDeliveryLocations', 'id', String)),
  violation(
    'DLOC-2/everybodys',
    'The locations of all elevators are shown.',
    onBody('listDeliveryLocations', async (page, { db }) => {
      const all = await db.selectFrom('delivery_locations').selectAll().orderBy('id').limit(page.limit).execute();
      const items = all.map(({ id, name, formatted, city, province }) => ({ id, name, formatted, city, province }));
      return { ...page, items, total: items.length };
    }),
  ),
];
