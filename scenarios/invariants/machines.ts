/** The state machines of the document as tables. Observed statuses only move along them. */
import type { ClauseId } from '#spec/clauses/index';
import { assertHolds } from '../session/finding.ts';
import { isList, readResources, type Kind } from '../session/resources.ts';
import type { Invariant } from './invariant.ts';

export interface Machine {
  clause: ClauseId;
  /** The next statuses of each status. A status without an entry is not checked. */
  next: Readonly<Record<string, readonly string[]>>;
  /** Whether statuses outside the table are legal. */
  is_open?: boolean;
  /** Transitions that the document leaves open: legal if the model allows the status. */
  open?: Readonly<Record<string, readonly string[]>>;
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
  is_open: true,
};

const OFFER: Machine = { clause: 'CB-5', next: { accepted: [], rejected: [] } };

const LISTING: Machine = {
  clause: 'LST-6',
  next: { listed: ['unlisted', 'archived'], unlisted: ['listed', 'archived'], archived: ['listed'] },
  // If archiving keeps the bids (BID-52), the document does not say what happens to the lot when one is accepted.
  open: { archived: ['unlisted'] },
};

export const MACHINES: Partial<Record<Kind, Machine>> = { bid: BID, trade: TRADE, offer: OFFER, listing: LISTING };

/** Whether a transition is legal. @param believed the statuses that the model allows now */
export function isMove({ next, open, is_open = false }: Machine, from: string, to: string, believed: readonly string[]): boolean {
  const following = next[from];
  if (is_open && !(to in next) && following?.length !== 0) return true;
  return following === undefined || following.includes(to) || (open?.[from]?.includes(to) === true && believed.includes(to));
}

export const STATE_MACHINES: readonly Invariant[] = [
  {
    id: 'machines',
    title: 'Statuses change only along the transition tables of the document',
    check: ({ session, exchanges }) => {
      let moves = 0;
      for (const { kind, id, fields, exchange, pointer } of exchanges.flatMap(readResources)) {
        const machine = MACHINES[kind];
        const { status } = fields;
        // A list can be out of date, unless it was read back.
        if (isList(exchange) && !session.isReadBack(exchange)) continue;
        // A repeat with a key can return its original response (IDEM-2).
        if (machine === undefined || typeof status !== 'string' || exchange.operation === 'placeBid') continue;
        const before = session.observed.get(id);
        session.observed.set(id, status);
        if (before === undefined || before === status) continue;
        moves += 1;
        const believed = session.model.lots.find((lot) => lot.id === id)?.status ?? [];
        assertHolds(
          isMove(machine, before, status, believed),
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
  },
];
