/** The state machines of the document as tables. Observed statuses only move along them. */
import type { ClauseId } from '#spec/clauses/index';
import { assertHolds } from '../session/finding.ts';
import { isList, readResources, type Kind, type Resource } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Invariant } from './invariant.ts';

interface Machine {
  clause: ClauseId;
  /** The next statuses of each status. A status without an entry is not checked. */
  next: Readonly<Record<string, readonly string[]>>;
  /** Whether statuses outside the table are legal. */
  allows_others?: true;
  /** Transitions that the document leaves open: legal if the model allows the new status. */
  unstated?: Readonly<Record<string, readonly string[]>>;
}

const BID: Machine = {
  clause: 'BID-20',
  next: {
    pending: ['accepted', 'rejected', 'countered', 'expired', 'cancelled'],
    accepted: [],
    rejected: [],
    countered: [],
    expired: [],
  },
};

const TRADE: Machine = {
  clause: 'TRD-6',
  next: { Pending: ['Completed'], Completed: [] },
  // With one paid invoice, a trade can have a status that is not in the table.
  allows_others: true,
};

const OFFER: Machine = { clause: 'CB-5', next: { accepted: [], rejected: [] } };

const LISTING: Machine = {
  clause: 'LST-6',
  next: { listed: ['unlisted', 'archived'], unlisted: ['listed', 'archived'], archived: ['listed'] },
  // If archiving keeps the bids (BID-52), the document does not say what happens to the lot when one is accepted.
  unstated: { archived: ['unlisted'] },
};

export const MACHINES: Partial<Record<Kind, Machine>> = { bid: BID, trade: TRADE, offer: OFFER, listing: LISTING };

/** Whether a transition is legal. @param modeled the statuses that the model allows now */
export function isLegalTransition(
  { next, unstated, allows_others }: Machine,
  from: string,
  to: string,
  modeled: readonly string[],
): boolean {
  const following = Object.hasOwn(next, from) ? next[from] : undefined;
  if (following === undefined || following.includes(to)) return true;
  const is_final = following.length === 0;
  if (allows_others === true && !is_final && !Object.hasOwn(next, to)) return true;
  return unstated?.[from]?.includes(to) === true && modeled.includes(to);
}

/** Whether the status of a resource can follow the last one that was seen. */
export function canFollow(session: Session, { kind, id, fields: { status } }: Resource): boolean {
  const machine = MACHINES[kind];
  const before = session.observed.get(id);
  if (machine === undefined || typeof status !== 'string' || before === undefined || before === status) return true;
  const modeled = session.model.lots.find((lot) => lot.id === id)?.status ?? [];
  return isLegalTransition(machine, before, status, modeled);
}

export const STATE_MACHINES: Invariant = {
  id: 'machines',
  title: 'Statuses change only along the transition tables of the document',
  check: ({ session, exchanges }) => {
    let moves = 0;
    for (const resource of exchanges.flatMap(readResources)) {
      const { kind, id, fields, exchange, pointer } = resource;
      const machine = MACHINES[kind];
      const { status } = fields;
      // A list can be out of date, unless it was read back.
      if (isList(exchange) && !session.isReadBack(exchange)) continue;
      // A repeat with a key can return its original response (IDEM-2).
      if (machine === undefined || typeof status !== 'string' || exchange.operation === 'placeBid') continue;
      const before = session.observed.get(id);
      const is_legal = canFollow(session, resource);
      session.observed.set(id, status);
      if (before === undefined || before === status) continue;
      moves += 1;
      assertHolds(
        is_legal,
        { invariant: 'machines', clause: machine.clause },
        {
          message: `${session.name(id)} changed from ${before} to ${status}.`,
          exchange,
          pointer: `${pointer}/status`,
          expected: [before, ...(machine.next[before] ?? [])].join(', '),
          observed: status,
        },
      );
    }
    return moves;
  },
};
