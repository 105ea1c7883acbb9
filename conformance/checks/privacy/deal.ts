/** One deal from the bid to the last invoice, with every view of it in each phase. */
import type { Actor, Bid, Inbox, JsonNode, Lot } from '#client';
import {
  Blocked,
  Reply,
  dataIn,
  explainFailure,
  noneIfFinding,
  awaitInBidsReceived,
  awaitInList,
  isObject,
  SETTLED_WITHIN_MS,
  poll,
  readUntil,
  encodePath,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

export type Phase = 'pending' | 'accepted' | 'one invoice paid' | 'settled';
export type Order = 'unpaid' | 'buyer first' | 'seller first';

/** A view that an actor has read. */
export interface View {
  phase: Phase;
  by: 'buyer' | 'seller' | 'third';
  /** `GET /bids/{id}` */
  name: string;
  of: 'bid' | 'trade' | 'listing';
  /** The bid, trade, or listing; undefined if the reply is an error. */
  record: JsonNode | undefined;
  reply: Reply;
  /** Why there is no record although there should be one. */
  missed: Blocked | undefined;
}

/** The views that could be read. The others are reported as gaps. */
export function readableViews(t: CheckContext, views: readonly View[]): readonly View[] {
  for (const { missed } of views) if (missed !== undefined) t.misses(missed);
  return views.filter(({ missed }) => missed === undefined);
}

export interface Deal {
  views: readonly View[];
  third_bid: Participants['third_bid'];
  /** After settlement, the buyer's views of the seller's other lots, bids, and trades. */
  others: readonly View[];
  /** The name of the seller in the settled trade, if the buyer sees it. */
  seller_name: string | undefined;
  /** The deliveries to the buyer and to a third team before settlement. */
  deliveries: readonly string[];
}

interface Participants {
  lot: Lot;
  bid: Bid;
  buyer: Actor;
  third: Actor | undefined;
  /** The third team's own bid on the same lot, which stays open or is rejected by the acceptance. */
  third_bid: Bid | Blocked | undefined;
  trade_id: string | undefined;
}

/** Plays the deal once per run for each buyer and order of payment. */
export async function playDeal(t: CheckContext, order: Order, buyer: Actor): Promise<Deal> {
  return t.run.once(`a deal of the ${buyer.name}, ${order}`, async () => readDeal(t, order, buyer));
}

async function readDeal(t: CheckContext, order: Order, buyer: Actor): Promise<Deal> {
  const lot = await t.arrange.lot();
  const other = order === 'unpaid' ? undefined : await t.arrange.trade({ by: buyer });
  const bid = await t.arrange.bid(lot, {}, buyer);
  const third = t.has('rival') ? t.rival : undefined;
  const third_bid = third === undefined ? undefined : await bidOrReason(t, lot, third);
  const participants: Participants = { lot, bid, buyer, third, third_bid, trade_id: undefined };
  // A target can allow one bid of a team on each listing.
  const second =
    order === 'unpaid' ? undefined : await t.arrange.bid(lot, {}, buyer).catch((error: unknown) => noneIfFinding(error));
  const inboxes = await subscribeAll(t, participants);
  const views: View[] = [...(await readAll(participants, 'pending'))];
  const trade = await t.arrange.trade({ lot, bid });
  participants.trade_id = trade.id;
  const acceptance: Side = { phase: 'accepted', by: 'seller', actor: lot.seller };
  views.push(viewOf(acceptance, 'trade', 'POST /bids/{id}/accept', trade.reply.data));
  views.push(...(await readAll(participants, 'accepted')));
  if (order === 'unpaid') return { views, others: [], third_bid, seller_name: undefined, deliveries: textsOf(inboxes) };
  await t.arrange.pay(trade, order === 'buyer first' ? 'buyer' : 'seller');
  views.push(...(await readAll(participants, 'one invoice paid')));
  const deliveries = textsOf(inboxes);
  await t.arrange.pay(trade, order === 'buyer first' ? 'seller' : 'buyer');
  await awaitSettlement(t, buyer, trade.id);
  views.push(...(await readSettled(t, participants)));
  for (const how of ['unlist', 'archive'] as const) views.push(...(await readDelisted(participants, how)));
  const others = other === undefined ? [] : await readOthers(t, participants, other.id, other.bid);
  if (second !== undefined) others.push(...(await readSecond(participants, second)));
  const own = views.find(({ phase, by, name }) => phase === 'settled' && by === 'buyer' && name === 'GET /trades/{id}');
  const counterparty = own?.record?.find('counterparty')?.value;
  const name = readPath(counterparty, 'name');
  return { views, others, third_bid, seller_name: typeof name === 'string' ? name : undefined, deliveries };
}

/** A bid, or why there is none: the other checks of the deal do not need it. */
async function bidOrReason(t: CheckContext, lot: Lot, by: Actor): Promise<Bid | Blocked> {
  try {
    return await t.arrange.bid(lot, {}, by);
  } catch (error) {
    if (error instanceof Blocked) return error;
    throw error;
  }
}

async function awaitSettlement(t: CheckContext, buyer: Actor, trade_id: string): Promise<void> {
  await poll(
    async () => {
      const { json } = await buyer.get(encodePath`/trades/${trade_id}`);
      return dataIn(json)['status'] === 'Completed' ? true : undefined;
    },
    { within_ms: SETTLED_WITHIN_MS, signal: t.signal },
  );
}

/** The views after the settlement. Lists can show it a moment later than GET /trades/{id}. */
async function readSettled(t: CheckContext, participants: Participants): Promise<readonly View[]> {
  return readUntil(
    () => readAll(participants, 'settled'),
    (views) => !views.some(({ by, record }) => by !== 'third' && record?.find('counterparty')?.value === null),
    t.signal,
  );
}

/** The buyer's views after the settled listing was delisted. None if it cannot be, which LST-6 and LST-7 check. */
async function readDelisted(participants: Participants, how: 'unlist' | 'archive'): Promise<readonly View[]> {
  const { lot, bid, trade_id } = participants;
  const path = encodePath`/me/inventory/${lot.id}`;
  const reply = await (how === 'unlist' ? lot.seller.patch(path, { listed: false }) : lot.seller.delete(path));
  if (!reply.is_success) return [];
  const buyer: Side = { phase: 'settled', by: 'buyer', actor: participants.buyer };
  return [
    await readOne(buyer, 'bid', encodePath`/bids/${bid.id}`),
    await readOne(buyer, 'trade', encodePath`/trades/${trade_id ?? ''}`),
  ];
}

/** Who reads a view, and when. */
interface Side extends Pick<View, 'phase' | 'by'> {
  actor: Actor;
  /** The third team reads its own bid. */
  is_bidder?: true;
}

/** Every view of the deal, by both parties and a third team. */
async function readAll(participants: Participants, phase: Phase): Promise<readonly View[]> {
  const { lot, bid, third_bid, trade_id } = participants;
  const buyer: Side = { phase, by: 'buyer', actor: participants.buyer };
  const seller: Side = { phase, by: 'seller', actor: lot.seller };
  const found: View[] = [
    await readOne(buyer, 'bid', encodePath`/bids/${bid.id}`),
    ...(await readItem(buyer, 'bid', '/bids', bid.id)),
    await readOne(buyer, 'listing', encodePath`/inventory/${lot.id}`),
    ...(await readItem(seller, 'bid', encodePath`/me/inventory/${lot.id}/bids`, bid.id)),
  ];
  if (phase === 'pending') {
    const record = await awaitInBidsReceived(lot.seller, bid.id);
    if (record !== undefined) found.push(viewOf(seller, 'bid', 'GET /me/bids-received', record));
  }
  if (trade_id !== undefined) {
    for (const side of [buyer, seller]) {
      found.push(await readOne(side, 'trade', encodePath`/trades/${trade_id}`));
      found.push(...(await readItem(side, 'trade', '/trades', trade_id)));
    }
  }
  if (participants.third === undefined) return found;
  const third: Side = { phase, by: 'third', actor: participants.third };
  found.push(
    await readOne(third, 'listing', encodePath`/inventory/${lot.id}`),
    await readOne(third, 'bid', encodePath`/bids/${bid.id}`),
  );
  if (trade_id !== undefined) found.push(await readOne(third, 'trade', encodePath`/trades/${trade_id}`));
  if (third_bid === undefined || third_bid instanceof Blocked) return found;
  const bidder: Side = { ...third, is_bidder: true };
  return found.concat(
    await readOne(bidder, 'bid', encodePath`/bids/${third_bid.id}`),
    await readItem(bidder, 'bid', '/bids', third_bid.id),
  );
}

/** A view that has the record. */
function viewOf({ phase, by }: Side, of: View['of'], name: string, record: JsonNode): View {
  return { phase, by, name, of, record, reply: record.reply, missed: undefined };
}

/** `GET /bids/{id}` for `/bids/bid_7`. */
function nameOf(path: string): string {
  return `GET ${path.replace(/(bids|inventory|trades)\/[^/]+/, '$1/{id}')}`;
}

async function readOne(side: Side, of: View['of'], path: string): Promise<View> {
  const { phase, by, actor } = side;
  const reply = await actor.get(path);
  const record = reply.status === 200 && isObject(reply.json) && isObject(reply.json['data']) ? reply.data : undefined;
  const missed = record !== undefined || isLegalError(side, of, reply.status) ? undefined : explainFailure(reply);
  return { phase, by, name: nameOf(path), of, record, reply, missed };
}

/** Some errors are legal: non-parties, a delisted listing, and the trades of a seller without a team. */
function isLegalError({ by, is_bidder }: Side, of: View['of'], status: number): boolean {
  const is_legal = of === 'listing' || (by === 'third' && is_bidder !== true) || (by === 'seller' && of === 'trade');
  return is_legal && status >= 400 && status < 500;
}

/** The view in a list; none if the list does not show it. */
async function readItem(side: Side, of: View['of'], path: string, id: string): Promise<readonly View[]> {
  try {
    const record = await awaitInList(side.actor, path, id);
    return record === undefined ? [] : [viewOf(side, of, nameOf(path), record)];
  } catch (error) {
    // Errors of a list are covered by other clauses; here they are gaps.
    if (!(error instanceof Blocked) || error.exchange === undefined) throw error;
    if (isLegalError(side, of, error.exchange.status)) return [];
    const { phase, by } = side;
    return [{ phase, by, name: nameOf(path), of, record: undefined, reply: new Reply(error.exchange), missed: error }];
  }
}

/** Records of the same two parties that are not settled. */
async function readOthers(t: CheckContext, participants: Participants, trade_id: string, bid: Bid): Promise<View[]> {
  const lot = await t.arrange.lot({}, participants.lot.seller);
  const pending = await t.arrange.bid(lot, {}, participants.buyer);
  const buyer: Side = { phase: 'settled', by: 'buyer', actor: participants.buyer };
  const seller: Side = { phase: 'settled', by: 'seller', actor: lot.seller };
  const { lot: settled_lot, third_bid } = participants;
  const of_third = third_bid === undefined || third_bid instanceof Blocked ? [] : [third_bid.id];
  const shown_to_seller = of_third.map(async (id) =>
    readItem(seller, 'bid', encodePath`/me/inventory/${settled_lot.id}/bids`, id),
  );
  return [
    ...(await Promise.all(shown_to_seller)).flat(),
    await readOne(buyer, 'trade', encodePath`/trades/${trade_id}`),
    ...(await readItem(buyer, 'trade', '/trades', trade_id)),
    await readOne(buyer, 'bid', encodePath`/bids/${bid.id}`),
    await readOne(buyer, 'bid', encodePath`/bids/${pending.id}`),
    ...(await readItem(buyer, 'bid', '/bids', pending.id)),
    ...(await readItem(seller, 'bid', encodePath`/me/inventory/${lot.id}/bids`, pending.id)),
    await readOne(seller, 'trade', encodePath`/trades/${trade_id}`),
    await readOne(buyer, 'listing', encodePath`/inventory/${lot.id}`),
    ...(await readItem(buyer, 'listing', '/inventory', lot.id)),
  ];
}

/** The buyer's other bid on the settled listing, which was not accepted. */
async function readSecond({ lot, buyer: actor }: Participants, { id }: Bid): Promise<readonly View[]> {
  const buyer: Side = { phase: 'settled', by: 'buyer', actor };
  const seller: Side = { phase: 'settled', by: 'seller', actor: lot.seller };
  return [
    await readOne(buyer, 'bid', encodePath`/bids/${id}`),
    ...(await readItem(buyer, 'bid', '/bids', id)),
    ...(await readItem(seller, 'bid', encodePath`/me/inventory/${lot.id}/bids`, id)),
  ];
}

async function subscribeAll(t: CheckContext, { buyer, third }: Participants): Promise<readonly Inbox[]> {
  if (!t.run.receiver.is_reachable) return [];
  const events = ['bid.accepted', 'trade.created'];
  const inboxes = [await t.subscribe(buyer, events)];
  if (third !== undefined) inboxes.push(await t.subscribe(third, events));
  return inboxes;
}

function textsOf(inboxes: readonly Inbox[]): readonly string[] {
  return inboxes.flatMap(({ arrivals }) => arrivals.map(({ text, headers }) => `${JSON.stringify(headers)}\n${text}`));
}
