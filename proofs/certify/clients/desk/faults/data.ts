import type { Lot } from '../desk.ts';
import { readTrade, textOf } from '../events.ts';
import { followParts } from '../follow.ts';
import { acceptBid } from '../market.ts';
import { sleep } from '../wire.ts';
import { variations } from '../variation.ts';

const LOT_FIELDS: ReadonlySet<string> = new Set(
  'id commodity variety grade is_organic crop_year quantity_mt quantity asking_price quality location listed_at expires_at'.split(
    ' ',
  ),
);

const STATUSES: ReadonlySet<string> = new Set(['pending', 'accepted', 'rejected', 'countered', 'expired', 'cancelled']);

export const DATA_MISTAKES = variations({
  'closed-status-list: Takes every bid that is neither pending nor accepted for lost.': {
    isOpen: (status) => status === 'pending',
    onCountered: () => Promise.resolve(),
    statusOf: async (desk, id) => {
      const status = desk.bids.get(id)?.status ?? (await desk.parts.reconcile(desk), desk.bids.get(id)?.status);
      if (status === undefined) return null;
      return status === 'pending' || status === 'accepted' ? status : 'rejected';
    },
  },
  'prices-as-text: Compares prices as text.': {
    choose: (lots) => {
      const textOfPrice = ({ asking_price }: Lot): string => String(asking_price?.amount);
      const priced = lots.filter(({ grade, asking_price }) => grade !== null && asking_price !== null);
      return priced.toSorted((a, b) => (textOfPrice(a) < textOfPrice(b) ? -1 : 1));
    },
  },
  'unpriced-is-free: Takes a lot without an asking price for the cheapest one.': {
    choose: (lots) =>
      lots
        .filter(({ grade }) => grade !== null)
        .toSorted((a, b) => (a.asking_price?.amount ?? 0) - (b.asking_price?.amount ?? 0)),
  },
  'new-status-is-rejected: Shows a bid with a status that it does not know as rejected.': {
    statusOf: async (desk, id) => {
      const status = await followParts.statusOf(desk, id);
      return status === null || STATUSES.has(status) ? status : 'rejected';
    },
  },
  'strict-schema: Refuses a lot with a field that its types do not have.': {
    readLot: (lot) => {
      const added = Object.keys(lot).find((field) => !LOT_FIELDS.has(field));
      if (added !== undefined) throw new TypeError(`lot ${lot.id} has an unknown field ${added}`);
      return lot;
    },
  },
  'null-throws: Reads the city of every lot, as if every lot had a location.': {
    // The mistake: `location` can be null.
    readLot: (lot) => ((lot.location as NonNullable<Lot['location']>).nearest_city.length > 0 ? lot : undefined),
  },
  'counterparty-early: Asks for a trade until the counterparty has a name, as soon as the trade exists.': {
    onTradeEvent: async (desk, envelope) => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const trade = await readTrade(desk, textOf(envelope, 'trade_id'));
        if (trade === undefined || trade.counterparty !== null) return;
        await sleep(30);
      }
    },
  },
  'counter-as-own: Answers a counter by accepting its own bid, which is not pending any more.': {
    onCountered: async (desk, bid) => {
      await acceptBid(desk, bid.id);
    },
  },
});
