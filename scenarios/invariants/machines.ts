/** The document's machines, as literal rows: what was read once never goes any other way. */
import type { ClauseId } from '#spec/clauses/index';
import { assertHolds } from '../session/finding.ts';
import type { Kind } from '../session/resources.ts';
import { readResources } from '../session/resources.ts';
import type { Invariant } from './invariant.ts';

export interface Machine {
  clause: ClauseId;
  /** From each status those that can follow, itself left out. A status that is not here is not judged. */
  next: Readonly<Record<string, readonly string[]>>;
  /** Statuses that the table does not have are legal. */
  is_open?: boolean;
  /** Those that no table has, and that are open: legal where the model believes in them. */
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
  // Where archiving keeps the bids (BID-52), to accept one may take the lot off the archive: nobody says what becomes of it.
  open: { archived: ['unlisted'] },
};

export const MACHINES: Partial<Record<Kind, Machine>> = { bid: BID, trade: TRADE, offer: OFFER, listing: LISTING };

/** Whether a status may follow another. @param believed what the model holds for possible now */
export function isMove({ next, open, is_open = false }: Machine, from: string, to: string, believed: readonly string[]): boolean {
  const following = next[from];
  if (is_open && !(to in next) && following?.length !== 0) return true;
  return following === undefined || following.includes(to) || (open?.[from]?.includes(to) === true && believed.includes(to));
}

export const STATE_MACHINES: readonly Invariant[] = [
  {
    id: 'machines',
    title: 'No status follows another but along the tables of the document',
    check: ({ session, exchanges }) => {
      let moves = 0;
      for (const { kind, id, fields, exchange, pointer } of exchanges.flatMap(readResources)) {
        const machine = MACHINES[kind];
        const { status } = fields;
        // A repeat under a key may get its first answer, of long ago (IDEM-2).
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
            message: `${session.name(id)} was ${before} and is ${status}.`,
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
