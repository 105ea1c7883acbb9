/**
 * What each command has to come to, written down from the document and from the readings that the mock declares; nothing here is asked of the
 * mock or of its tables. The order of the refusals is that of AUTH-19.
 */
import type { Actor } from './cast.ts';
import type { BidBody, Change, Command } from './commands.ts';
import { SHRUNK_MT } from './commands.ts';
import type { Bid, Line, Picture, Trade } from './picture.ts';
import { authorOf } from './picture.ts';

/** An event that is due: about which bid or trade, and to whose teams. */
export interface DueEvent {
  type: 'bid.accepted' | 'bid.rejected' | 'bid.countered' | 'bid.received' | 'trade.created' | 'trade.settled';
  subject_id: string;
  to: readonly string[];
}

export interface Made {
  picture: Picture;
  events: readonly DueEvent[];
}

/** A refusal (the status, and the code where it is stated), or what becomes of the market. */
export type Due = { refused: string } | { status: 200 | 201; make: (answered: Answered) => Made };

/** What only the answer can tell: the ids that it gave. */
export interface Answered {
  id: string;
  line_ids: readonly string[];
}

const WEEK_MS = 7 * 24 * 3_600_000;
const MINIMUM_MT = 0.01;

export function dueOf(picture: Picture, command: Command): Due {
  switch (command.kind) {
    case 'place':
      return duePlacement(picture, command);
    case 'repeat':
      if (command.is_same) return { status: 201, make: () => ({ picture, events: [] }) }; // IDEM-9: though the lot be gone.
      return { refused: '409' }; // IDEM-3: though the lot be gone, too.
    case 'accept':
    case 'reject':
    case 'counter':
      return dueAnswer(picture, command);
    case 'change':
      return dueChange(picture, command);
    case 'pay':
      return duePayment(picture, command.trade, command.invoice);
    case 'wait':
      break;
  }
  return { status: 200, make: () => ({ picture: afterHours(picture, command.hours), events: [] }) };
}

function duePlacement(picture: Picture, { who, terms, body }: Extract<Command, { kind: 'place' }>): Due {
  if (who === 'reader') return { refused: '403 insufficient_scope' }; // BID-42
  if (who !== 'buyer 1' && who !== 'buyer 2') return { refused: '400 no_team' }; // BID-3
  if (picture.lot.status !== 'listed') return { refused: '404 not_found' }; // BID-33
  const is_fit = terms !== 'no grade' && body.quantity_mt >= MINIMUM_MT && body.quantity_mt <= picture.lot.left_mt;
  if (!is_fit) return { refused: '422 validation_failed' }; // BID-4, BID-6, BID-8

  return {
    status: 201,
    make: (answered) => {
      const bid = bidOf(body, answered, { buyer: who, counter_to: null }, picture.now_ms);
      const events: DueEvent[] = [{ type: 'bid.received', subject_id: bid.id, to: ['seller 1'] }]; // EVT-17
      return { picture: { ...picture, bids: [...picture.bids, bid] }, events };
    },
  };
}

/** BID-1, BID-11, BID-45, BID-50: a new bid is pending, with every line of it, and lives for a week unless it says otherwise. */
function bidOf(body: BidBody, { id, line_ids }: Answered, of: Pick<Bid, 'buyer' | 'counter_to'>, now_ms: number): Bid {
  const lines = (body.bids ?? []).map(({ grade, price }, index): Line => {
    return { id: line_ids[index] ?? '', grade, amount: price.amount, status: 'pending' };
  });
  const expires_ms = body.expires_at === undefined ? now_ms + WEEK_MS : Date.parse(body.expires_at);
  return { id, ...of, status: 'pending', quantity_mt: body.quantity_mt, lines, expires_ms };
}

type AnswerCommand = Extract<Command, { kind: 'accept' | 'reject' | 'counter' }>;

function dueAnswer(picture: Picture, command: AnswerCommand): Due {
  const { who, bid } = command;
  const side = sideOf(who, bid);
  if (side === undefined) return { refused: '404 not_found' }; // BID-19
  if (bid.status !== 'pending') return { refused: '422' }; // BID-20
  if (command.kind !== 'reject' && authorOf(picture, bid) === side) return { refused: '403 insufficient_scope' }; // BID-28, BID-51
  if (command.kind === 'accept') return dueAcceptance(picture, bid, command.items);
  if (command.kind === 'counter') return dueCounter(picture, bid, command.body, side);
  const rejected = withStatus(picture, [bid.id], 'rejected'); // BID-26
  return { status: 200, make: () => ({ picture: rejected, events: [draftBuyerEvent('bid.rejected', bid)] }) };
}

/** BID-51: a party is the buyer's team, and the user who owns the listing. */
function sideOf(who: Actor, bid: Bid): 'buyer' | 'seller' | undefined {
  if (who === bid.buyer) return 'buyer';
  return who === 'seller 1' ? 'seller' : undefined;
}

