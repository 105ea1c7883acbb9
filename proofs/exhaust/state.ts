/** What must hold in a state, asked of what its parties and everybody else read in it. */
import type { World } from '#mock/server/world/world';
import { z } from 'zod';
import type { Actor } from './cast.ts';
import { BUYERS, LOT, OTHER_LOT } from './cast.ts';
import type { Tally } from './invariants.ts';
import { BrokenInvariant, hold } from './invariants.ts';
import type { Bid, Picture } from './picture.ts';
import { BidView, ListingView, TradeView, authorOf, dataOf, itemsOf, nameOfBid } from './picture.ts';
import { counterpartyDue, judgeSecrecy } from './secrecy.ts';
import type { Reading } from './views.ts';
import { readEverything } from './views.ts';

const Group = z.object({ bids: z.array(BidView) });

/** @throws BrokenInvariant */
export async function judgeState(world: World, picture: Picture, tally: Tally): Promise<void> {
  judgeRecords(picture, tally);
  const readings = await readEverything(world, picture);
  for (const who of ['buyer 1', 'buyer 2', 'third party', 'seller 2'] as const) judgeOwnBids(picture, readings, who, tally);
  for (const who of ['buyer 1', 'buyer 2', 'third party', 'seller 1', 'seller 2'] as const)
    judgeOwnTrades(picture, readings, who, tally);
  judgeSeller(picture, readings, tally);
  judgeOtherSeller(readings, tally);
  judgeOffer(picture, readings, tally);
  // Last: where one of the above has something to say of a leak, it says it better.
  for (const reading of readings) judgeSecrecy(tally, picture, reading, reading.answer);
}

/** What the records say of each other. */
function judgeRecords(picture: Picture, tally: Tally): void {
  const { lot, bids, trades, now_ms } = picture;
  hold(tally, 'nothing_below_zero', lot.left_mt >= 0, () => `the lot has ${lot.left_mt} t left`);
  for (const bid of bids) {
    const name = nameOfBid(picture, bid.id);
    const made = trades.filter(({ bid_id }) => bid_id === bid.id).length;
    if (trades.length > 0 || bid.status === 'accepted')
      hold(
        tally,
        'one_trade_a_bid',
        made === (bid.status === 'accepted' ? 1 : 0),
        () => `${name} is ${bid.status} and has ${made} trades`,
      );
    const successors = bids.filter(({ counter_to }) => counter_to === bid.id).length;
    if (successors > 0 || bid.status === 'countered')
      hold(
        tally,
        'counters_supersede',
        bid.status === 'countered' && successors === 1,
        () => `${name} is ${bid.status} and has ${successors} counters`,
      );
    if (bid.status === 'pending') {
      const is_alive = bid.expires_ms > now_ms && lot.status === 'listed';
      hold(tally, 'nothing_outlives', is_alive, () => `${name} is pending, although it has ended or the lot is ${lot.status}`);
    }
    if (bid.status === 'accepted') {
      const said = bid.lines.map(({ status }) => status);
      const holds = said.includes('accepted') && said.every((status) => status === 'accepted' || status === 'rejected');
      hold(tally, 'lines_follow', holds, () => `${name} is accepted, and its lines are ${said.join(' and ')}`);
    }
  }
}

function judgeOwnBids(picture: Picture, readings: readonly Reading[], who: Actor, tally: Tally): void {
  const own = picture.bids.filter(({ buyer }) => buyer === who);
  const listed = itemsOf(tally, BidView, find(readings, who, 'listBids').answer, `${who}'s list of bids`);
  const holds = idsOf(listed) === idsOf(own);
  if (picture.bids.length > 0)
    hold(tally, 'own_bids_alone', holds, () => `${who} lists ${listed.length} bids, and has ${own.length}`);
  for (const bid of picture.bids) {
    const reading = find(readings, who, 'getBid', bid.id);
    const { status } = reading.answer;
    hold(tally, 'own_bids_alone', status === (bid.buyer === who ? 200 : 404), () => `${reading.doing()}: ${status}`);
    if (bid.buyer !== who) continue;
    const detail = dataOf(tally, BidView, reading.answer, reading.doing());
    const item = listed.find(({ id }) => id === bid.id);
    judgeBidView(picture, bid, detail, reading, tally);
    if (item !== undefined)
      judgeBidView(
        picture,
        bid,
        item,
        { who, doing: () => `${who} lists its bids, of which ${nameOfBid(picture, bid.id)}` },
        tally,
      );
    const is_same = JSON.stringify(detail) === JSON.stringify(item);
    hold(tally, 'views_agree', is_same, () => `${reading.doing()}: in its list it reads otherwise`);
  }
}

