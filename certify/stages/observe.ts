/** What stages read from the requests of a client. */
import { isSameJson } from '#client';
import type { Exchange } from '../testbed/exchange.ts';
import { readObject } from '../testbed/exchange.ts';
import type { StageContext, TaskResult } from './context.ts';
import type { WorldBid } from './market.ts';

export const keyOf = ({ headers }: Exchange): string | undefined => headers['idempotency-key'];

export const lotOf = ({ path }: Pick<Exchange, 'path'>): string => /\/inventory\/([^/?]+)\/bids/.exec(path)?.[1] ?? '';

/** Requests that mean the same bid: the same lot and quantity. */
export function attemptsLike(first: Exchange, all: readonly Exchange[]): readonly Exchange[] {
  const quantityOf = (one: Exchange): unknown => readObject(one.body)['quantity_mt'];
  return all.filter((one) => lotOf(one) === lotOf(first) && quantityOf(one) === quantityOf(first));
}

/** How many ids a finding lists. */
const LISTED_MAX = 3;

/** `bid_1, bid_2, bid_3, and 37 more` */
export function listSome(items: readonly string[]): string {
  const rest = items.length - LISTED_MAX;
  return `${items.slice(0, LISTED_MAX).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** Repeats of a bid carry the same key and the same body (IDEM-2). */
export function checkRepeats(context: StageContext, attempts: readonly Exchange[]): void {
  const [first, ...repeats] = attempts;
  if (first === undefined) return;
  const key = keyOf(first);
  if (repeats.length > 0)
    context.check(key !== undefined, 'it sent the bid again without an Idempotency-Key, so each request can become a bid');
  if (key !== undefined)
    context.check(
      repeats.every((one) => keyOf(one) === key),
      'it sent the bid again with another Idempotency-Key',
    );
  context.check(
    repeats.every((one) => isSameJson(readObject(one.body), readObject(first.body))),
    'it sent the bid again with a different body, which the marketplace rejects with 409 or treats as a new bid',
  );
}

/**
 * What the client reports about a bid agrees with the bids that exist.
 * @param made the bids that the request and its repeats made
 * @param known the ids of earlier bids
 */
export function checkClaim(
  context: StageContext,
  { response, error }: TaskResult,
  made: readonly WorldBid[],
  known: ReadonlySet<string>,
): void {
  if (response === undefined) return;
  const claimed = response['bid_id'];
  if (error !== undefined) return;
  if (
    !context.check(
      made.length > 0 || typeof claimed !== 'string' || !known.has(claimed),
      `it reports ${JSON.stringify(claimed)} as placed, but that is an earlier bid, and there is no new one; generate a new Idempotency-Key for every bid, and take a bid from GET /bids for the new one only if it was not there before`,
    )
  )
    return;
  context.check(
    typeof claimed === 'string' && made.some(({ id }) => id === claimed),
    made.length === 0
      ? `it reports the bid ${JSON.stringify(claimed ?? null)} as placed, but there is no such bid; report an error instead`
      : `it reports the bid ${JSON.stringify(claimed ?? null)}, but the bid is ${listSome(made.map(({ id }) => id))}`,
  );
}

/** The client reports no error for a bid that nothing prevented. */
export function checkNoError(context: StageContext, { error }: TaskResult): void {
  context.check(error === undefined, `it reports an error for a valid bid: ${error?.message ?? ''}`);
}

/** The client can read its bids and trades again. @param when for the finding: `after the outage` */
export async function checkRecovers(context: StageContext, when: string): Promise<void> {
  const { error } = await context.act('sync');
  context.check(error === undefined, `${when}, it does not recover: ${error?.message ?? ''}`);
}

/** After a final response, the client does not send the request again. @param attempts all requests for one bid, the first one first */
export function checkFinal(
  context: Pick<StageContext, 'check'>,
  attempts: readonly Pick<Exchange, 'began_ms' | 'ended_ms'>[],
  status: number,
): void {
  const [first, ...others] = attempts;
  // A client that sends a bid again while it waits for the response does not know yet that it is final.
  const repeats = others.filter(({ began_ms }) => first !== undefined && began_ms > first.ended_ms);
  context.check(repeats.length === 0, `it sent the same request ${attempts.length} times, although the ${status} is final`);
}

/** The client reports the error of a response. @param status that of the response */
export function checkReported(context: StageContext, { response, error }: TaskResult, status: number): void {
  if (response === undefined) return;
  if (
    !context.check(
      error !== undefined,
      `it reports success, ${JSON.stringify(response).slice(0, 120)}, although the response was ${status}`,
    )
  )
    return;
  context.check(
    error?.status === status || error?.status === null,
    `it reports status ${error?.status ?? 'none'}, although the response was ${status}`,
  );
}

/** After this many requests without a response of the hook, the finding says what the client was doing. */
const BUSY_REQUESTS_MIN = 6;

/** What a client sent most often. Undefined if it sent little. */
export function describeMost(sent: readonly Exchange[]): string | undefined {
  if (sent.length < BUSY_REQUESTS_MIN) return undefined;
  const kinds = [...Map.groupBy(sent, ({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`)];
  const [kind, most] = kinds.reduce((a, b) => (b[1].length > a[1].length ? b : a));
  const status = most.at(-1)?.response?.status;
  const got = status === undefined ? '' : `; the last response was ${status}`;
  return `meanwhile, it sent ${sent.length} requests, ${most.length} of them ${kind}${got}`;
}
