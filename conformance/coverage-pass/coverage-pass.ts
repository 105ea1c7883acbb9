/** The coverage pass: calls every operation at least once, with a success and with errors, so that the oracles see every kind of reply. */
import type { OperationId } from '#spec';
import { Blocked, Breach, Reply, Unverifiable } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { SETTLEMENT_VISITS } from './visit-after-settlement.ts';
import { BUYER_VISITS } from './visit-as-buyers.ts';
import { READER_VISITS } from './visit-as-readers.ts';
import { RECORD_VISITS } from './visit-on-records.ts';
import { REFUSAL_VISITS } from './visit-refusals.ts';
import { SELLER_VISITS } from './visit-as-sellers.ts';

/** The replies, expected to be successes and errors. */
export interface CoveragePass {
  successes: ReadonlyMap<OperationId, readonly Reply[]>;
  refusals: ReadonlyMap<OperationId, readonly Reply[]>;
  /** The last replies of visits that could not continue. */
  blocked: ReadonlyMap<OperationId, readonly Reply[]>;
  /** What could not be visited, and why. */
  gaps: readonly string[];
}

/** One visit: calls some operations and records their replies. */
export interface Visit {
  name: string;
  visit: (t: CheckContext, note: Note) => Promise<void>;
}

/** Records a reply of an operation. */
export interface Note {
  success: (reply: Reply) => Reply;
  refusal: (reply: Reply) => Reply;
}

const VISITS: readonly Visit[] = [
  ...READER_VISITS,
  ...BUYER_VISITS,
  ...RECORD_VISITS,
  ...SELLER_VISITS,
  ...SETTLEMENT_VISITS,
  ...REFUSAL_VISITS,
];

/** Runs all visits that the actors of this run allow. A visit that fails is only a gap. */
export async function visitEverything(t: CheckContext): Promise<CoveragePass> {
  const successes = new Map<OperationId, Reply[]>();
  const refusals = new Map<OperationId, Reply[]>();
  const blocked = new Map<OperationId, Reply[]>();
  const gaps: string[] = [];
  const note: Note = {
    success: (reply) => keep(successes, reply),
    refusal: (reply) => keep(refusals, reply),
  };
  for (const { name, visit } of VISITS) {
    try {
      await visit(t, note);
    } catch (error) {
      if (!(error instanceof Unverifiable || error instanceof Blocked || error instanceof Breach)) throw error;
      const last = error instanceof Blocked ? error.exchange : undefined;
      if (last !== undefined) keep(blocked, new Reply(last));
      gaps.push(`${name}: ${error.message}`);
    }
  }
  return { successes, refusals, blocked, gaps };
}

function keep(into: Map<OperationId, Reply[]>, reply: Reply): Reply {
  const { operation } = reply.exchange;
  if (operation !== undefined) into.set(operation, [...(into.get(operation) ?? []), reply]);
  return reply;
}
