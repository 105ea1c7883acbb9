import type { Insertable } from 'kysely';
import type { Reader, Row, Tables, Tx } from '../records/tables.ts';
import { countRows } from './count-rows.ts';
import { insertOf, prepareQuery, queryCompiler } from './engine/compiled-query.ts';
import { runQuery } from './engine/direct.ts';

/** RTY-8: written when the attempt ends, and never changed. */
export async function insertDelivery(tx: Tx, delivery: Insertable<Tables['deliveries']>): Promise<Row<'deliveries'>> {
  const [row] = await runQuery<Row<'deliveries'>>(tx, insertOf('deliveries', delivery, 'returning *'));
  if (row === undefined) throw new Error(`the delivery ${delivery.id} was not recorded`);
  return row;
}

const selectAttemptsFrom = prepareQuery((event_id: string, subscription_id: string, attempt: number) =>
  queryCompiler
    .selectFrom('deliveries')
    .select('seq')
    .where('event_id', '=', event_id)
    .where('subscription_id', '=', subscription_id)
    .where('attempts', '>=', attempt)
    .limit(1)
    .compile(),
);

/**
 * Whether an attempt belongs to a replay (WHK-8): a recorded attempt of the same event has the same or a higher number. Call it before the
 * attempt is recorded.
 */
export async function isRedelivery(db: Reader, event_id: string, subscription_id: string, attempt: number): Promise<boolean> {
  return (await selectAttemptsFrom(db, event_id, subscription_id, attempt)).length > 0;
}

/** WHK-7: one page of the attempts of a subscription, newest first. */
export async function pageDeliveries(
  db: Reader,
  subscription_id: string,
  { status, limit, offset }: { status: Row<'deliveries'>['status'] | undefined; limit: number; offset: number },
): Promise<{ deliveries: Row<'deliveries'>[]; total: number }> {
  let rows = db.selectFrom('deliveries').where('subscription_id', '=', subscription_id);
  if (status !== undefined) rows = rows.where('status', '=', status);
  const total = await countRows(rows);
  const deliveries = await rows.selectAll().orderBy('seq', 'desc').limit(limit).offset(offset).execute();
  return { deliveries, total };
}

export async function findDelivery(db: Reader, subscription_id: string, id: string): Promise<Row<'deliveries'> | undefined> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirst();
}
