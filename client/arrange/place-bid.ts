import { expectSuccess } from '../replies/expect.ts';
import { Blocked, Unverifiable, noneIfFinding } from '../replies/findings.ts';
import { isObject, isSameJson, type JsonObject } from '../json.ts';
import type { Actor } from '../session/actor.ts';
import { decodePart, readUrl } from '../read-url.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { dataIn, readItems } from '../replies/read-items.ts';
import { chooseReader } from './read-market.ts';
import { encodePath } from '../http/encode-path.ts';
import { readUntil } from '../clock.ts';
import { PAGE, readPages } from './read-pages.ts';

/** A bid that a check placed. */
export interface Bid {
  id: string;
  lot_id: string;
  by: Actor;
  body: JsonObject;
  reply: Reply;
}

/** The unit and currency of bid prices on this target. Learned once per run. */
interface PriceForm {
  unit: string;
  /** Undefined: omitted. */
  currency: string | undefined;
}

const BID_PRICE = 305.25;
const BID_QUANTITY_MT = 10;

/** Delivery windows, in days from today. The document limits neither how soon nor how late a delivery can be, but a target can (BID-39). */
const DELIVERY_WINDOWS = [
  [30, 60],
  [7, 21],
  [90, 120],
] as const;

/** The delivery window of this run: the first one, unless the target rejected it. */
function deliveryWindowOf({ run }: RunContext): { days: readonly [from: number, to: number] } {
  return run.remember('delivery window', () => ({ days: DELIVERY_WINDOWS[0] }));
}

/** A Money-shaped bid price. @param amount in the unit of the deployment */
export async function priceOf(t: RunContext, amount: number = BID_PRICE): Promise<Record<string, unknown>> {
  const form = await t.run.once('unit of prices', async () => learnPriceForm(t));
  return { amount, unit: form.unit, ...(form.currency === undefined ? {} : { currency: form.currency }) };
}

/** A PlaceBid body for a graded listing. @param overrides fields of PlaceBid; `undefined` removes a field */
export async function bidBody(t: RunContext, overrides: JsonObject = {}): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {
    price: await priceOf(t),
    quantity_mt: BID_QUANTITY_MT,
    delivery: t.run.clock.deliveryWindow(deliveryWindowOf(t).days),
    fob_farm: true,
    ...overrides,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Places a bid. @throws Blocked if a valid bid is rejected */
export async function placeBid(t: RunContext, by: Actor, lot_id: string, overrides: JsonObject): Promise<Bid> {
  const { body, reply } = await sendBid(t, by, lot_id, overrides);
  const { id } = dataIn(reply.json);
  if (!reply.is_success || typeof id !== 'string') {
    await excuseSecondBid(t, by, lot_id, reply);
    throw new Blocked(`POST /inventory/{id}/bids rejected a valid bid from ${by.name} (status ${reply.status})`, reply.exchange);
  }
  return { id, lot_id, by, body, reply };
}

/** Sends a valid bid. If its delivery window is rejected, learns another one and tries once more. Does not check the response. */
export async function sendBid(
  t: RunContext,
  by: Actor,
  lot_id: string,
  overrides: JsonObject = {},
): Promise<Pick<Bid, 'body' | 'reply'>> {
  const send = async (): Promise<Pick<Bid, 'body' | 'reply'>> => {
    const body = await bidBody(t, overrides);
    return { body, reply: await by.post(encodePath`/inventory/${lot_id}/bids`, body) };
  };
  const sent = await send();
  if (sent.reply.status !== 422 || 'delivery' in overrides) return sent;
  return (await learnDeliveryWindow(t, by, sent.body['delivery'])) ? send() : sent;
}

/** A delivery window that is shorter than that of other bids, for a counter with other terms. */
export function otherDeliveryWindow(t: RunContext): { from: string; to: string } {
  const [from, to] = deliveryWindowOf(t).days;
  return t.run.clock.deliveryWindow([from + 3, to - 3]);
}

/** Looks for a delivery window that the target accepts, once per run, on a new listing. @returns whether it differs from the rejected one */
async function learnDeliveryWindow(t: RunContext, by: Actor, rejected: unknown): Promise<boolean> {
  const current = deliveryWindowOf(t);
  const learn = async (): Promise<void> => {
    const lot_id = await t.arrange.lotToBidOn();
    for (const days of DELIVERY_WINDOWS) {
      const body = await bidBody(t, { delivery: t.run.clock.deliveryWindow(days) });
      if (!(await by.post(encodePath`/inventory/${lot_id}/bids`, body)).is_success) continue;
      current.days = days;
      return;
    }
  };
  const learned = t.run.once('a delivery window that is accepted', learn);
  await learned.catch((error: unknown) => noneIfFinding(error, t.signal));
  return !isSameJson(t.run.clock.deliveryWindow(current.days), rejected);
}

/** Checks that a valid bid was accepted. @throws Unverifiable if the team is limited to one open bid per lot */
export async function expectPlaced(t: RunContext, by: Actor, reply: Reply): Promise<void> {
  const [, lot_id] = /\/inventory\/([^/]+)\/bids$/.exec(readUrl(reply.exchange.url)?.pathname ?? '') ?? [];
  if (lot_id !== undefined) await excuseSecondBid(t, by, decodePart(lot_id), reply);
  expectSuccess(reply);
}

/** A deployment can limit teams to one open bid per lot (BID-39). @throws Unverifiable if that limit applied */
async function excuseSecondBid(t: RunContext, by: Actor, lot_id: string, { status }: Reply): Promise<void> {
  if (status !== 422 && status !== 403 && status !== 409) return;
  if (!(await hasOpenBid(t, by, lot_id))) return;
  const is_rule = await t.run.once(`second bids of ${by.name}`, async () => refusesSecondBid(t, by));
  if (is_rule) throw new Unverifiable('a team can have only one open bid on a listing');
}

/** Whether a minimal second bid is rejected. */
async function refusesSecondBid(t: RunContext, by: Actor): Promise<boolean> {
  const lot_id = await t.arrange.lotToBidOn();
  const path = encodePath`/inventory/${lot_id}/bids`;
  const first = await by.post(path, await bidBody(t));
  if (first.status !== 201) return hasOpenBid(t, by, lot_id);
  return (await by.post(path, await bidBody(t))).status !== 201;
}

async function hasOpenBid(t: RunContext, by: Actor, lot_id: string): Promise<boolean> {
  return readUntil(async () => listsOpenBid(by, lot_id), Boolean, t.signal);
}

async function listsOpenBid(by: Actor, lot_id: string): Promise<boolean> {
  const readAt = async (offset: number): Promise<Reply> => by.get('/bids', { status: 'pending', limit: PAGE, offset });
  for await (const { items } of readPages(readAt)) if (items.some(({ inventory_id }) => inventory_id === lot_id)) return true;
  return false;
}

/** Copies the unit and currency of asking prices, because the document names no units. */
async function learnPriceForm(t: RunContext): Promise<PriceForm> {
  const items = readItems(await chooseReader(t).get('/inventory', { limit: 50 }));
  const prices = items.flatMap(({ asking_price }) => (isObject(asking_price) ? [asking_price] : []));
  const price = prices.find(({ unit }) => typeof unit === 'string');
  return {
    unit: typeof price?.['unit'] === 'string' ? price['unit'] : 'MT',
    currency: typeof price?.['currency'] === 'string' ? price['currency'] : undefined,
  };
}
