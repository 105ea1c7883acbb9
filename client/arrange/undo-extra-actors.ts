import type { OperationId } from '#spec';
import type { RequestOptions } from '../session/actor.ts';
import type { RunContext } from '../session/run-context.ts';
import { isSuccess } from '../replies/exchange.ts';
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

/** Removes what an extra actor of one check created, the newest first, because its token can expire before the run ends. */
export async function undoForExtraActors(t: RunContext): Promise<void> {
  for (const { operation, actor, json } of t.exchanges.filter(isSuccess).toReversed()) {
    const undoing = operation === undefined ? undefined : UNDOING[operation];
    // Clean-up handles what the actors of the run created.
    const token = t.run.findExtraToken(actor);
    const made = dataIn(json);
    const id = made['id'] ?? made['bid_id'];
    if (undoing === undefined || token === undefined || typeof id !== 'string') continue;
    const reply = await t.withToken(actor, token).send(undoing.undo(id));
    if (reply.is_success || GONE.has(reply.status)) t.run.ledger.undone(undoing.kind, id);
  }
}
