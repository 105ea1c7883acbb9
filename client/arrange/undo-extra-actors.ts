import type { OperationId } from '#spec';
import type { Actor, RequestOptions } from '../session/actor.ts';
import type { Exchange } from '../replies/exchange.ts';
import { isSuccess } from '../replies/exchange.ts';
import { dataIn } from '../replies/read-items.ts';

/** How to undo each kind of resource. */
const WAYS_BACK: Readonly<Partial<Record<OperationId, { kind: string; undo: (id: string) => RequestOptions }>>> = {
  createWebhook: { kind: 'webhook', undo: (id) => ({ method: 'DELETE', path: `/webhooks/${id}` }) },
  createListing: { kind: 'listing', undo: (id) => ({ method: 'DELETE', path: `/me/inventory/${id}` }) },
  simulateEvent: { kind: 'bid', undo: (id) => ({ method: 'POST', path: `/bids/${id}/reject` }) },
};

/**
 * Removes what an extra actor of one check created, because its token can expire before the run ends.
 * @param exchanges of the check; the newest resource is removed first
 * @param findVisitor returns undefined for actors of the run, which clean-up handles at the end
 */
export async function undoForExtraActors(
  exchanges: readonly Exchange[],
  findVisitor: (name: string) => Actor | undefined,
  undone: (kind: string, id: string) => void,
): Promise<void> {
  for (const exchange of exchanges.toReversed()) {
    const { operation, actor, json } = exchange;
    const way = operation === undefined || !isSuccess(exchange) ? undefined : WAYS_BACK[operation];
    const visitor = way === undefined ? undefined : findVisitor(actor);
    const made = dataIn(json);
    const id = made['id'] ?? made['bid_id'];
    if (way === undefined || visitor === undefined || typeof id !== 'string') continue;
    // An error means that the resource is already gone or decided.
    const reply = await visitor.send(way.undo(id));
    if (reply.status < 500) undone(way.kind, id);
  }
}
