import type { ClauseId } from '#spec/clauses/index';
import type { Lane } from '../check/check.ts';
import type { DrillContext } from './drill-context.ts';

/** Tests one requirement of one clause on a receiver, as a `Check` does on a deployment. */
export interface Drill {
  /** The clause, a slash, and what is tested: `SIG-4/wrong-secret`. */
  readonly id: `${ClauseId}/${string}`;
  readonly title: string;
  readonly clause: ClauseId;
  /** `open`: concurrently, a few at a time. `patient`: concurrently from the start, since it mostly waits. `quiet`: alone, since it counts or sends bursts. */
  readonly lane: Exclude<Lane, 'clock'>;
  readonly run: (t: DrillContext) => Promise<void>;
}

/** Declares a drill. Its id begins with its clause. */
export function drill(id: Drill['id'], title: string, run: Drill['run'], lane: Drill['lane'] = 'open'): Drill {
  // An id has a clause before the slash.
  const clause = id.slice(0, id.indexOf('/')) as ClauseId;
  return { id, title, clause, lane, run };
}

/** A drill that runs while no other delivery is sent. */
export function quietDrill(id: Drill['id'], title: string, run: Drill['run']): Drill {
  return drill(id, title, run, 'quiet');
}
