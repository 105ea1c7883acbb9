/** RTY-5: the one check that takes its time wherever the clock stands, since the machine's own clock runs out here. */
import type { Check } from '../../check.ts';
import { check } from '../../check.ts';
import { expectThat } from '../../judge/expect.ts';
import { aboutBid, answerAbout, awaitRow, idOf, readRows, rejectable } from '../../stage/deliveries.ts';

const JUST_IN_TIME_MS = 9_000;
const TOO_LATE_MS = 11_000;
/** Sooner than this nobody may have given up. */
const GIVEN_UP_SECONDS_MIN = 9;

export const TIMEOUT_CHECKS: readonly Check[] = [
  check(
    'RTY-5/ten-seconds',
    'A receiver that answers after 9 s has got its delivery; one that would answer after 11 s is given up',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const { bid, reject } = await rejectable(t);
      const prompt = await t.subscribe(t.buyer, ['bid.rejected'], answerAbout(bid.id, { after_ms: JUST_IN_TIME_MS }));
      const late = await t.subscribe(t.buyer, ['bid.rejected'], answerAbout(bid.id, { after_ms: TOO_LATE_MS }, { status: 503 }));
      await reject();
      const [in_time, too_late] = await Promise.all(
        [prompt, late].map(async (inbox) =>
          inbox.next({ type: 'bid.rejected', where: aboutBid(bid.id), after: 'a bid was rejected' }),
        ),
      );
      // Both have arrived, or Promise.all had thrown.
      if (in_time === undefined || too_late === undefined) return;
      await t.wait(TOO_LATE_MS + 150);

      await awaitRow(t, prompt, idOf(in_time), 'delivered', 'it was answered after 9 s');
      const { rows, reply } = await readRows(late, idOf(too_late));
      expectThat(!rows.some(({ status }) => status === 'delivered'), {
        message: 'A delivery that was answered after 11 s is delivered.',
        reply,
        expected: 'a timeout after 10 s, and another attempt',
        observed: rows,
      });
      await awaitRow(t, late, idOf(too_late), 'retrying', 'no answer had come within 10 s');
      const { given_up_at_ms } = too_late;
      if (given_up_at_ms === undefined) return t.observe('the connection was not seen to be closed before the answer');
      const seconds = (given_up_at_ms - too_late.at_ms) / 1_000;
      expectThat(seconds >= GIVEN_UP_SECONDS_MIN, {
        message: `The connection was closed after ${seconds.toFixed(1)} s.`,
        expected: '10 s',
      });
      t.observe(`the connection was closed after ${seconds.toFixed(1)} s`);
    },
    { lane: 'patient', timeout_ms: 40_000 },
  ),
];
