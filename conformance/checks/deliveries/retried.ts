/** A delivery whose second attempt gets another response: its row, and the same in the sandbox. */
import { parseInstant } from '#spec';
import type { Check } from '../../check/check.ts';
import type { Actor, Arrival, Inbox, JsonObject, Lot, Reply } from '#client';
import {
  Unverifiable,
  chooseQuietTeam,
  encodePath,
  expectThat,
  isAboutBid,
  placeRejectableBid,
  readDeliveryRows,
  readEventId,
  readPath,
  readUntil,
  respondForBid,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { TO_BUYERS } from '../events/needs.ts';
import { checkWithBothClocks } from './both-clocks.ts';
import { followSchedule } from './follow.ts';
import { listsEvent } from './schedule-run.ts';
import { TargetTime } from './target-time.ts';

/** The first response, after which the delivery is retried. */
const FAILING = 503;
/** In real time, the wait is twice the delay, as for every retry that may be late. */
const TIMES = { timeout_ms: 300_000, waits_seconds: () => 22 };

/** The second responses, and the status of the delivery after each. */
const FINAL_SECOND = { status: 'failed', answered: 410 } as const;
const SECOND = [{ status: 'delivered', answered: 204 }, FINAL_SECOND] as const;

/** The delay before the second attempt, and what `delivered_at` may lack because it can be a whole second. */
const DELAY_SECONDS = 10;
const TOLERANCE_SECONDS = 2;

interface Retried {
  inbox: Inbox;
  first: Arrival;
  /** Undefined if there was none. */
  second: Arrival | undefined;
}

/** Causes a delivery to a team that gets 503, waits for the second attempt, and responds to that with `answered`. */
async function retry(t: CheckContext, to: { team: Actor; lot?: Lot }, answered: number): Promise<Retried> {
  const { bid, reject } = await placeRejectableBid(t, to.team, to.lot);
  const behavior = respondForBid(bid.id, { status: FAILING }, { status: answered });
  const inbox = await t.subscribe(to.team, ['bid.rejected'], behavior);
  await reject();
  const first = await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
  const time = new TargetTime(t, t.check.lane === 'clock');
  const [gap] = await followSchedule(time, { inbox, bid_id: bid.id, before: 0, is_regular: true }, 2);
  return { inbox, first, second: gap?.arrival };
}

/** The delivery list after a second attempt. */
interface Listed {
  first: Arrival;
  /** The rows of the event that show the response to the second attempt. */
  ended: readonly JsonObject[];
  reply: Reply;
  /** The list with `status`. */
  filtered: Reply;
}

type Second = (typeof SECOND)[number];

/** Retries a delivery, once for all checks. @throws Unverifiable if there was no second attempt, or no row shows its response */
async function retryOnce(t: CheckContext, { status, answered }: Second): Promise<Listed> {
  return t.run.once(`a retry that gets ${answered}, ${t.check.lane}`, async () => {
    const { inbox, first, second } = await retry(t, { team: chooseQuietTeam(t) }, answered);
    if (second === undefined) throw new Unverifiable('there was no second attempt (RTY-3)');
    const event_id = readEventId(first);
    const isEnded = (row: JsonObject): boolean => row['response_status'] === answered || row['status'] === status;
    // A target can have a row for each attempt, or one row that the last attempt changes.
    const { rows, reply } = await readUntil(
      () => readDeliveryRows(inbox, event_id),
      (read) => read.rows.some(isEnded),
      t.signal,
    );
    const path = encodePath`/webhooks/${inbox.subscription.id}/deliveries`;
    const filtered = await readUntil(
      async () => inbox.actor.get(path, { status, limit: 50 }),
      (list) => listsEvent(list, event_id),
      t.signal,
    );
    return { first, ended: rows.filter(isEnded), reply, filtered };
  });
}

export const RETRIED_CHECKS: readonly Check[] = [
  ...SECOND.flatMap((second) =>
    checkWithBothClocks(
      `RTY-7/${second.status}-on-retry`,
      `After the second attempt, a ${second.status} row has the response_status of that attempt`,
      TO_BUYERS,
      async (t) => {
        const { status, answered } = second;
        const { first, ended: shown, reply, filtered } = await retryOnce(t, second);
        const ended = shown.filter((row) => row['status'] === status);
        // RTY-2 covers what a final rejection does to a row.
        if (ended.length === 0 && status === 'failed') throw new Unverifiable('no row of the rejected delivery is failed');
        expectThat(ended.length > 0, {
          message: `The second attempt got ${answered}, and no row of the delivery is ${status}.`,
          reply,
          pointer: '/items',
          expected: `a row with the status ${status}`,
          observed: shown.map((row) => row['status']),
        });
        expectThat(
          ended.some((row) => row['response_status'] === answered),
          {
            message: `No ${status} row of a delivery that got ${FAILING} and then ${answered} has the second response.`,
            reply,
            pointer: '/items',
            expected: `response_status ${answered}`,
            observed: ended.map((row) => row['response_status']),
            likely_cause: 'response_status is set by the first attempt and not updated.',
          },
        );
        expectThat(!filtered.is_success || listsEvent(filtered, readEventId(first)), {
          message: `GET /webhooks/{id}/deliveries?status=${status} does not list a delivery that a retry ended.`,
          reply: filtered,
          expected: `a row of ${readEventId(first)}`,
        });
        if (status === 'delivered') warnOfEarlyTime(first, ended, reply);
      },
      TIMES,
    ),
  ),
  ...checkWithBothClocks(
    'RTY-2/failed-on-retry',
    'A delivery whose second attempt gets a 4xx is failed, not scheduled for another retry',
    TO_BUYERS,
    async (t) => {
      const { ended, reply } = await retryOnce(t, FINAL_SECOND);
      if (ended.length === 0) throw new Unverifiable('no row shows the response to the second attempt (RTY-7)');
      const waiting = ended.find((row) => row['status'] === 'retrying');
      expectThat(waiting === undefined, {
        message: `A delivery whose second attempt got ${FINAL_SECOND.answered} is scheduled for another retry.`,
        reply,
        pointer: '/items',
        expected: 'a failed row',
        observed: waiting,
        likely_cause: 'A delivery that was retryable once is retried whatever the later responses are.',
      });
    },
    TIMES,
  ),
  ...checkWithBothClocks(
    'RTY-3/in-the-sandbox',
    `A sandbox delivery that gets ${FAILING} is retried`,
    ['buyer_sandbox', 'seller_sandbox', 'writes', 'webhooks'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.actor('seller_sandbox'));
      const { second } = await retry(t, { team: t.actor('buyer_sandbox'), lot }, 204);
      expectThat(second !== undefined, {
        message: `A sandbox delivery that got ${FAILING} was not retried.`,
        expected: 'another attempt after 10 s',
        observed: 'one attempt',
        likely_cause: 'Only the deliveries of live events are retried.',
      });
    },
    TIMES,
  ),
];

/** Warns about a `delivered_at` before the attempt that succeeded. Both times are of the target. */
function warnOfEarlyTime(first: Arrival, rows: readonly JsonObject[], reply: Reply): void {
  const timeOf = (text: unknown): number => (typeof text === 'string' ? (parseInstant(text) ?? Number.NaN) : Number.NaN);
  const event_ms = timeOf(readPath(first.json, 'created_at'));
  const early = rows.find((row) => timeOf(row['delivered_at']) - event_ms < (DELAY_SECONDS - TOLERANCE_SECONDS) * 1_000);
  warnUnless(early === undefined, {
    message: 'The delivered_at of a delivery is earlier than the attempt that succeeded.',
    reply,
    pointer: '/items',
    expected: `at least ${DELAY_SECONDS} s after the event`,
    observed: early,
  });
}
