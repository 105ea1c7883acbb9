/** One deal from the bid to the last invoice, with every view of it in each phase. */
import type { Actor, Bid, Inbox, JsonNode, Lot } from '#client';
import { Blocked, Reply, dataIn, explainFailure, findBidInInbox, findInList, isObject, poll, readUntil } from '#client';
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

export interface Deal {
  views: readonly View[];
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
  trade_id: string | undefined;
}

const SETTLED_WITHIN_MS = 5_000;

/** Plays the deal once per run for each buyer and order of payment. */
export async function playDeal(t: CheckContext, order: Order, buyer: Actor = t.buyer): Promise<Deal> {
  return t.run.once(`a deal of the ${buyer.name}, ${order}`, async () => readDeal(t, order, buyer));
}

async function readDeal(t: CheckContext, order: Order, buyer: Actor): Promise<Deal> {
  const lot = await t.arrange.lot();
  const other = order === 'unpaid' ? undefined : await t.arrange.trade({ by: buyer });
  const bid = await t.arrange.bid(lot, {}, buyer);
  const participants: Participants = {
    lot,
    bid,
    buyer,
    third: t.has('rival') ? t.rival : undefined,
    trade_id: undefined,
  };
  const inboxes = await subscribeAll(t, participants);
  const views: View[] = [...(await readAll(participants, 'pending'))];
  const trade = await t.arrange.trade({ lot, bid });
  participants.trade_id = trade.id;
  views.push({
    phase: 'accepted',
    by: 'seller',
    name: 'POST /bids/{id}/accept',
    of: 'trade',
    record: trade.reply.data,
    reply: trade.reply,
    missed: undefined,
  });
  views.push(...(await readAll(participants, 'accepted')));
  if (order === 'unpaid') return { views, others: [], seller_name: undefined, deliveries: textsOf(inboxes) };
  await t.arrange.pay(trade, order === 'buyer first' ? 'buyer' : 'seller');
  views.push(...(await readAll(participants, 'one invoice paid')));
  const deliveries = textsOf(inboxes);
  await t.arrange.pay(trade, order === 'buyer first' ? 'seller' : 'buyer');
  await awaitSettlement(t, buyer, trade.id);
  views.push(...(await readSettled(t, participants)));
  const others = other === undefined ? [] : await readOthers(t, participants, other.id, other.bid);
  const own = views.find(({ phase, by, name }) => phase === 'settled' && by === 'buyer' && name === 'GET /trades/{id}');
  const counterparty = own?.record?.find('counterparty')?.value;
  const name = isObject(counterparty) ? counterparty['name'] : undefined;
  return { views, others, seller_name: typeof name === 'string' ? name : undefined, deliveries };
}

