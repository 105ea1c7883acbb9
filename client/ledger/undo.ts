/** Takes back what a run has made, one thing at a time: what the API lets its maker take back, and nothing that somebody else may have made. */
import { itemsIn } from '../replies/read-items.ts';
import { ACTOR_NAMES } from '../settings/schema.ts';
import { credentialOf } from '../settings/owner-of.ts';
import { isObject } from '../replies/json-node.ts';
import { TransportFault } from '../replies/findings.ts';
import type { LedgerRecord } from './record.ts';

/** What came of a request; undefined where there is no token of that actor. */
export type Send = (
  actor: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<{ status: number; json: unknown } | undefined>;

/** Gone: it is there no more, or can do nothing any more. Kept: for good, whatever is tried. Left: another try may do it. */
export type Outcome = { is: 'gone' } | { is: 'kept'; why: string } | { is: 'left'; why: string };

const GONE: Outcome = { is: 'gone' };

/** Why these stay, whoever asks. */
const IRREVOCABLE: ReadonlyMap<string, string> = new Map([
  ['trade', 'the API takes no trade back'],
  ['farm', 'the API removes no farm (FARM-3)'],
  ['user', 'the API removes no sandbox user'],
]);

/** Whether nothing can be done about it. */
export function isIrrevocable({ kind }: Pick<LedgerRecord, 'kind'>): boolean {
  return IRREVOCABLE.has(kind);
}

/**
 * Takes one thing back that was made.
 * @param all what the run has made besides: it tells who may reject a bid
 */
export async function undo(
  record: LedgerRecord & { id: string },
  send: Send,
  all: readonly LedgerRecord[] = [],
): Promise<Outcome> {
  const { kind, actor, id } = record;
  const why = IRREVOCABLE.get(kind);
  if (why !== undefined) return { is: 'kept', why };
  try {
    switch (kind) {
      case 'webhook':
        return judge(await send(actor, 'DELETE', `/webhooks/${encodeURIComponent(id)}`), actor);
      case 'listing':
        return await undoListing(record, send);
      case 'cash_bid':
        return judge(await send(actor, 'PATCH', `/cash-bids/${encodeURIComponent(id)}`, { is_active: false }), actor);
      case 'bid':
        return await undoBid(record, send, all);
      default:
        return { is: 'kept', why: `nobody knows how a ${kind} is taken back` };
    }
  } catch (error) {
    return { is: 'left', why: explainFailure(error) };
  }
}

/** One thing that cannot be taken back keeps none of the others. */
export function explainFailure(error: unknown): string {
  if (error instanceof TransportFault) return `no answer came: ${error.message}`;
  return `it was not tried to its end: ${error instanceof Error ? error.message : String(error)}`;
}

function judge(answer: Awaited<ReturnType<Send>>, actor: string): Outcome {
  if (answer === undefined) return withoutToken(actor);
  if ((answer.status >= 200 && answer.status < 300) || answer.status === 404) return GONE;
  return { is: 'left', why: `the answer was ${answer.status}` };
}

/** Whoever bids on a listing of the run bids on nothing real: pending bids are rejected first, since not every reading of BID-29 does it. */
async function undoListing({ actor, id }: LedgerRecord & { id: string }, send: Send): Promise<Outcome> {
  const path = `/me/inventory/${encodeURIComponent(id)}`;
  const bids = await send(actor, 'GET', `${path}/bids?status=pending&limit=50`);
  for (const bid of bids?.status === 200 ? itemsIn(bids.json) : []) {
    if (typeof bid['id'] === 'string') await send(actor, 'POST', `/bids/${encodeURIComponent(bid['id'])}/reject`);
  }
  return judge(await send(actor, 'DELETE', path), actor);
}

/** BID-18: the seller rejects a buyer's bid, the buyer a seller's counter. The maker is asked last: whether it may is open. */
async function undoBid(record: LedgerRecord & { id: string }, send: Send, all: readonly LedgerRecord[]): Promise<Outcome> {
  let outcome: Outcome = { is: 'left', why: 'nobody may reject it' };
  for (const actor of new Set([...listOthers(record, all), record.actor])) {
    const answer = await send(actor, 'POST', `/bids/${encodeURIComponent(record.id)}/reject`);
    // 422: it is no longer pending (BID-20).
    if (answer?.status === 422 || answer?.status === 409) return GONE;
    outcome = answer !== undefined && answer.status < 300 ? GONE : judgeRefusal(answer, actor);
    if (outcome.is === 'gone') return outcome;
  }
  return outcome;
}

function judgeRefusal(answer: Awaited<ReturnType<Send>>, actor: string): Outcome {
  if (answer === undefined) return withoutToken(actor);
  return { is: 'left', why: `nobody could reject it: the last answer, to ${actor}, was ${answer.status}` };
}

/** An actor may have a token another time; whoever was known to the run alone is gone with it. */
function withoutToken(actor: string): Outcome {
  const is_actor = ACTOR_NAMES.some((name) => name === credentialOf(actor));
  return is_actor
    ? { is: 'left', why: `there is no token of ${actor}` }
    : { is: 'kept', why: `the token of ${actor} was known to the run alone` };
}

/** Those on the other side of a bid, as far as the run knows them. */
function listOthers({ path, body }: LedgerRecord, all: readonly LedgerRecord[]): readonly string[] {
  const lot = /^\/inventory\/([^/]+)\/bids$/.exec(path)?.[1] ?? readInventoryId(body);
  const countered = /^\/bids\/([^/]+)\/counter$/.exec(path)?.[1];
  const sellers = all.filter(({ kind, id }) => kind === 'listing' && id !== undefined && id === lot);
  const bidders = all.filter(({ kind, id }) => kind === 'bid' && id !== undefined && id === countered);
  return [...sellers, ...bidders].map(({ actor }) => actor);
}

/** Of a simulated bid (SBX-3). */
function readInventoryId(body: string | undefined): unknown {
  const json = parseBody(body);
  return json['inventory_id'];
}

/** The body of a request as it stands in a ledger; an empty object where it was no JSON object, or too long to be kept whole. */
export function parseBody(body: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(body ?? '{}');
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}