function dueAcceptance(picture: Picture, bid: Bid, items: Extract<Command, { kind: 'accept' }>['items']): Due {
  const is_enough = bid.quantity_mt <= picture.lot.left_mt;
  if (items === 'none') return { refused: is_enough ? '422 bid_items_required' : '422' }; // BID-22
  if (items === 'unknown' || !is_enough) return { refused: '422' }; // BID-24, BID-30

  return {
    status: 200,
    make: ({ id }) => {
      const taken = items === 'all' ? bid.lines : bid.lines.slice(0, 1);
      const accepted = withStatus(picture, [bid.id], 'accepted', (line) => (taken.includes(line) ? 'accepted' : 'rejected')); // BID-23
      const trade: Trade = {
        id,
        bid_id: bid.id,
        status: 'Pending', // TRD-12
        quantity_mt: bid.quantity_mt,
        amount: Math.max(...taken.map(({ amount }) => amount)), // BID-61
        buyer_invoice: 'unpaid', // BID-48
        seller_invoice: 'unpaid',
      };
      const left_mt = picture.lot.left_mt - bid.quantity_mt;
      const sold = { ...accepted, trades: [...accepted.trades, trade], lot: { ...picture.lot, left_mt } };
      const told: DueEvent[] = [
        draftBuyerEvent('bid.accepted', bid),
        { type: 'trade.created', subject_id: id, to: [bid.buyer, 'seller 1'] },
      ];
      if (left_mt >= MINIMUM_MT) return { picture: sold, events: told };
      const closed = delisted(sold, 'unlisted'); // BID-30
      return { picture: closed.picture, events: [...told, ...closed.events] };
    },
  };
}

function dueCounter(picture: Picture, bid: Bid, body: BidBody, side: 'buyer' | 'seller'): Due {
  // BID-27, BID-50, BID-59
  if (body.quantity_mt < MINIMUM_MT || body.quantity_mt > picture.lot.left_mt) return { refused: '422 validation_failed' };
  return {
    status: 201,
    make: (answered) => {
      const countered = withStatus(picture, [bid.id], 'countered');
      const made = bidOf(body, answered, { buyer: bid.buyer, counter_to: bid.id }, picture.now_ms);
      // EVT-28: of a buyer's counter the seller is told as of any bid.
      const received: DueEvent[] = side === 'buyer' ? [{ type: 'bid.received', subject_id: made.id, to: ['seller 1'] }] : [];
      return {
        picture: { ...countered, bids: [...countered.bids, made] },
        events: [draftBuyerEvent('bid.countered', bid), ...received],
      };
    },
  };
}

function dueChange(picture: Picture, { who, change }: Extract<Command, { kind: 'change' }>): Due {
  if (who === 'seller 2') return { refused: '404 not_found' }; // LST-6, ERR-3
  if (who !== 'seller 1') return { refused: '403 insufficient_scope' };
  const { lot } = picture;
  // BID-4: nobody could bid on a lot of which nothing is left.
  if (change === 'relist' && lot.left_mt < MINIMUM_MT) return { refused: '422 validation_failed' };
  return { status: 200, make: () => CHANGES[change](picture) };
}

/** LST-6, LST-7, BID-52 */
const CHANGES: Readonly<Record<Change, (picture: Picture) => Made>> = {
  // What is archived stays so.
  unlist: (picture) => (picture.lot.status === 'archived' ? { picture, events: [] } : delisted(picture, 'unlisted')),
  archive: (picture) => delisted(picture, 'archived'),
  relist: (picture) => ({ picture: { ...picture, lot: { ...picture.lot, status: 'listed' } }, events: [] }),
  shrink: (picture) => ({ picture: { ...picture, lot: { ...picture.lot, left_mt: SHRUNK_MT } }, events: [] }),
};

/** BID-29, EVT-27: a lot that leaves the market takes its pending bids with it, and their teams are told. */
function delisted(picture: Picture, status: string): Made {
  const open = picture.bids.filter((bid) => bid.status === 'pending');
  const closed = withStatus(
    picture,
    open.map(({ id }) => id),
    'rejected',
  );
  return {
    picture: { ...closed, lot: { ...picture.lot, status } },
    events: open.map((bid) => draftBuyerEvent('bid.rejected', bid)),
  };
}

/** TRD-6, EVT-8: the second of the two invoices settles the trade, whichever it is. */
function duePayment(picture: Picture, trade: Trade, invoice: 'buyer' | 'seller'): Due {
  const field = invoice === 'buyer' ? 'buyer_invoice' : 'seller_invoice';
  if (trade[field] === 'paid') return { refused: '409' };
  const paid = { ...trade, [field]: 'paid' };
  const is_settled = paid.buyer_invoice === 'paid' && paid.seller_invoice === 'paid';
  const trades = picture.trades.map((one) =>
    one.id === trade.id ? { ...paid, status: is_settled ? 'Completed' : 'Pending' } : one,
  );
  const buyer = picture.bids.find(({ id }) => id === trade.bid_id)?.buyer ?? 'nobody known';
  const events: DueEvent[] = is_settled ? [{ type: 'trade.settled', subject_id: trade.id, to: [buyer, 'seller 1'] }] : [];
  return { status: 200, make: () => ({ picture: { ...picture, trades }, events }) };
}

/** BID-12: nothing happens but that what was pending and has come to its end is expired. */
function afterHours(picture: Picture, hours: number): Picture {
  const now_ms = picture.now_ms + hours * 3_600_000;
  const over = picture.bids.filter(({ status, expires_ms }) => status === 'pending' && expires_ms <= now_ms);
  return {
    ...withStatus(
      picture,
      over.map(({ id }) => id),
      'expired',
    ),
    now_ms,
  };
}

function withStatus(
  picture: Picture,
  ids: readonly string[],
  status: string,
  statusOf: (line: Line) => string = () => status,
): Picture {
  const bids = picture.bids.map((bid) =>
    ids.includes(bid.id) ? { ...bid, status, lines: bid.lines.map((line) => ({ ...line, status: statusOf(line) })) } : bid,
  );
  return { ...picture, bids };
}

function draftBuyerEvent(type: DueEvent['type'], bid: Bid): DueEvent {
  return { type, subject_id: bid.id, to: [bid.buyer] };
}