/** A bid as one of its parties reads it, against what the other does. */
function judgeBidView(
  picture: Picture,
  bid: Bid,
  view: BidView,
  { who, doing }: Pick<Reading, 'who' | 'doing'>,
  tally: Tally,
): void {
  judgeName(picture, bid.id, view.counterparty, { who, doing }, tally);
  const awaiting = bid.status !== 'pending' ? null : authorOf(picture, bid) === 'buyer' ? 'seller' : 'buyer';
  const lines = view.grades.map(({ id, status }) => [id, status]);
  const seen = JSON.stringify([
    view.status,
    view.quantity_mt,
    lines,
    view.counter_to,
    view.awaiting,
    Date.parse(view.expires_at),
  ]);
  const due = JSON.stringify([
    bid.status,
    bid.quantity_mt,
    bid.lines.map(({ id, status }) => [id, status]),
    bid.counter_to,
    awaiting,
    bid.expires_ms,
  ]);
  hold(tally, 'views_agree', seen === due, () => `${doing()}: ${seen} where the other side reads ${due}`);
}

/** PRIV-4: null until both invoices are paid, the name of the other side from then on. */
function judgeName(
  picture: Picture,
  id: string,
  counterparty: { name: string } | null,
  { who, doing }: Pick<Reading, 'who' | 'doing'>,
  tally: Tally,
): void {
  const due = counterpartyDue(picture, who, id);
  const seen = JSON.stringify(counterparty);
  if (due === undefined)
    hold(tally, 'masked_until_settled', counterparty === null, () => `${doing()}: counterparty is named, ${seen}`);
  else hold(tally, 'named_once_settled', seen === JSON.stringify({ name: due }), () => `${doing()}: counterparty is ${seen}`);
}

function judgeOwnTrades(picture: Picture, readings: readonly Reading[], who: Actor, tally: Tally): void {
  const own = picture.trades.filter((trade) => who === 'seller 1' || buyerOf(picture, trade.bid_id) === who);
  const listed = itemsOf(tally, TradeView, find(readings, who, 'listTrades').answer, `${who}'s list of trades`);
  if (picture.trades.length > 0)
    hold(
      tally,
      'own_trades_alone',
      idsOf(listed) === idsOf(own),
      () => `${who} lists ${listed.length} trades, and has ${own.length}`,
    );
  for (const trade of picture.trades) {
    const reading = find(readings, who, 'getTrade', trade.id);
    const { answer, doing } = reading;
    const is_own = own.includes(trade);
    hold(tally, 'own_trades_alone', answer.status === (is_own ? 200 : 404), () => `${doing()}: ${answer.status}`);
    if (!is_own) continue;
    for (const view of [dataOf(tally, TradeView, answer, doing()), ...listed.filter(({ id }) => id === trade.id)]) {
      judgeName(picture, trade.id, view.counterparty, reading, tally);
      const is_completed = view.status === 'Completed';
      hold(
        tally,
        'status_and_name_flip_together',
        is_completed === (view.counterparty !== null),
        () => `${doing()}: it is ${view.status}, and counterparty is ${JSON.stringify(view.counterparty)}`,
      );
      const side = who === 'seller 1' ? 'seller' : 'buyer';
      const seen = [view.status, view.side, view.quantity_mt, view.price.amount, view.bid_id].join();
      const due = [trade.status, side, trade.quantity_mt, trade.amount, trade.bid_id].join();
      hold(tally, 'views_agree', seen === due, () => `${doing()}: ${seen}, and ought to be ${due}`);
    }
  }
}

