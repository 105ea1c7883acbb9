/** A decided bid keeps its status after the time at which it would have expired. */
import { check, type Check } from '../../check/check.ts';
import { readBid } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { arrangeBidInState } from './states.ts';

/** A day more than the default expiry of a bid (BID-11). */
export const EIGHT_DAYS_S = 8 * 86_400;

const DECISIONS = [
  ['BID-21', 'accepted'],
  ['BID-26', 'rejected'],
] as const;

/** The ids of an accepted and a rejected bid, eight days after the decisions. One move of the clock for both. */
async function arrangeOldDecisions(t: CheckContext): Promise<Record<(typeof DECISIONS)[number][1], string>> {
  return t.run.once('decisions of eight days ago', async () => {
    const [accepted, rejected] = [await arrangeBidInState(t, 'accepted'), await arrangeBidInState(t, 'rejected')];
    await t.arrange.advanceClock(EIGHT_DAYS_S);
    return { accepted: accepted.id, rejected: rejected.id };
  });
}

export const LONG_AFTER_CHECKS: readonly Check[] = DECISIONS.map(([clause, state]) =>
  check(
    `${clause}/eight-days-later`,
    `A bid that was ${state} does not expire`,
    ['buyer', 'seller', 'writes', 'hook:advance_clock'],
    async (t) => {
      const status = (await readBid(t.buyer, (await arrangeOldDecisions(t))[state])).get('status');
      status.expect(status.value !== 'expired', `A bid that was ${state} is expired after eight days.`, JSON.stringify(state));
    },
    { lane: 'clock' },
  ),
);
