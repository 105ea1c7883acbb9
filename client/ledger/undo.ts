/** Removes what a run created, one record at a time: only what the API lets its creator remove, and nothing that may be someone else's. */
import { isSuccess } from '../replies/exchange.ts';
import { readItems } from '../replies/read-items.ts';
import { findConfiguredActor } from '../settings/owner-of.ts';
import { TargetDown, TransportFault } from '../replies/findings.ts';
import { lotOf, parseBody, type LedgerRecord } from './record.ts';
import { encodePath } from '../http/encode-path.ts';
import { decodePart } from '../read-url.ts';
import { describeThrown } from '../config/describe-thrown.ts';

/** The response to a request. */
export interface LedgerResponse {
  status: number;
  json: unknown;
}

/** Sends a request as an actor. Undefined if there is no token of that actor. */
export type Send = (
  actor: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<LedgerResponse | undefined>;

/** `gone`: removed, or without any further effect. `kept`: cannot be removed. `left`: another attempt may remove it. */
export type Outcome = { is: 'gone' } | { is: 'kept'; why: string } | { is: 'left'; why: string };

const GONE: Outcome = { is: 'gone' };

/** Why records of these kinds cannot be removed. */
const IRREVOCABLE: ReadonlyMap<string, string> = new Map([
  ['trade', 'the API cannot delete trades'],
  ['farm', 'the API cannot delete farms (FARM-3)'],
  ['user', 'the API cannot delete sandbox users'],
]);

/** Whether records of this kind can never be removed. */
export function isIrrevocable({ kind }: Pick<LedgerRecord, 'kind'>): boolean {
  return IRREVOCABLE.has(kind);
}

/**
 * Removes one record.
 * @param all everything that the run created, which shows who is allowed to reject a bid
 * @param has_bids whether the record is a listing on which bids of the run may be open
 */
export async function undo(
  record: LedgerRecord & { id: string },
  send: Send,
  { all, has_bids }: { all: readonly LedgerRecord[]; has_bids: boolean },
): Promise<Outcome> {
  const { kind, actor, id } = record;
  const why = IRREVOCABLE.get(kind);
  if (why !== undefined) return { is: 'kept', why };
  try {
    switch (kind) {
      case 'webhook':
        return outcomeOf(await send(actor, 'DELETE', encodePath`/webhooks/${id}`), actor);
      case 'listing':
        return await undoListing(record, send, has_bids);
      case 'cash_bid':
        return outcomeOf(await send(actor, 'PATCH', encodePath`/cash-bids/${id}`, { is_active: false }), actor);
      case 'bid':
        return await undoBid(record, send, all);
      default:
        return { is: 'kept', why: `there is no known way to remove a ${kind}` };
    }
  } catch (error) {
    return { is: 'left', why: explainAttempt(error) };
  }
}

/** Explains why an attempt failed. Never throws, so that one record that cannot be removed does not stop the removal of others. */
export function explainAttempt(error: unknown): string {
  if (error instanceof TargetDown) return 'the target has stopped responding';
  if (error instanceof TransportFault) return `no response: ${error.message}`;
  return `the attempt failed: ${describeThrown(error)}`;
}

function outcomeOf(response: LedgerResponse | undefined, actor: string): Outcome {
  if (response === undefined) return withoutToken(actor);
  if (isSuccess(response) || response.status === 404) return GONE;
  return { is: 'left', why: `the response was ${response.status}` };
}

/** The run's bids on a listing are rejected first, because not every reading of BID-29 rejects them with the listing. */
async function undoListing({ actor, id }: LedgerRecord & { id: string }, send: Send, has_bids: boolean): Promise<Outcome> {
  const path = encodePath`/me/inventory/${id}`;
  const bids = has_bids ? await send(actor, 'GET', `${path}/bids?status=pending&limit=50`) : undefined;
  for (const bid of bids?.status === 200 ? readItems(bids) : []) {
    if (typeof bid['id'] === 'string') await send(actor, 'POST', encodePath`/bids/${bid['id']}/reject`);
  }
  return outcomeOf(await send(actor, 'DELETE', path), actor);
}

/** BID-18: the seller rejects a buyer's bid, the buyer a seller's counter. The author comes last: whether it is allowed to is open. */
async function undoBid(record: LedgerRecord & { id: string }, send: Send, all: readonly LedgerRecord[]): Promise<Outcome> {
  let outcome: Outcome = { is: 'left', why: 'no actor is allowed to reject it' };
  for (const actor of new Set([...listOthers(record, all), record.actor])) {
    const response = await send(actor, 'POST', encodePath`/bids/${record.id}/reject`);
    // 422: it is no longer pending (BID-20).
    if (response?.status === 422 || response?.status === 409) return GONE;
    outcome = response !== undefined && response.status < 300 ? GONE : outcomeOfRejecting(response, actor);
    if (outcome.is === 'gone') return outcome;
  }
  return outcome;
}

function outcomeOfRejecting(response: LedgerResponse | undefined, actor: string): Outcome {
  if (response === undefined) return withoutToken(actor);
  return { is: 'left', why: `no actor could reject it: the last response, to ${actor}, was ${response.status}` };
}

/** A later run may have a token for a configured actor. Only this run had those of extra actors. */
function withoutToken(actor: string): Outcome {
  return findConfiguredActor(actor) !== undefined
    ? { is: 'left', why: `there is no token for ${actor}` }
    : { is: 'kept', why: `only that run had the token of ${actor}` };
}

/** The actors on the other side of a bid, as far as the run knows them. A simulated bid names its listing in the body (SBX-3). */
function listOthers(record: LedgerRecord, all: readonly LedgerRecord[]): readonly string[] {
  const lot = lotOf(record) ?? parseBody(record.body)['inventory_id'];
  const countered = decodePart(/^\/bids\/([^/]+)\/counter$/.exec(record.path)?.[1] ?? '');
  const sellers = all.filter(({ kind, id }) => kind === 'listing' && id !== undefined && id === lot);
  const bidders = all.filter(({ kind, id }) => kind === 'bid' && id !== undefined && id === countered);
  return [...sellers, ...bidders].map(({ actor }) => actor);
}
