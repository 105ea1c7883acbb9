/** PRIV-7: the label of a bidder. */
import { shorten } from '#client';
import { assertHolds } from '../session/finding.ts';
import { readResources } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Invariant } from './invariant.ts';

/** The actors whose teams are no verified elevators, in a world that the explorer created on the mock. */
const NOT_ELEVATORS: readonly string[] = ['buyer', 'rival'];

export const LABELS: Invariant = {
  id: 'privacy/buyer-label',
  title: 'Sellers see the same label for a bidder in every response',
  check: ({ session, exchanges }) => {
    let seen = 0;
    for (const { kind, id, fields, pointer, exchange } of exchanges.flatMap(readResources)) {
      const bidder = kind === 'bid' ? session.model.bids.find((bid) => bid.id === id)?.buyer : undefined;
      const label = fields['buyer_label'];
      if (bidder === undefined || typeof label !== 'string') continue;
      seen += 1;
      const expected = expectedOf(session, bidder) ?? label;
      session.disclosed_names.set(`label of ${bidder}`, expected);
      assertHolds(
        label === expected,
        { invariant: 'privacy/buyer-label', clause: 'PRIV-7' },
        {
          message: `The bidder of ${session.name(id)} has the label ${shorten(label)} for ${exchange.actor}.`,
          exchange,
          pointer: `${pointer}/buyer_label`,
          expected: shorten(expected),
          observed: shorten(label),
        },
      );
    }
    return seen;
  },
};

/** The label that is known for a bidder, or the one observed before. */
function expectedOf({ marketplace, disclosed_names }: Session, bidder: string): string | undefined {
  return marketplace.is_isolated && NOT_ELEVATORS.includes(bidder) ? 'Buyer' : disclosed_names.get(`label of ${bidder}`);
}
