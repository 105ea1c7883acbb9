import { poll } from '../clock.ts';
import { readItems } from '../replies/read-items.ts';
import type { Inbox } from './inbox.ts';

type Row = Readonly<Record<string, unknown>>;

/** Waits for a matching row of a delivery list; undefined if none appears in time. */
export async function findDeliveryRow(
  inbox: Inbox,
  fits: (row: Row) => boolean,
  within_ms: number,
  signal: AbortSignal,
): Promise<Row | undefined> {
  const look = async (): Promise<Row | undefined> => {
    const list = await inbox.actor.get(`/webhooks/${inbox.subscription.id}/deliveries`, { limit: 50 });
    return readItems(list).find(fits);
  };
  return poll(look, { within_ms, signal });
}
