import type { ClauseId } from '#spec/clauses/index';
import type { Lane } from '../check/check.ts';
import type { DrillContext } from './drill-context.ts';

/** One thing that one clause asks of a receiver, tried on it. The gate's word for the like is `Check`. */
export interface Drill {
  /** The clause, a slash, and what is tried: `SIG-4/wrong-secret`. */
  readonly id: `${ClauseId}/${string}`;
  /** A sentence that is true of a receiver that obeys. */
  readonly title: string;
  readonly clause: ClauseId;
  /** `open`: beside others. `patient`: beside others, since it mostly waits. `quiet`: alone, since it counts or crowds. */
  readonly lane: Exclude<Lane, 'clock'>;
  readonly run: (t: DrillContext) => Promise<void>;
}

/** Declares a drill. It judges the clause that its id begins with, whose level says how bad a breach is. */
export function drill(
  id: Drill['id'],
  title: string,
  run: Drill['run'],
  { lane = 'open' }: { lane?: Drill['lane'] } = {},
): Drill {
  // The type of an id says that a clause stands before the slash.
  const clause = id.slice(0, id.indexOf('/')) as ClauseId;
  return { id, title, clause, lane, run };
}
