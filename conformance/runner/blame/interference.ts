/** What other users do on a deployment during a run. It can look like a violation, so a check that fails because of it runs again. */
import { Blocked, noneIfFinding, noticeMovedClock, withoutCounting, type Breach, type Run } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { CheckRef } from '../../reproduction/rerun-script.ts';
import { seesBidOfOthers } from './bids-of-others.ts';

/** The check failed, but other users may be the cause. */
export class Interference extends Blocked {}

/** Whether a breach is one of privacy, or another leak. Nothing excuses it. */
export function isPrivacyBreach({ clause }: CheckRef, { details }: Breach): boolean {
  return clause.startsWith('PRIV-') || details.is_leak === true;
}

/**
 * Looks for interference after a breach. A breach of privacy, or another leak, always stands.
 * @param moves_before `countMoves` when the check began
 */
export async function findInterference(t: CheckContext, breach: Breach, moves_before: number): Promise<Interference | undefined> {
  if (isPrivacyBreach(t.check, breach)) return undefined;
  const exchanges = [...t.exchanges];
  // Actors that only look for others are not parties of the check.
  const look = async (action: () => Promise<unknown>): Promise<unknown> =>
    withoutCounting(action).catch((error: unknown) => noneIfFinding(error, t.signal));
  await look(async () => noticeMovedClock(t));
  if (countMoves(t.run) > moves_before) return clockMoved(breach);
  const sees_bid = await look(async () => seesBidOfOthers(t, exchanges));
  return sees_bid === true ? new Interference('other users bid on a listing of the check', breach.exchange) : undefined;
}

/** How often other users have moved the target's clock so far, as far as the run noticed. */
export function countMoves({ clock }: Run): number {
  return clock.moves_by_others.count;
}

/** The interference with a check that failed or was blocked after such a move. */
export function clockMoved(error: Blocked | Breach): Interference {
  return new Interference("something other than this run moved the target's clock ahead", error.exchange);
}
