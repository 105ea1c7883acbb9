/** Commands as requests. */
import { LOT } from './cast.ts';
import type { ActorCommand, Change, Items } from './commands.ts';
import { SHRUNK_MT } from './commands.ts';
import type { Bid } from './picture.ts';
import type { Ask } from './stage.ts';

const CHANGES: Readonly<Record<Change, Pick<Ask, 'operation_id' | 'body'>>> = {
  unlist: { operation_id: 'updateListing', body: { listed: false } },
  relist: { operation_id: 'updateListing', body: { listed: true } },
  archive: { operation_id: 'archiveListing' },
  shrink: { operation_id: 'updateListing', body: { quantity_mt: SHRUNK_MT } },
};

/** The entries of bid_items, in each of the three forms that there are (BID-23). */
const ITEMS: Readonly<Record<Items, (bid: Bid) => object | undefined>> = {
  none: () => undefined,
  first: ({ lines }) => ({ bid_items: lines.slice(0, 1).map(({ grade }) => grade) }),
  all: ({ lines }) => ({ bid_items: lines.map(({ id, grade }, index) => (index === 0 ? { id } : { grade })) }),
  unknown: () => ({ bid_items: ['Sample'] }),
};

/** What the actor of a command sends. */
export function requestOf(command: ActorCommand): Ask {
  switch (command.kind) {
    case 'place':
      return { who: command.who, operation_id: 'placeBid', id: LOT, body: command.body, key: command.key };
    case 'repeat': {
      const { who, body, key } = command.use;
      return { who, operation_id: 'placeBid', id: LOT, body: command.is_same ? body : { ...body, quantity_mt: 1 }, key };
    }
    case 'accept': {
      const { who, bid, items } = command;
      return { who, operation_id: 'acceptBid', id: bid.id, body: ITEMS[items](bid) };
    }
    case 'reject':
      return { who: command.who, operation_id: 'rejectBid', id: command.bid.id };
    case 'counter':
      return { who: command.who, operation_id: 'counterBid', id: command.bid.id, body: command.body };
    case 'change':
      break;
  }
  return { who: command.who, id: LOT, ...CHANGES[command.change] };
}