function judgeSeller(picture: Picture, readings: readonly Reading[], tally: Tally): void {
  const who = 'seller 1';
  const received = find(readings, who, 'listReceivedBids', LOT);
  const inbox = find(readings, who, 'listBidsReceived');
  const groups = itemsOf(tally, Group, inbox.answer, inbox.doing());
  const open = picture.bids.filter(({ status, expires_ms }) => {
    return (status === 'pending' || status === 'countered') && expires_ms > picture.now_ms;
  });
  const told = groups.flatMap(({ bids }) => bids);
  if (picture.bids.length > 0)
    hold(
      tally,
      'inbox',
      idsOf(told) === idsOf(open),
      () => `${inbox.doing()}: it has ${told.length} bids, and ${open.length} are open`,
    );
  const rows = itemsOf(tally, BidView, received.answer, received.doing());
  const read = [...rows.map((row) => [row, received] as const), ...told.map((row) => [row, inbox] as const)];
  for (const [view, { doing }] of read) {
    const bid = picture.bids.find(({ id }) => id === view.id);
    if (bid === undefined) throw new BrokenInvariant('views_agree', `${doing()}: it has a bid that is nowhere else`);
    const named = (): string => `${doing()}, of which ${nameOfBid(picture, bid.id)}`;
    judgeBidView(picture, bid, view, { who, doing: named }, tally);
    const label = view.buyer_label ?? 'left out';
    hold(tally, 'label_of_the_buyer', label === 'Buyer', () => `${named()}: buyer_label is ${label}`);
  }
}

/** Nothing of all this reaches the other seller. */
function judgeOtherSeller(readings: readonly Reading[], tally: Tally): void {
  const who = 'seller 2';
  const judge = (holds: boolean, { doing, answer }: Reading): void => {
    hold(tally, 'others_listings', holds, () => `${doing()}: ${answer.status} ${answer.text}`);
  };
  for (const operation_id of ['getListing', 'listReceivedBids'] as const) {
    const reading = find(readings, who, operation_id, LOT);
    judge(reading.answer.status === 404, reading);
  }
  const listings = find(readings, who, 'listListings');
  judge(idsOf(itemsOf(tally, ListingView, listings.answer, listings.doing())) === OTHER_LOT, listings);
  const inbox = find(readings, who, 'listBidsReceived');
  judge(itemsOf(tally, Group, inbox.answer, inbox.doing()).length === 0, inbox);
}

/** INV-15, INV-22, LST-8, LST-18 */
function judgeOffer({ lot }: Picture, readings: readonly Reading[], tally: Tally): void {
  const is_listed = lot.status === 'listed';
  for (const who of [...BUYERS, 'third party', 'reader'] as const) {
    const list = find(readings, who, 'listInventory');
    const item = itemsOf(tally, ListingView, list.answer, list.doing()).find(({ id }) => id === LOT);
    const detail = find(readings, who, 'getInventory', LOT);
    const shown = item === undefined ? undefined : item.quantity_mt;
    const due = is_listed ? lot.left_mt : undefined;
    hold(
      tally,
      'on_offer_while_listed',
      shown === due,
      () => `${list.doing()}: the lot is shown with ${shown ?? 'no'} t, and it is ${lot.status}`,
    );
    hold(
      tally,
      'on_offer_while_listed',
      detail.answer.status === (is_listed ? 200 : 404),
      () => `${detail.doing()}: ${detail.answer.status}`,
    );
  }
  const own = find(readings, 'seller 1', 'getListing', LOT);
  const { public_url } = dataOf(tally, ListingView, own.answer, own.doing());
  hold(
    tally,
    'on_offer_while_listed',
    (typeof public_url === 'string') === is_listed,
    () => `${own.doing()}: public_url is ${public_url ?? 'null'}`,
  );
}

function find(readings: readonly Reading[], who: Actor, operation_id: Reading['operation_id'], id?: string): Reading {
  const found = readings.find((reading) => reading.who === who && reading.operation_id === operation_id && reading.id === id);
  if (found === undefined) throw new Error(`${who} was not made to ask ${operation_id}`);
  return found;
}

function buyerOf({ bids }: Picture, bid_id: string): Bid['buyer'] | undefined {
  return bids.find(({ id }) => id === bid_id)?.buyer;
}

function idsOf(items: readonly { id: string }[]): string {
  return items
    .map(({ id }) => id)
    .toSorted()
    .join();
}
