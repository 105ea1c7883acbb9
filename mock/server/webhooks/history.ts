/** The events and delivery attempts of a world, by their numbers. */
import type { Reader, Row } from '../../market/records/tables.ts';
import { peekPayload } from './payload.ts';

/** The number of the newest one. 0 if there is none. */
export async function lastSeq(db: Reader, table: 'events' | 'deliveries'): Promise<number> {
  const last = await db.selectFrom(table).select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return last?.seq ?? 0;
}

/** The events after a number, oldest first, each with the payload that a delivery would have now (EVT-21). */
export async function eventsAfter(
  db: Reader,
  since_seq: number,
  limit: number,
): Promise<{ event: Row<'events'>; data: Readonly<Record<string, unknown>> }[]> {
  const events = await db.selectFrom('events').selectAll().where('seq', '>', since_seq).orderBy('seq').limit(limit).execute();
  const found = [];
  for (const event of events) found.push({ event, data: await peekPayload(db, event) });
  return found;
}

/** The attempts after a number, oldest first. */
export function attemptsAfter(db: Reader, since_seq: number, limit: number): Promise<Row<'deliveries'>[]> {
  return db.selectFrom('deliveries').selectAll().where('seq', '>', since_seq).orderBy('seq').limit(limit).execute();
}
