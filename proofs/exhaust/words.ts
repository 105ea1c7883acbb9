/** Commands as one would tell them. */
import type { Change, Command, Items, Terms } from './commands.ts';
import { SHRUNK_MT } from './commands.ts';
import type { Picture } from './picture.ts';
import { nameOfBid, nameOfTrade } from './picture.ts';

const PLACED: Readonly<Record<Terms, string>> = {
  'one grade': 'grade A, good for 45 minutes',
  'two grades': 'grade A or B',
  'more than there is': 'grade A or B',
  'no grade': 'no grade',
  nothing: 'grade A or B',
};
const ACCEPTED: Readonly<Record<Items, string>> = {
  none: 'naming no grade',
  first: 'grade A',
  all: 'grades A and B',
  unknown: 'another grade',
};
const CHANGED: Readonly<Record<Change, string>> = {
  unlist: 'unlists the lot',
  relist: 'lists the lot',
  archive: 'archives the lot',
  shrink: `puts the quantity of the lot at ${SHRUNK_MT} t`,
};

/** Bids and trades go by their number, in the order in which they came. */
export function wordsOf(command: Command, picture: Picture): string {
  const next = `bid ${picture.bids.length + 1}`;
  switch (command.kind) {
    case 'place':
      return `${command.who} bids ${command.body.quantity_mt} t of ${PLACED[command.terms]} (${next})`;
    case 'repeat': {
      const { who, bid_id } = command.use;
      return `${who} sends ${nameOfBid(picture, bid_id)} again under its key${command.is_same ? '' : ', with another body'}`;
    }
    case 'accept':
      return `${command.who} accepts ${nameOfBid(picture, command.bid.id)} (${ACCEPTED[command.items]})`;
    case 'reject':
      return `${command.who} rejects ${nameOfBid(picture, command.bid.id)}`;
    case 'counter':
      return `${command.who} counters ${nameOfBid(picture, command.bid.id)} (${next})`;
    case 'change':
      return `${command.who} ${CHANGED[command.change]}`;
    case 'pay':
      return `the ${command.invoice}'s invoice of ${nameOfTrade(picture, command.trade.id)} is paid`;
    case 'wait':
      break;
  }
  return command.hours === 1 ? 'an hour passes' : `${command.hours / 24} days pass`;
}
