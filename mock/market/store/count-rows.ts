import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../records/tables.ts';

/** @param rows a query without a selection, an order, or a limit */
export async function countRows<Name extends keyof Tables>(rows: SelectQueryBuilder<Tables, Name, object>): Promise<number> {
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}
