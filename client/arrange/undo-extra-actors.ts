import type { OperationId } from '#spec';
import { isObject } from '../replies/json-node.ts';
import type { Actor, RequestOptions } from '../session/actor.ts';
import type { Exchange } from '../replies/exchange.ts';

/** How each is taken back, whose maker nobody can act for later. */
const WAYS_BACK: Readonly<Partial<Record<OperationId, { kind: string; undo: (id: string) => RequestOptions }>>> = {
  createWebhook: { kind: 'webhook', undo: (id) => ({ method: 'DELETE', path: `/webhooks/${id}` }) },
  createListing: { kind: 'listing', undo: (id) => ({ method: 'DELETE', path: `/me/inventory/${id}` }) },
  simulateEvent: { kind: 'bid', undo: (id) => ({ method: 'POST', path: `/bids/${id}/reject` }) },
};

/**
 * Takes back what somebody made whose token is known to one check alone: by the end of the run it may have run out.
 * @param exchanges of the check; the newest is taken back first
 * @param findVisitor undefined for the actors of the run, whose turn comes when the run ends
 */
export async function undoForExtraActors(
  exchanges: readonly Exchange[],
  findVisitor: (name: string) => Actor | undefined,
  undone: (kind: string, id: string) => void,
): Promise<void> {
  for (const { operation, actor, status, json } of exchanges.toReversed()) {
    const way = operation === undefined || status < 200 || status > 299 ? undefined : WAYS_BACK[operation];
    const visitor = way === undefined ? undefined : findVisitor(actor);
    const made = isObject(json) && isObject(json['data']) ? json['data'] : {};
    const id = made['id'] ?? made['bid_id'];
    if (way === undefined || visitor === undefined || typeof id !== 'string') continue;
    // Gone already, or decided: then there is nothing left to take back either.
    const reply = await visitor.send(way.undo(id));
    if (reply.status < 500) undone(way.kind, id);
  }
}
