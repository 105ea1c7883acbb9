/** What the actors of the load do repeatedly. After an outage, each story finds out whether its last request took effect. */
import { LOT } from '../call.ts';
import { chance, pick } from '../hostile/chance.ts';
import type { CallResponse, Calls, Who } from './calls.ts';
import { Outage, at, textAt } from './calls.ts';
import type { Bid, Ledger } from './ledger.ts';

/** What a story needs. */
export interface StoryContext {
  calls: Calls;
  ledger: Ledger;
  farm_id: string;
  receiver_url: string;
  seed: string;
}

type Action = 'accept' | 'reject';

const SELLER: Who = 'partner';
const BUYERS: readonly Who[] = ['buyer', 'rival'];
const STATUS_AFTER: Readonly<Record<Action, string>> = { accept: 'accepted', reject: 'rejected' };
const OK = 200;
const CREATED = 201;
const UNPROCESSABLE = 422;

/** One story: a lot, a bid on it, and the decisions of both parties. */
export async function trade(context: StoryContext, name: string): Promise<void> {
  const { ledger, seed } = context;
  const lot_id = await list(context, name);
  if (lot_id === undefined) return;
  const buyer = pick(BUYERS, seed, name, 'buyer');
  let bid = await bidOn(context, { who: buyer, path: `/inventory/${lot_id}/bids`, lot_id, buyer }, `${name}-bid`);
  for (let round = 0; bid !== undefined; round += 1) {
    const answering = round % 2 === 0 ? SELLER : buyer;
    const turn = chance(seed, name, round);
    if (turn < 0.3 && round < 3) {
      const countered: Bid = bid;
      const counter = { who: answering, path: `/bids/${bid.id}/counter`, lot_id, buyer };
      bid = await bidOn(context, counter, `${name}-counter-${round}`);
      if (bid !== undefined) {
        countered.status = 'countered';
        ledger.caused.push({ type: 'bid.countered', subject_id: countered.id });
      }
      continue;
    }
    if (turn < 0.45) await decide(context, answering, bid, 'reject');
    else {
      const trade_id = turn < 0.7 ? await race(context, answering, bid) : await decide(context, answering, bid, 'accept');
      if (trade_id !== undefined) await pay(context, trade_id, bid);
    }
    return;
  }
}

async function list({ calls, ledger, farm_id }: StoryContext, name: string): Promise<string | undefined> {
  // If the response is lost, so is the id of the lot, and another lot is created.
  const made = await calls.retry(() => calls.api(SELLER, 'POST', '/me/inventory', { body: { ...LOT, farm_id } }));
  if (!expectStatus(ledger, made, CREATED, `${name}: POST /me/inventory`)) return undefined;
  const id = textAt(made.json, 'data.id');
  ledger.lots.add(id);
  ledger.writes += 1;
  return id;
}

interface Bidding {
  who: Who;
  path: string;
  lot_id: string;
  buyer: Who;
}

/** Places a bid or a counter, with an idempotency key. Without a response it is sent again, which must not place it twice (IDEM-2). */
async function bidOn(
  { calls, ledger }: StoryContext,
  { who, path, lot_id, buyer }: Bidding,
  key: string,
): Promise<Bid | undefined> {
  const year = new Date(ledger.clock?.world_ms ?? 0).getUTCFullYear() + 1;
  const delivery = { from: `${year}-07-01`, to: `${year}-07-31` };
  const body = { price: { amount: 630, unit: 'MT' }, quantity_mt: 40, delivery };
  const made = await calls.retry(() => calls.api(who, 'POST', path, { body, key }));
  if (!expectStatus(ledger, made, CREATED, `${key}: POST ${path}`)) return undefined;
  const bid: Bid = { id: textAt(made.json, 'data.id'), lot_id, buyer, status: 'pending' };
  ledger.bids.set(bid.id, bid);
  ledger.keyed.push({ who, path, key, body, status: made.status, text: made.text });
  ledger.writes += 1;
  if (who !== SELLER) ledger.caused.push({ type: 'bid.received', subject_id: bid.id });
  return bid;
}

/** Accepts or rejects. @returns the trade, if the response named it */
async function decide(context: StoryContext, who: Who, bid: Bid, action: Action): Promise<string | undefined> {
  const { calls, ledger } = context;
  for (;;) {
    try {
      const response = await calls.api(who, 'POST', `/bids/${bid.id}/${action}`);
      if (!expectStatus(ledger, response, OK, `POST /bids/${bid.id}/${action}`)) return undefined;
      return noteDecision(ledger, bid, action, response);
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      await calls.waitUntilReady();
      const status = await readStatus(context, bid);
      if (status === 'pending') continue;
      bid.status = status;
      return undefined;
    }
  }
}

/** The status of a bid after an outage. A bid that is gone was acknowledged, so it keeps its status in the ledger. */
async function readStatus({ calls, ledger }: StoryContext, { id, buyer, status }: Bid): Promise<string> {
  const read = await calls.retry(() => calls.api(buyer, 'GET', `/bids/${id}`));
  if (read.status === OK) return textAt(read.json, 'data.status');
  ledger.report('acknowledged writes lost', `bid ${id}: ${read.status} ${read.text}`);
  return `${status} before it was lost`;
}

