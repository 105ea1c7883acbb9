import type { OperationId } from '#spec';
import type { Actor, RequestOptions } from '../session/actor.ts';
import { isSuccess, type Exchange } from '../replies/exchange.ts';
import { dataIn } from '../replies/read-items.ts';
import { encodePath } from '../http/encode-path.ts';

/** How to undo each kind of resource. */
const UNDOING: Readonly<Partial<Record<OperationId, { kind: string; undo: (id: string) => RequestOptions }>>> = {
  createWebhook: { kind: 'webhook', undo: (id) => ({ method: 'DELETE', path: encodePath`/webhooks/${id}` }) },
  createListing: { kind: 'listing', undo: (id) => ({ method: 'DELETE', path: encodePath`/me/inventory/${id}` }) },
  simulateEvent: { kind: 'bid', undo: (id) => ({ method: 'POST', path: encodePath`/bids/${id}/reject` }) },
};

/** The resource is already gone or decided. Any other error, such as a 401 for a token that expired when the clock was moved, leaves it behind. */
const GONE: ReadonlySet<number> = new Set([404, 409, 422]);

/**
 * Removes what an extra actor of one check created, because its token can expire before the run ends.
 * @param exchanges of the check; the newest resource is removed first
 * @param findExtraActor returns undefined for actors of the run, which clean-up handles at the end
 */
export async function undoForExtraActors(
  exchanges: readonly Exchange[],
  findExtraActor: (name: string) => Actor | undefined,
  onUndone: (kind: string, id: string) => void,
): Promise<void> {
  for (const { operation, actor, json } of exchanges.filter(isSuccess).toReversed()) {
    const undoing = operation === undefined ? undefined : UNDOING[operation];
    const extra_actor = undoing === undefined ? undefined : findExtraActor(actor);
    const made = dataIn(json);
    const id = made['id'] ?? made['bid_id'];
    if (undoing === undefined || extra_actor === undefined || typeof id !== 'string') continue;
    const reply = await extra_actor.send(undoing.undo(id));
    if (reply.is_success || GONE.has(reply.status)) onUndone(undoing.kind, id);
  }
}
