import type { ClauseId } from '#spec/clauses/index';
import type { ActorName, FixtureName, HookName, Settings } from '#client';
import type { CheckContext } from './check-context.ts';

/**
 * What a check needs besides the target. If something is missing, the check is skipped, and the reason names the configuration key to set.
 * `live`: the actors other than the sandbox twins have live tokens. `webhooks`: a receiver that the target can reach. `hook:advance_clock`: the operator can move the clock.
 */
export type Need = ActorName | 'writes' | 'webhooks' | 'live' | `hook:${HookName}` | `fixture:${FixtureName}`;

/**
 * When a check runs. `open`: in parallel with others. `patient`: the same, but outside the limit on parallel checks, because it mostly waits.
 * `quiet`: while no other check of this run writes. `reading`: after those; the first check of each group alone, the others in parallel.
 * `clock`: alone and last, because it moves the target's clock.
 */
export type Lane = 'open' | 'patient' | 'quiet' | 'reading' | 'clock';

/** Checks one statement of one clause. */
export interface Check {
  /** The clause, a slash, and the subject: `WHK-2/secret-shown-once`. */
  readonly id: `${ClauseId}/${string}`;
  /** A sentence that is true of a conforming target. If the check only observes: `Reports …`. */
  readonly title: string;
  readonly clause: ClauseId;
  readonly needs: readonly Need[];
  readonly lane: Lane;
  /** In the lane `reading`: checks of one group share what the first of them creates. */
  readonly group?: string | undefined;
  /** The time limit. Default: the limit of the run. */
  readonly timeout_ms: number | undefined;
  /** How many seconds it waits with these settings, apart from waiting for responses. Undefined if it does not wait. */
  readonly waits_seconds?: ((settings: Settings) => number) | undefined;
  readonly run: (t: CheckContext) => Promise<void>;
}

interface CheckOptions {
  lane?: Lane;
  group?: string;
  timeout_ms?: number;
  waits_seconds?: (settings: Settings) => number;
}

/** Declares a check. It checks the clause that its id begins with. The level of the clause decides the severity of a breach. */
export function check(
  id: Check['id'],
  title: string,
  needs: readonly Need[],
  run: Check['run'],
  { lane = 'open', group, timeout_ms, waits_seconds }: CheckOptions = {},
): Check {
  // The type of an id guarantees a clause before the slash.
  const clause = id.slice(0, id.indexOf('/')) as ClauseId;
  return { id, title, clause, needs, lane, group, timeout_ms, waits_seconds, run };
}
