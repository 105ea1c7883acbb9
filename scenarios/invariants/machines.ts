/** The document's machines, as literal rows: what was read once never goes any other way. */
import type { ClauseId } from '#spec/clauses/index';
import { demand } from '../finding.ts';
import type { Kind } from '../resources.ts';
import { readResources } from '../resources.ts';
import type { Invariant } from './invariant.ts';

export interface Machine {
  clause: ClauseId;
  /** From each status those that can follow, itself left out. A status that is not here is not judged. */
  next: Readonly<Record<string, readonly string[]>>;
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

const TRADE: Machine = { clause: 'TRD-6', next: { Pending: ['Completed'], Completed: [] } };

const OFFER: Machine = { clause: 'CB-5', next: { accepted: [], rejected: [] } };

const LISTING: Machine = {
  clause: 'LST-6',
  next: { listed: ['unlisted', 'archived'], unlisted: ['listed', 'archived'], archived: ['listed'] },
};

export const MACHINES: Partial<Record<Kind, Machine>> = { bid: BID, trade: TRADE, offer: OFFER, listing: LISTING };

export const STATE_MACHINES: readonly Invariant[] = [
  {
    id: 'machines',
    title: 'No status follows another but along the tables of the document',
    judge: ({ session, exchanges }) => {
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
        const following = machine.next[before];
        demand(
          following === undefined || following.includes(status),
          { invariant: 'machines', clause: machine.clause },
          {
            message: `${session.name(id)} was ${before} and is ${status}.`,
            exchange,
            pointer: `${pointer}/status`,
            expected: [before, ...(following ?? [])].join(', '),
            observed: status,
          },
        );
      }
      return moves;
    },
  },
];
