/** The coverage pass: calls every operation at least once, with a success and with errors, so that the oracles see every kind of reply. */
import type { OperationId } from '#spec';
import { Blocked, Breach, Reply, Unverifiable, isFromGateway } from '#client';
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

type Kind = 'successes' | 'refusals' | 'blocked';

/** What one visit found. */
interface Visited {
  readonly replies: readonly (readonly [kind: Kind, reply: Reply])[];
  /** Why it could not continue. */
  readonly gap: string | undefined;
}

/** How often a visit is made if a gateway in front of the target responds to one of its requests. */
const TRIES_MAX = 3;

/** Runs all visits that the actors of this run allow. A visit that fails is only a gap. */
export async function visitEverything(t: CheckContext): Promise<CoveragePass> {
  const found: Readonly<Record<Kind, Map<OperationId, Reply[]>>> = {
    successes: new Map(),
    refusals: new Map(),
    blocked: new Map(),
  };
  const gaps: string[] = [];
  for (const { name, visit } of VISITS) {
    let visited = await visitOnce(t, visit);
    for (let tries = 1; tries < TRIES_MAX && hasGatewayReply(visited); tries += 1) visited = await visitOnce(t, visit);
    for (const [kind, reply] of visited.replies) keep(found[kind], reply);
    if (visited.gap !== undefined) gaps.push(`${name}: ${visited.gap}`);
  }
  return { ...found, gaps };
}

async function visitOnce(t: CheckContext, visit: Visit['visit']): Promise<Visited> {
  const replies: [Kind, Reply][] = [];
  const noteAs =
    (kind: Kind) =>
    (reply: Reply): Reply => {
      replies.push([kind, reply]);
      return reply;
    };
  try {
    await visit(t, { success: noteAs('successes'), refusal: noteAs('refusals') });
    return { replies, gap: undefined };
  } catch (error) {
    if (!(error instanceof Unverifiable || error instanceof Blocked || error instanceof Breach)) throw error;
    const last = error instanceof Blocked ? error.exchange : undefined;
    if (last !== undefined) replies.push(['blocked', new Reply(last)]);
    return { replies, gap: error.message };
  }
}

function hasGatewayReply({ replies }: Visited): boolean {
  return replies.some(([, { exchange }]) => isFromGateway(exchange));
}

function keep(into: Map<OperationId, Reply[]>, reply: Reply): void {
  const { operation } = reply.exchange;
  if (operation !== undefined) into.set(operation, [...(into.get(operation) ?? []), reply]);
}
