/** A delivery whose second attempt gets another response: its row, and the same in the sandbox. */
import type { Check } from '../../check/check.ts';
import type { Actor, Arrival, Inbox, Lot } from '#client';
import {
  Unverifiable,
  chooseQuietTeam,
  expectThat,
  isAboutBid,
  placeRejectableBid,
  readDeliveryRows,
  readEventId,
  readUntil,
  respondForBid,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { TO_BUYERS } from '../events/needs.ts';
import { checkWithBothClocks } from './both-clocks.ts';
import { followSchedule } from './follow.ts';
import { TargetTime } from './target-time.ts';

/** The first response, after which the delivery is retried. */
const FAILING = 503;
/** In real time, the wait is twice the delay, as for every retry that may be late. */
const TIMES = { timeout_ms: 300_000, waits_seconds: () => 22 };

/** The second responses, and the status of the delivery after each. */
const SECOND = [
  { status: 'delivered', answered: 204 },
  { status: 'failed', answered: 410 },
] as const;

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

export const RETRIED_CHECKS: readonly Check[] = [
  ...SECOND.flatMap(({ status, answered }) =>
    checkWithBothClocks(
      `RTY-7/${status}-on-retry`,
      `After the second attempt, a ${status} row has the response_status of that attempt`,
      TO_BUYERS,
      async (t) => {
        const { inbox, first, second } = await retry(t, { team: chooseQuietTeam(t) }, answered);
        if (second === undefined) throw new Unverifiable('there was no second attempt (RTY-3)');
        // A target can have a row for each attempt, or one row that the last attempt changes.
        const { rows, reply } = await readUntil(
          () => readDeliveryRows(inbox, readEventId(first)),
          (read) => read.rows.some((row) => row['status'] === status),
          t.signal,
        );
        const ended = rows.filter((row) => row['status'] === status);
        // RTY-2 covers what a final rejection does to a row.
        if (ended.length === 0 && status === 'failed') throw new Unverifiable('no row of the rejected delivery is failed');
        expectThat(ended.length > 0, {
          message: `The second attempt got ${answered}, and no row of the delivery is ${status}.`,
          reply,
          pointer: '/items',
          expected: `a row with the status ${status}`,
          observed: rows.map((row) => row['status']),
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
      },
      TIMES,
    ),
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
