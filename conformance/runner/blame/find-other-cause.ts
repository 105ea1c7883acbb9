import { Blocked, noneIfFinding, type Breach, type Unverifiable } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { explainSetUp } from './explain-set-up.ts';
import { findIdleHook } from './hook-effects.ts';
import { clockMoved, countMoves, findInterference } from './interference.ts';
import { findBrokenPrerequisite } from './missing-effects.ts';
import { findWrongQuantityField } from './quantity-field.ts';
import { findSharedTeam } from './shared-team.ts';

/**
 * Looks for a cause of a failure other than the clause of its check: the setup, other users, or a broken prerequisite.
 * @param moves_before `countMoves` when the check began
 * @returns undefined if the failure stands
 */
export async function findOtherCause(
  context: CheckContext,
  error: Breach | Blocked,
  moves_before: number,
): Promise<Blocked | Unverifiable | undefined> {
  const set_up = explainSetUp(context, error);
  if (set_up !== undefined) return set_up;
  if (error instanceof Blocked) return countMoves(context.run) > moves_before ? clockMoved(error) : undefined;
  const seen = context.exchanges.length;
  const ignoreFinding = (thrown: unknown): undefined => noneIfFinding(thrown, context.signal);
  const interference = await findInterference(context, error, moves_before);
  context.exchanges.splice(seen);
  const cause =
    interference ??
    (await findIdleHook(context).catch(ignoreFinding)) ??
    (await findWrongQuantityField(context).catch(ignoreFinding)) ??
    (await findSharedTeam(context).catch(ignoreFinding)) ??
    (await findBrokenPrerequisite(context, error).catch(ignoreFinding));
  // Only the requests up to the breach are evidence.
  context.exchanges.splice(seen);
  return cause;
}
