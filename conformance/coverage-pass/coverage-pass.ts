/** Every operation visited once, as it succeeds and as it refuses: traffic for whatever is judged of all answers alike. */
import type { OperationId } from '#spec';
import { Blocked, Breach, Reply, Unverifiable } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { buyersTour } from './visit-as-buyers.ts';
import { readersTour } from './visit-as-readers.ts';
import { refusalsTour } from './visit-refusals.ts';
import { settlementTour } from './visit-after-settlement.ts';
import { sellersTour } from './visit-as-sellers.ts';

/** What the operations answered: as they were meant to succeed, and as they were meant to refuse. */
export interface CoveragePass {
  successes: ReadonlyMap<OperationId, readonly Reply[]>;
  refusals: ReadonlyMap<OperationId, readonly Reply[]>;
  /** What a stop could not go on after: the last answer of a set-up that did not come about. */
  blocked: ReadonlyMap<OperationId, readonly Reply[]>;
  /** What could not be visited, and why. */
  gaps: readonly string[];
}

/** One stop: what it does and which answers it leaves. */
export interface Stop {
  name: string;
  visit: (t: CheckContext, note: Note) => Promise<void>;
}

/** Notes an answer down. */
export interface Note {
  success: (operation: OperationId, reply: Reply) => Reply;
  refusal: (operation: OperationId, reply: Reply) => Reply;
}

const STOPS: readonly Stop[] = [...readersTour, ...buyersTour, ...sellersTour, ...settlementTour, ...refusalsTour];

/** Visits all that the actors of this run allow. A stop that cannot be made is a gap, and no more. */
export async function visitEverything(t: CheckContext): Promise<CoveragePass> {
  const successes = new Map<OperationId, Reply[]>();
  const refusals = new Map<OperationId, Reply[]>();
  const blocked = new Map<OperationId, Reply[]>();
  const gaps: string[] = [];
  const note: Note = {
    success: (operation, reply) => keep(successes, operation, reply),
    refusal: (operation, reply) => keep(refusals, operation, reply),
  };
  for (const { name, visit } of STOPS) {
    try {
      await visit(t, note);
    } catch (error) {
      if (!(error instanceof Unverifiable || error instanceof Blocked || error instanceof Breach)) throw error;
      const last = error instanceof Blocked ? error.exchange : undefined;
      if (last?.operation !== undefined) keep(blocked, last.operation, new Reply(last));
      gaps.push(`${name}: ${error.message}`);
    }
  }
  return { successes, refusals, blocked, gaps };
}

function keep(into: Map<OperationId, Reply[]>, operation: OperationId, reply: Reply): Reply {
  into.set(operation, [...(into.get(operation) ?? []), reply]);
  return reply;
}
