/** The market as its own parties read it: what the rules are asked about, in plain data. */
import type { World } from '#mock/server/world/world';
import { z } from 'zod';
import type { Buyer } from './cast.ts';
import { LOT } from './cast.ts';
import type { Tally } from './invariants.ts';
import { hold } from './invariants.ts';
import type { Answer } from './stage.ts';
import { ask } from './stage.ts';

export interface Line {
  id: string;
  grade: string;
  amount: number;
  status: string;
}

export interface Bid {
  id: string;
  buyer: Buyer | 'nobody known';
  counter_to: string | null;
  status: string;
  quantity_mt: number;
  lines: readonly Line[];
  expires_ms: number;
}

export interface Trade {
  id: string;
  bid_id: string;
  status: string;
  quantity_mt: number;
  amount: number;
  buyer_invoice: string;
  seller_invoice: string;
}

export interface Picture {
  now_ms: number;
  lot: { status: string; left_mt: number };
  /** In the order in which they came, as far as that is known. */
  bids: readonly Bid[];
  trades: readonly Trade[];
}

const Named = z.object({ name: z.string() }).nullable();

/** As much of the answers as is looked at. */
export const BidView = z.object({
  id: z.string(),
  status: z.string(),
  quantity_mt: z.number(),
  grades: z
    .array(z.object({ id: z.string(), grade: z.string(), price: z.object({ amount: z.number() }), status: z.string() }))
    .default([]),
  expires_at: z.string(),
  counter_to: z.string().nullable(),
  awaiting: z.string().nullable(),
  counterparty: Named,
  buyer_label: z.string().optional(),
});
export type BidView = z.infer<typeof BidView>;

export const TradeView = z.object({
  id: z.string(),
  bid_id: z.string(),
  status: z.string(),
  side: z.string(),
  quantity_mt: z.number(),
  price: z.object({ amount: z.number() }),
  invoices: z.array(z.object({ kind: z.string(), status: z.string() })),
  counterparty: Named,
});
export type TradeView = z.infer<typeof TradeView>;

/** A listing as its seller reads it, or anybody. */
export const ListingView = z.object({
  id: z.string(),
  status: z.string().optional(),
  quantity_mt: z.number(),
  public_url: z.string().nullable().optional(),
});

/** So much is told of an answer that cannot be read, in characters. */
const TOLD_MAX = 200;

const Wrapped = z.object({ data: z.unknown() });
const Page = z.object({ items: z.array(z.unknown()) });

/** A resource by itself, as far as it is looked at. @throws BrokenInvariant where it was refused, or has another shape */
export function dataOf<Value>(tally: Tally, shape: z.ZodType<Value>, answer: Answer, what: string): Value {
  return readAs(tally, shape, readAs(tally, Wrapped, bodyOf(answer), answer, what).data, answer, what);
}

/** The items of a page. @throws BrokenInvariant as above */
export function itemsOf<Value>(tally: Tally, shape: z.ZodType<Value>, answer: Answer, what: string): Value[] {
  const { items } = readAs(tally, Page, bodyOf(answer), answer, what);
  return items.map((item) => readAs(tally, shape, item, answer, what));
}

function readAs<Value>(tally: Tally, shape: z.ZodType<Value>, value: unknown, { status, text }: Answer, what: string): Value {
  const read = shape.safeParse(value);
  hold(tally, 'readable', read.success, () => `${what}: ${status} ${text.slice(0, TOLD_MAX)}`);
  // It has just been held that it is so.
  return read.data as Value;
}

function bodyOf({ status, text }: Answer): unknown {
  return status < 300 ? parseJson(text) : undefined;
}

/** Undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the market as seller 1 does, who is a party to all of it.
 * @param known what is expected: it gives the bids their order, and says whose they are, which their seller is not told
 */
export async function readPicture(world: World, tally: Tally, known: Pick<Picture, 'bids' | 'trades'>): Promise<Picture> {
  const who = 'seller 1';
  const listing = dataOf(
    tally,
    ListingView,
    await ask(world, { who, operation_id: 'getListing', id: LOT }),
    'seller 1 reads the listing',
  );
  const received = await ask(world, { who, operation_id: 'listReceivedBids', id: LOT, search: 'limit=50' });
  const sold = await ask(world, { who, operation_id: 'listTrades', search: 'limit=50' });
  const buyers = new Map(known.bids.map(({ id, buyer }) => [id, buyer]));
  const bids = itemsOf(tally, BidView, received, 'seller 1 reads the bids on the lot').map((bid) =>
    bidOf(bid, buyers.get(bid.id)),
  );
  const trades = itemsOf(tally, TradeView, sold, 'seller 1 lists its trades').map(tradeOf);
  return {
    now_ms: world.clock.now_ms(),
    lot: { status: listing.status ?? 'without a status', left_mt: listing.quantity_mt },
    bids: inOrderOf(known.bids, bids),
    trades: inOrderOf(known.trades, trades),
  };
}

function inOrderOf<Item extends { id: string }>(known: readonly { id: string }[], items: readonly Item[]): Item[] {
  const place = new Map(known.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: Item): number => place.get(id) ?? known.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function bidOf(bid: BidView, buyer: Bid['buyer'] = 'nobody known'): Bid {
  const { id, counter_to, status, quantity_mt, grades, expires_at } = bid;
  const lines = grades.map(({ price, ...line }) => ({
    id: line.id,
    grade: line.grade,
    amount: price.amount,
    status: line.status,
  }));
  return { id, buyer, counter_to, status, quantity_mt, lines, expires_ms: Date.parse(expires_at) };
}

function tradeOf({ id, bid_id, status, quantity_mt, price, invoices }: TradeView): Trade {
  const invoiceOf = (kind: string): string => invoices.find((invoice) => invoice.kind === kind)?.status ?? 'missing';
  const { amount } = price;
  return { id, bid_id, status, quantity_mt, amount, buyer_invoice: invoiceOf('buyer'), seller_invoice: invoiceOf('seller') };
}

/** Who made a bid: a buyer places it, and each counter is made by the other side (BID-57). */
export function authorOf(picture: Pick<Picture, 'bids'>, bid: Pick<Bid, 'counter_to'>): 'buyer' | 'seller' {
  const before = picture.bids.find(({ id }) => id === bid.counter_to);
  if (before === undefined) return 'buyer';
  return authorOf(picture, before) === 'buyer' ? 'seller' : 'buyer';
}

export function nameOfBid({ bids }: Pick<Picture, 'bids'>, id: string): string {
  return `bid ${bids.findIndex((bid) => bid.id === id) + 1}`;
}

export function nameOfTrade({ trades }: Pick<Picture, 'trades'>, id: string): string {
  return `trade ${trades.findIndex((trade) => trade.id === id) + 1}`;
}