async function awaitSettlement(t: CheckContext, buyer: Actor, trade_id: string): Promise<void> {
  await poll(
    async () => {
      const { json } = await buyer.get(`/trades/${trade_id}`);
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

/** Every view of the deal, by both parties and a third team. */
async function readAll(participants: Participants, phase: Phase): Promise<readonly View[]> {
  const { lot, bid, buyer, third, trade_id } = participants;
  const found: View[] = [
    ...(await readOne(buyer, 'buyer', phase, 'bid', `/bids/${bid.id}`, 'GET /bids/{id}')),
    ...(await readItem(buyer, 'buyer', phase, 'bid', '/bids', bid.id)),
    ...(await readOne(buyer, 'buyer', phase, 'listing', `/inventory/${lot.id}`, 'GET /inventory/{id}')),
    ...(await readItem(lot.seller, 'seller', phase, 'bid', `/me/inventory/${lot.id}/bids`, bid.id)),
  ];
  if (phase === 'pending') {
    const record = await findBidInInbox(lot.seller, bid.id);
    if (record !== undefined)
      found.push({
        phase,
        by: 'seller',
        name: 'GET /me/bids-received',
        of: 'bid',
        record,
        reply: record.reply,
        missed: undefined,
      });
  }
  if (trade_id !== undefined) {
    for (const [by, actor] of [
      ['buyer', buyer],
      ['seller', lot.seller],
    ] as const) {
      found.push(...(await readOne(actor, by, phase, 'trade', `/trades/${trade_id}`, 'GET /trades/{id}')));
      found.push(...(await readItem(actor, by, phase, 'trade', '/trades', trade_id)));
    }
  }
  if (third === undefined) return found;
  found.push(...(await readOne(third, 'third', phase, 'listing', `/inventory/${lot.id}`, 'GET /inventory/{id}')));
  found.push(...(await readOne(third, 'third', phase, 'bid', `/bids/${bid.id}`, 'GET /bids/{id}')));
  if (trade_id !== undefined)
    found.push(...(await readOne(third, 'third', phase, 'trade', `/trades/${trade_id}`, 'GET /trades/{id}')));
  return found;
}

async function readOne(
  actor: Actor,
  by: View['by'],
  phase: Phase,
  of: View['of'],
  path: string,
  name: string,
): Promise<readonly View[]> {
  const reply = await actor.get(path);
  const record = reply.status === 200 && isObject(reply.json) && isObject(reply.json['data']) ? reply.data : undefined;
  const missed = record !== undefined || isLegalError(by, of, reply.status) ? undefined : explainFailure(reply);
  return [{ phase, by, name, of, record, reply, missed }];
}

/** Some errors are legal: non-parties, a delisted listing, and the trades of a seller without a team. */
function isLegalError(by: View['by'], of: View['of'], status: number): boolean {
  return status >= 400 && status < 500 && (by === 'third' || of === 'listing' || (by === 'seller' && of === 'trade'));
}

async function readItem(
  actor: Actor,
  by: View['by'],
  phase: Phase,
  of: View['of'],
  path: string,
  id: string,
): Promise<readonly View[]> {
  const name = `GET ${path.replace(/\/inventory\/[^/]+/, '/inventory/{id}')}`;
  try {
    const record = await findInList(actor, path, id);
    return record === undefined ? [] : [{ phase, by, name, of, record, reply: record.reply, missed: undefined }];
  } catch (error) {
    // Errors of a list are covered by other clauses; here they are gaps.
    if (!(error instanceof Blocked) || error.exchange === undefined) throw error;
    if (isLegalError(by, of, error.exchange.status)) return [];
    return [{ phase, by, name, of, record: undefined, reply: new Reply(error.exchange), missed: error }];
  }
}

/** Records of the same two parties that are not settled. */
async function readOthers(t: CheckContext, participants: Participants, trade_id: string, bid: Bid): Promise<readonly View[]> {
  const lot = await t.arrange.lot({}, participants.lot.seller);
  const pending = await t.arrange.bid(lot, {}, participants.buyer);
  const phase = 'settled';
  return [
    ...(await readOne(participants.buyer, 'buyer', phase, 'trade', `/trades/${trade_id}`, 'GET /trades/{id}')),
    ...(await readItem(participants.buyer, 'buyer', phase, 'trade', '/trades', trade_id)),
    ...(await readOne(participants.buyer, 'buyer', phase, 'bid', `/bids/${bid.id}`, 'GET /bids/{id}')),
    ...(await readOne(participants.buyer, 'buyer', phase, 'bid', `/bids/${pending.id}`, 'GET /bids/{id}')),
    ...(await readItem(participants.buyer, 'buyer', phase, 'bid', '/bids', pending.id)),
    ...(await readItem(lot.seller, 'seller', phase, 'bid', `/me/inventory/${lot.id}/bids`, pending.id)),
    ...(await readOne(lot.seller, 'seller', phase, 'trade', `/trades/${trade_id}`, 'GET /trades/{id}')),
    ...(await readOne(participants.buyer, 'buyer', phase, 'listing', `/inventory/${lot.id}`, 'GET /inventory/{id}')),
    ...(await readItem(participants.buyer, 'buyer', phase, 'listing', '/inventory', lot.id)),
  ];
}

async function subscribeAll(t: CheckContext, { buyer, third }: Participants): Promise<readonly Inbox[]> {
  if (!t.run.has_receiver) return [];
  const events = ['bid.accepted', 'trade.created'];
  const inboxes = [await t.subscribe(buyer, events)];
  if (third !== undefined) inboxes.push(await t.subscribe(third, events));
  return inboxes;
}

function textsOf(inboxes: readonly Inbox[]): readonly string[] {
  return inboxes.flatMap(({ arrivals }) => arrivals.map(({ text, headers }) => `${JSON.stringify(headers)}\n${text}`));
}
