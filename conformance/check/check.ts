import type { ClauseId } from '#spec/clauses/index';
import type { ActorName, FixtureName, HookName, Settings } from '#client';
import type { CheckContext } from './check-context.ts';

/**
 * What a check takes beside the target. Whatever is missing makes it `skip`, with the key of the configuration that would change it.
 * `live`: the plain actors are live tokens. `webhooks`: a receiver that the target can reach. A clock that the operator can move is `hook:advance_clock`.
 */
export type Need = ActorName | 'writes' | 'webhooks' | 'live' | `hook:${HookName}` | `fixture:${FixtureName}`;

/**
 * When a check runs. `open`: beside others. `patient`: beside others and without a place among them, since it mostly waits. `quiet`: alone, when nobody else
 * of this run writes. `clock`: alone and last, since it moves the clock of the target.
 */
export type Lane = 'open' | 'patient' | 'quiet' | 'clock';

/** One thing that one clause says, judged. */
export interface Check {
  /** The clause, a slash, and what is looked at: `WHK-2/secret-shown-once`. */
  readonly id: `${ClauseId}/${string}`;
  /** A sentence that is true of a target that obeys. */
  readonly title: string;
  readonly clause: ClauseId;
  readonly needs: readonly Need[];
  readonly lane: Lane;
  /** How long it may take; the run's own limit unless given. */
  readonly timeout_ms: number | undefined;
  /** How long it waits with these settings, in seconds, for what only time brings; undefined where it waits for no more than answers. */
  readonly waits_seconds?: ((settings: Settings) => number) | undefined;
  readonly run: (t: CheckContext) => Promise<void>;
}

export interface CheckOptions {
  lane?: Lane;
  timeout_ms?: number;
  waits_seconds?: (settings: Settings) => number;
}

/** Declares a check. It judges the clause that its id begins with, whose level says how bad a breach is. */
export function check(
  id: Check['id'],
  title: string,
  needs: readonly Need[],
  run: Check['run'],
  { lane = 'open', timeout_ms, waits_seconds }: CheckOptions = {},
): Check {
  // The type of an id says that a clause stands before the slash.
  const clause = id.slice(0, id.indexOf('/')) as ClauseId;
  return { id, title, clause, needs, lane, timeout_ms, waits_seconds, run };
}
