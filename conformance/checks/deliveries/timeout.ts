/** RTY-5. A clock hook does not shorten these checks, because the timeout of a connection runs in real time. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival, Reply, Run, JsonObject } from '#client';
import {
  Blocked,
  isAboutBid,
  respondForBid,
  awaitDeliveryOutcome,
  expectThat,
  readEventId,
  placeRejectableBid,
  sentAtMs,
  waitedSeconds,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { TO_BUYERS } from '../events/needs.ts';
import { expectNoStatus } from './first-attempt.ts';

const JUST_IN_TIME_MS = 9_000;
/** A tunnel that takes longer leaves too little of the 10 s. */
const TUNNEL_MS_MAX = 4_000;
const TOO_LATE_MS = 11_000;
/** A connection closed before this many seconds violates RTY-5. */
const GIVEN_UP_SECONDS_MIN = 9;
/** A reply after this many seconds may not count as in time. */
const IN_TIME_SECONDS = 9.5;

const OPTIONS = { lane: 'patient', timeout_ms: 80_000, waits_seconds: () => 12 } as const;

export const TIMEOUT_CHECKS: readonly Check[] = [
  check(
    'RTY-5/ten-seconds',
    'A delivery times out after 10 s: a response after 9 s counts, and one after 11 s does not',
    TO_BUYERS,
    async (t) => {
      const { prompt, late } = await respondSlowly(t);
      if (!hasRow(prompt, 'delivered')) ensureInTime(prompt);
      expectThat(hasRow(prompt, 'delivered'), {
        message: 'A delivery that got a response after 9 s is not delivered.',
        reply: prompt.reply,
        expected: 'a delivered row: the timeout is 10 s',
        observed: prompt.rows,
      });
      expectThat(!hasRow(late, 'delivered'), {
        message: 'A delivery that got a response after 11 s is delivered.',
        reply: late.reply,
        expected: 'a timeout after 10 s and a retry',
        observed: late.rows,
      });
      const seconds = readTimeout(late, t.run);
      if (seconds === undefined) return t.observe('the connection was not closed before the response');
      expectThat(seconds >= GIVEN_UP_SECONDS_MIN, {
        message: `The connection of a delivery was closed after ${seconds.toFixed(1)} s, before the timeout.`,
        expected: '10 s',
      });
      t.observe(`the connection was closed after ${seconds.toFixed(1)} s`);
    },
    OPTIONS,
  ),
  check(
    'RTY-3/timeout',
    'A delivery that times out is scheduled for a retry',
    TO_BUYERS,
    async (t) => {
      const { late } = await respondSlowly(t);
      // RTY-5 covers targets that wait longer.
      if (hasRow(late, 'delivered')) throw new Blocked('the delivery did not time out within 11 s', late.reply.exchange);
      expectThat(hasRow(late, 'retrying'), {
        message: 'A delivery that timed out is not scheduled for a retry.',
        reply: late.reply,
        expected: 'a row with status retrying',
        observed: late.rows,
      });
    },
    OPTIONS,
  ),
  check(
    'RTY-13/timeout',
    'The row of an attempt that times out has no HTTP status',
    TO_BUYERS,
    async (t) => {
      const { late } = await respondSlowly(t);
      // No attempt gets a response, so the row may already count the second one.
      const row = late.rows.find((one) => one['status'] === 'retrying');
      // A sender that kept the connection open could record the late reply.
      if (row === undefined || late.arrival.given_up_at_ms === undefined)
        throw new Blocked('the delivery did not time out before the response', late.reply.exchange);
      if (t.run.settings.receiver.public_url !== undefined)
        t.unverifiable('a tunnel can respond for the receiver', 'target.receiver_url');
      expectNoStatus(row);
    },
    OPTIONS,
  ),
];

/** The result of a delivery with a slow reply. */
interface Outcome {
  arrival: Arrival;
  rows: readonly JsonObject[];
  reply: Reply;
}

interface Slow {
  prompt: Outcome;
  late: Outcome;
}

/** Two receivers, one just in time and one too late, shared by the checks of two clauses. */
async function respondSlowly(t: CheckContext): Promise<Slow> {
  return t.run.once('slow responses', async () => {
    const seen = await causeDeliveries(t);
    // A stall of this machine is unlikely to repeat, but a fault of the target does.
    return isAsStated(seen, t.run) ? seen : causeDeliveries(t);
  });
}

function isAsStated({ prompt, late }: Slow, run: Run): boolean {
  const is_timed_out = hasRow(late, 'retrying') && !hasRow(late, 'delivered');
  return hasRow(prompt, 'delivered') && is_timed_out && (readTimeout(late, run) ?? GIVEN_UP_SECONDS_MIN) >= GIVEN_UP_SECONDS_MIN;
}

async function causeDeliveries(t: CheckContext): Promise<Slow> {
  const { bid, reject } = await placeRejectableBid(t);
  const events = ['bid.rejected'];
  const { tunnel_ms } = t.run.receiver;
  if (tunnel_ms > TUNNEL_MS_MAX)
    t.unverifiable(`the tunnel to the receiver takes ${(tunnel_ms / 1_000).toFixed(1)} s`, 'target.receiver_url');
  // The sender waits for the tunnel too.
  const prompt = await t.subscribe(t.buyer, events, respondForBid(bid.id, { after_ms: JUST_IN_TIME_MS - tunnel_ms }));
  const late = await t.subscribe(t.buyer, events, respondForBid(bid.id, { after_ms: TOO_LATE_MS }));
  await reject();
  const query = { type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' };
  const in_time = await prompt.requireNext(query);
  const too_late = await late.requireNext(query);
  await t.wait(TOO_LATE_MS + 150);
  return {
    prompt: { arrival: in_time, ...(await awaitDeliveryOutcome(t, prompt, readEventId(in_time))) },
    late: { arrival: too_late, ...(await awaitDeliveryOutcome(t, late, readEventId(too_late))) },
  };
}

/** @throws Blocked if a reply that was meant to be in time was late */
function ensureInTime({ arrival, reply }: Outcome): void {
  const seconds = waitedSeconds(arrival);
  if (seconds !== undefined && seconds <= IN_TIME_SECONDS) return;
  const when = seconds === undefined ? 'not given' : `sent after ${seconds.toFixed(1)} s`;
  throw new Blocked(`a response due after 9 s was ${when}: this machine or the network is too slow`, reply.exchange);
}

/** An upper bound for how long the sender kept the connection open, in seconds; undefined if it waited for the reply. */
function readTimeout({ arrival }: Outcome, { receiver: { tunnel_ms } }: Run): number | undefined {
  const { given_up_at_ms } = arrival;
  return given_up_at_ms === undefined ? undefined : (given_up_at_ms - sentAtMs(arrival) + tunnel_ms) / 1_000;
}

function hasRow({ rows }: Outcome, status: string): boolean {
  return rows.some((row) => row['status'] === status);
}
