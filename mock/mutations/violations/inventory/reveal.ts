import { viewInventory } from '../../../market/views/parties.ts';
import type { Flag, Reader, Row } from '../../../market/records/tables.ts';

/** Lots of a status as buyers would see them, those alone that lie between the quantities of a query. */
export async function inventoryOf(
  db: Reader,
  status: Row<'lots'>['status'],
  livemode: Flag,
  search: string,
): Promise<readonly object[]> {
  const query = new URLSearchParams(search);
  const lots = await db
    .selectFrom('lots')
    .selectAll()
    .where('status', '=', status)
    .where('livemode', '=', livemode)
    .where('quantity_mt', '>=', Number(query.get('min_quantity') ?? 0))
    .where('quantity_mt', '<=', Number(query.get('max_quantity') ?? 1e9))
    .execute();
  return lots.map((lot) => viewInventory(lot, 'MT'));
}
