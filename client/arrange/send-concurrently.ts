/** Sends concurrent requests, for checks of race conditions. */
import { ensureSuccess } from '../replies/expect.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';

/** The number of concurrent requests, and whether each has a new connection. */
export interface RaceSetup {
  n: number;
  fresh: boolean;
}

const RACE_SETUPS: readonly RaceSetup[] = [
  { n: 2, fresh: false },
  { n: 2, fresh: true },
  { n: 5, fresh: false },
  { n: 5, fresh: true },
  { n: 10, fresh: false },
  { n: 10, fresh: true },
];

/** The time limit of a race check, in milliseconds. Rate limits slow races down. */
export const RACE_TIMEOUT_MS = 300_000;

/** The race setups to try: fewer on rate-limited targets. */
export function chooseRaceSetups(t: RunContext): readonly RaceSetup[] {
  const is_limited = Number.isFinite(t.run.settings.requests_per_second);
  return is_limited ? RACE_SETUPS.filter((_, i) => i === 0 || i === 3 || i === 4) : RACE_SETUPS;
}

/** Whether every response asks for a retry, so that there was no race and no violation. */
export function areAllRetryable(replies: readonly Reply[]): boolean {
  return replies.every(({ status }) => RETRYABLE.includes(status));
}

/** The statuses of a request that lost a race and can be sent again. */
export const RETRYABLE: readonly number[] = [408, 409, 423, 425, 429, 502, 503, 504];

/** Sends all requests at once. @throws the first error, after all requests have ended */
export async function sendConcurrently(requests: readonly (() => Promise<Reply>)[]): Promise<readonly Reply[]> {
  const ended = await Promise.allSettled(requests.map(async (send) => send()));
  const replies: Reply[] = [];
  for (const one of ended) {
    if (one.status === 'rejected') throw one.reason;
    replies.push(one.value);
  }
  return replies;
}

/** Opens this many connections in advance. */
export async function openConnections(t: RunContext, n: number): Promise<void> {
  const replies = await sendConcurrently(Array.from({ length: n }, () => async () => t.buyer.get('/bids', { limit: 1 })));
  for (const reply of replies) ensureSuccess(reply);
}

/** Records that no attempt failed, which does not prove the absence of a race. */
export function observeUnbrokenRace(t: RunContext, tries: number): void {
  const { max_in_flight } = t.run.settings;
  t.observe(
    `no race found in ${tries} tries of 2, 5, and 10 concurrent requests${max_in_flight < 10 ? `, with at most ${max_in_flight} in flight` : ''}`,
  );
}

/** The resource ids of the successful responses. */
export function readIds(replies: readonly Reply[]): readonly string[] {
  return replies.filter((reply) => reply.is_success).map((reply) => (reply.data.find('id') ?? reply.data.get('trade_id')).text());
}
