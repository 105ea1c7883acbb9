/** Requests at the same moment: what races are made of. */
import { Blocked } from '../replies/findings.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';

/** How many requests at once, and on which connections. */
export interface RaceSetup {
  n: number;
  fresh: boolean;
}

const FIELDS: readonly RaceSetup[] = [
  { n: 2, fresh: false },
  { n: 2, fresh: true },
  { n: 5, fresh: false },
  { n: 5, fresh: true },
  { n: 10, fresh: false },
  { n: 10, fresh: true },
];

/** A race asks much of a target that is asked slowly: this long may a check of one take. */
export const RACE_TIMEOUT_MS = 300_000;

/** The fields to try: every other one where requests are counted, since it is not this run's machine. */
export function chooseRaceSetups(t: RunContext): readonly RaceSetup[] {
  return Number.isFinite(t.run.settings.requests_per_second) ? FIELDS.filter((_, i) => i === 0 || i === 3 || i === 4) : FIELDS;
}

/** Nobody won, and everybody was told to come again: that is no breach, and no race either. */
export function areAllRetryable(replies: readonly Reply[]): boolean {
  return replies.every(({ status }) => RETRYABLE.includes(status));
}

/** The statuses of a request that lost a race and may be sent again. */
export const RETRYABLE: readonly number[] = [408, 409, 423, 425, 429, 502, 503, 504];

/** Sends all of these at once. @throws whatever the first of them threw, when all have ended */
export async function sendConcurrently(deeds: readonly (() => Promise<Reply>)[]): Promise<readonly Reply[]> {
  const ended = await Promise.allSettled(deeds.map(async (deed) => deed()));
  const replies: Reply[] = [];
  for (const one of ended) {
    if (one.status === 'rejected') throw one.reason;
    replies.push(one.value);
  }
  return replies;
}

/** Opens so many connections, which then are there when it begins. */
export async function openConnections(t: RunContext, n: number): Promise<void> {
  const replies = await sendConcurrently(Array.from({ length: n }, () => async () => t.buyer.get('/bids', { limit: 1 })));
  const bad = replies.find((reply) => reply.status !== 200);
  if (bad !== undefined) throw new Blocked(`GET /bids does not answer (status ${bad.status})`, bad.exchange);
}

/** What a race that went well is worth. */
export function observeUnbrokenRace(t: RunContext, tries: number): void {
  const { max_in_flight } = t.run.settings;
  t.observe(
    `not broken in ${tries} tries of 2, 5 and 10 requests at once${max_in_flight < 10 ? `, of which no more than ${max_in_flight} were in flight together` : ''}`,
  );
}

/** The resource's id in an answer that succeeded; undefined where it did not. */
export function readIds(replies: readonly Reply[]): readonly string[] {
  return replies.filter((reply) => reply.is_success).map((reply) => (reply.data.find('id') ?? reply.data.get('trade_id')).text());
}
