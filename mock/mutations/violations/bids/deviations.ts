/** Helpers for violations of bids, in addition to the kit. */
import {
  all,
  idIn,
  isAt,
  isRefusal,
  onFind,
  onRequestFields,
  RECEIVED_BIDS,
  refuse,
  withScopes,
  type OperationContext,
  type AnyCall,
  type CallOf,
  type JsonObject,
  type Refusal,
  type Row,
  type Seams,
  type SubjectOf,
  type Where,
} from '../kit/index.ts';
import type { ErrorCode, OperationId } from '#spec';
import { personas } from '#fixtures/personas';
import type { Caller, Entry } from '../../../server/http/call.ts';
import type { Incoming } from '../../../server/http/incoming.ts';
import type { Awaitable } from '../../seams.ts';
import { findBid } from '../../../market/store/bids.ts';
import type { StoredBid } from '../../../market/records/stored-records.ts';
import { Alarm } from '../../../ports/timer.ts';

/** The operations that decide on a bid. */
export const ANSWERS = ['acceptBid', 'rejectBid', 'counterBid'] as const;
type Answer = (typeof ANSWERS)[number];
type Answers = Answer | readonly Answer[];
/** The operations that show bids to their team and to the seller. */
const OF_TEAM = ['placeBid', 'listBids', 'getBid'] as const;
export const ALL_VIEWS = [...OF_TEAM, ...RECEIVED_BIDS, 'rejectBid', 'counterBid'] as const;

/** Replaces a caller with a member of the buyer's team that has bids.write. */
export function asBuyer(caller: Caller): Caller {
  const { user_id, team_id } = personas.buyer;
  return { ...withScopes(caller, 'bids.write'), user_id, team_id };
}

/** Replaces the body after it was validated. */
export function onValidatedBody<Id extends OperationId>(
  where: Where<Id>,
  change: (body: CallOf<Id>['body'], call: CallOf<Id>, subject: SubjectOf<Id>) => Awaitable<unknown>,
): Partial<Seams> {
  return {
    act: async (call, subject, act, context) => {
      if (!isAt(where, context.operation_id)) return act(call, subject);
      // `where` names the operations that type call and subject.
      const body = await change(call.body as CallOf<Id>['body'], call as CallOf<Id>, subject as SubjectOf<Id>);
      // The caller of onValidatedBody returns a body of the same operation.
      return act({ ...call, body } as AnyCall, subject);
    },
  };
}

/** Whether a request body is a multi-grade bid. */
export function isByGrades(fields: JsonObject): boolean {
  return Array.isArray(fields['bids']);
}

/** Changes the fields of multi-grade bids only. */
export function fillInByGrades(change: (fields: JsonObject) => JsonObject): Partial<Seams> {
  return onRequestFields('placeBid', (fields) => (isByGrades(fields) ? change(fields) : fields));
}

/** The bid in the path, for any caller. */
export async function bidAt({ db, path, caller }: Pick<Entry, 'db' | 'path' | 'caller'>): Promise<StoredBid | undefined> {
  return findBid(db, idIn(path), caller.livemode);
}

/** Treats decided bids as pending. */
export function asPending(where: Answers, isAffected: (bid: Row<'bids'>, context: OperationContext) => boolean): Partial<Seams> {
  return onFind(where, (found, _entry, context) => {
    if (isRefusal(found) || !isAffected(found.stored.bid, context)) return found;
    const bid: Row<'bids'> = { ...found.stored.bid, status: 'pending' };
    return { ...found, stored: { ...found.stored, bid } };
  });
}

/** Shows or hides a bid, for any caller. */
export function onGetBid(
  find: (found: StoredBid | Refusal, stored: StoredBid, entry: Entry) => Awaitable<StoredBid | Refusal>,
): Partial<Seams> {
  return onFind('getBid', async (found, entry) => {
    const stored = await bidAt(entry);
    return stored === undefined ? found : find(found, stored, entry);
  });
}

/** How long a request is held so that others can overlap with it. */
const WINDOW_MS = 15;

/**
 * Detects requests to one path that overlap, to simulate a marketplace without locks.
 * @param where the operations whose requests are counted
 */
export class Overlap {
  readonly #where: Where;
  readonly #counts = new Map<string, number>();
  readonly #late = new Map<Incoming, number>();

  constructor(where: Where) {
    this.#where = where;
  }

  /** How many requests were in progress before this one; 0 if it does not overlap. */
  lateness(incoming: Incoming): number {
    return this.#late.get(incoming) ?? 0;
  }

  /** Counts the requests. Pass it to `all` last, so that a request is counted before it is changed. */
  get seams(): Partial<Seams> {
    return {
      request: async (incoming, { operation_id }) => {
        if (!isAt(this.#where, operation_id)) return incoming;
        const id = idIn(incoming.path);
        const before = this.#counts.get(id) ?? 0;
        this.#counts.set(id, before + 1);
        if (before > 0) this.#late.set(incoming, before);
        // Without this pause, each request would end before the next one is read.
        await new Promise<void>((resolve) => {
          new Alarm(resolve).set(WINDOW_MS);
        });
        return incoming;
      },
      response: (response, { operation_id, incoming }) => {
        if (!isAt(this.#where, operation_id)) return response;
        const id = idIn(incoming.path);
        const left = (this.#counts.get(id) ?? 1) - 1;
        if (left === 0) this.#counts.delete(id);
        else this.#counts.set(id, left);
        this.#late.delete(incoming);
        return response;
      },
    };
  }
}

/** Changes requests that overlap with another one to the same path. */
export function racing(where: Where, mutate: (overlap: Overlap) => Partial<Seams>): () => Partial<Seams> {
  return () => {
    const overlap = new Overlap(where);
    return all(mutate(overlap), overlap.seams);
  };
}

/** Refuses an answer to a bid that a concurrent request has decided. */
export function refusingLosers(where: Answers, overlap: Overlap, code: ErrorCode): Partial<Seams> {
  return onFind(where, (found, _entry, { incoming }) =>
    !isRefusal(found) && overlap.lateness(incoming) > 0 && found.stored.bid.status !== 'pending' ? refuse(code) : found,
  );
}