function noteDecision(ledger: Ledger, bid: Bid, action: Action, { json }: CallResponse): string | undefined {
  bid.status = STATUS_AFTER[action];
  ledger.writes += 1;
  ledger.caused.push({ type: `bid.${bid.status}`, subject_id: bid.id });
  if (action === 'reject') return undefined;
  const trade_id = textAt(json, 'data.id');
  ledger.trades.set(trade_id, { id: trade_id, bid_id: bid.id, buyer: bid.buyer, paid: new Set() });
  ledger.caused.push({ type: 'trade.created', subject_id: trade_id });
  return trade_id;
}

/** Two accepts and a reject at the same time: one of them succeeds (BID-31). */
async function race(context: StoryContext, who: Who, bid: Bid): Promise<string | undefined> {
  const { calls, ledger } = context;
  const actions: readonly Action[] = ['accept', 'reject', 'accept'];
  const results = await Promise.allSettled(actions.map((action) => calls.api(who, 'POST', `/bids/${bid.id}/${action}`)));
  let trade_id: string | undefined;
  let successes = 0;
  let has_outage = false;
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') {
      has_outage = true;
      continue;
    }
    if (result.value.status === UNPROCESSABLE) continue;
    if (!expectStatus(ledger, result.value, OK, `race on ${bid.id}`)) continue;
    successes += 1;
    trade_id = noteDecision(ledger, bid, actions[index] ?? 'reject', result.value) ?? trade_id;
  }
  if (successes > 1) ledger.report('double trades', `${successes} of three concurrent answers to ${bid.id} succeeded`);
  if (successes === 0) {
    await calls.waitUntilReady();
    const status = await readStatus(context, bid);
    if (!has_outage) ledger.report('unexpected responses', `no answer to ${bid.id} succeeded; its status is ${status}`);
    if (status === 'pending') return decide(context, who, bid, 'accept');
    bid.status = status;
  }
  return trade_id;
}

/** Pays both invoices through the control plane. A payment without a response is repeated: 409 says that it was made. */
async function pay({ calls, ledger }: StoryContext, trade_id: string, bid: Bid): Promise<void> {
  const made = ledger.trades.get(trade_id);
  for (const invoice of ['buyer', 'seller']) {
    const paid = await calls.retry(() => calls.pay(trade_id, invoice));
    if (paid.status !== OK && paid.status !== 409) {
      ledger.report(
        'unexpected responses',
        `payment by the ${invoice} of ${trade_id} for ${bid.id}: ${paid.status} ${paid.text}`,
      );
      return;
    }
    made?.paid.add(invoice);
    ledger.writes += 1;
  }
  ledger.caused.push({ type: 'trade.settled', subject_id: trade_id });
}

/** Creates a subscription, and deletes it again. */
export async function subscribeAndLeave({ calls, ledger, receiver_url }: StoryContext, name: string): Promise<void> {
  const path = `/left/${name}`;
  const subscription = await subscribe({ calls, ledger, receiver_url }, 'rival', path, ['bid.accepted']);
  if (subscription === undefined) return;
  const { status, json } = await calls.retry(() => calls.api('rival', 'DELETE', `/webhooks/${subscription.id}`));
  // A repeated request after an outage may find that the first one took effect.
  if (status !== OK && status !== 404)
    ledger.report('unexpected responses', `DELETE /webhooks/${subscription.id}: ${status} ${JSON.stringify(json)}`);
  subscription.is_deleted = true;
  ledger.writes += 1;
}

/** Subscribes; a subscription whose response was lost is deleted, because its secret is not known. */
export async function subscribe(
  { calls, ledger, receiver_url }: Pick<StoryContext, 'calls' | 'ledger' | 'receiver_url'>,
  who: Who,
  name: string,
  events: readonly string[],
): Promise<Ledger['subscriptions'][number] | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    // Each subscription has its own secret, and so its own path.
    const path = attempt === 0 ? name : `${name}-${attempt}`;
    const url = `${receiver_url}${path}`;
    try {
      const made = await calls.api(who, 'POST', '/webhooks', { body: { url, events } });
      if (!expectStatus(ledger, made, CREATED, `POST /webhooks ${path}`)) return undefined;
      const { json } = made;
      const kept = { id: textAt(json, 'data.id'), who, path, secret: textAt(json, 'data.secret'), events, is_deleted: false };
      ledger.subscriptions.push(kept);
      ledger.writes += 1;
      return kept;
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      const listed = await calls.retry(() => calls.api(who, 'GET', '/webhooks?limit=50'));
      const items = at(listed.json, 'items');
      for (const item of Array.isArray(items) ? items : [])
        if (at(item, 'url') === url) await calls.retry(() => calls.api(who, 'DELETE', `/webhooks/${textAt(item, 'id')}`));
    }
  }
}

function expectStatus(ledger: Ledger, { status, text }: CallResponse, wanted: number, what: string): boolean {
  if (status === wanted) return true;
  ledger.report('unexpected responses', `${what}: ${status} ${text}`);
  return false;
}
