import type { Tx } from '../../../market/records/tables.ts';

/** Does something while a farm has a payment method, and then gives it back what it had. */
export async function withPayment<Result>(db: Tx, farm_id: string, deed: () => Promise<Result>): Promise<Result> {
  const farm = await db.selectFrom('farms').select('has_payment_method').where('id', '=', farm_id).executeTakeFirst();
  await db.updateTable('farms').set({ has_payment_method: 1 }).where('id', '=', farm_id).execute();
  const result = await deed();
  if (farm !== undefined) await db.updateTable('farms').set(farm).where('id', '=', farm_id).execute();
  return result;
}
