/** Placeholder until the outbox is written. */
import type { EventDraft } from '../domain/events.ts';
import type { Db } from '../store/tables.ts';
import type { World } from '../world.ts';
export async function emit(_world: World, _tx: Db, _drafts: readonly EventDraft[], _now: string): Promise<number> {
  return 0;
}
