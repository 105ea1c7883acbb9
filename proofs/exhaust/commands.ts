/** Everything that anybody tries in a state: by those who may, and by those who may not. */
import type { Actor, Buyer } from './cast.ts';
import { BUYERS, GRADES, USERS } from './cast.ts';
import type { Bid, Picture, Trade } from './picture.ts';
import { authorOf } from './picture.ts';

/** A key that has been used, with what was sent and what came. */
export interface KeyUse {
  who: Buyer;
  key: string;
  body: object;
  text: string;
  bid_id: string;
  at_ms: number;
}

export type Terms = 'one grade' | 'two grades' | 'more than there is' | 'no grade' | 'nothing';
export type Items = 'none' | 'first' | 'all' | 'unknown';
export type Change = 'unlist' | 'relist' | 'archive' | 'shrink';

export type Command =
  | { kind: 'place'; who: Actor; terms: Terms; key: string; body: BidBody }
  | { kind: 'repeat'; use: KeyUse; is_same: boolean }
  | { kind: 'accept'; who: Actor; bid: Bid; items: Items }
  | { kind: 'reject'; who: Actor; bid: Bid }
  | { kind: 'counter'; who: Actor; bid: Bid; body: BidBody }
  | { kind: 'change'; who: Actor; change: Change }
  | { kind: 'pay'; trade: Trade; invoice: 'buyer' | 'seller' }
  | { kind: 'wait'; hours: number };

/** What somebody sends; the others are the operator's, and time's. */
export type ActorCommand = Exclude<Command, { kind: 'pay' | 'wait' }>;

export interface BidBody {
  price?: object;
  bids?: readonly { grade: string; price: { amount: number; unit: string } }[];
  quantity_mt: number;
  delivery: { from: string; to: string };
  expires_at?: string;
}

/** An hour lets the bids on one grade expire and no other; eight days let all expire, and idempotency keys go. */
export const WAITS_HOURS = [1, 192] as const;
const SHORT_LIFE_MS = 45 * 60_000;
/** Long before the 24 hours of IDEM-6, and long after the hours that a sequence can wait without the eight days. */
const KEY_LIFE_MS = 23 * 3_600_000;
/** The other quantity that the seller puts up: less than a bid on one grade asks for. */
export const SHRUNK_MT = 50;
const DELIVERY = { from: '2026-07-01', to: '2026-07-31' };
/** One of each is the whole lot, two of the first are more than there is. */
const QUANTITIES_MT: Readonly<Record<Terms, number>> = {
  'one grade': 60,
  'two grades': 40,
  'more than there is': 101,
  'no grade': 10,
  nothing: 0,
};

function bodyOf(terms: Terms, now_ms: number): BidBody {
  const quantity_mt = QUANTITIES_MT[terms];
  const [best, second] = GRADES;
  const lines = [
    { grade: best, price: { amount: 600, unit: 'MT' } },
    { grade: second, price: { amount: 500, unit: 'MT' } },
  ];
  if (terms === 'no grade') return { price: { amount: 600, unit: 'MT' }, quantity_mt, delivery: DELIVERY };
  if (terms !== 'one grade') return { bids: lines, quantity_mt, delivery: DELIVERY };
  const expires_at = new Date(now_ms + SHORT_LIFE_MS).toISOString();
  return { bids: lines.slice(0, 1), quantity_mt, delivery: DELIVERY, expires_at };
}

/** The same lines and quantity, each price ten dollars up, the default expiry. */
function counterOf(bid: Bid, quantity_mt: number): BidBody {
  const bids = bid.lines.map(({ grade, amount }) => ({ grade, price: { amount: amount + 10, unit: 'MT' } }));
  return { bids, quantity_mt, delivery: DELIVERY };
}

/** All commands of a state, whether they are legal there or not: `rules.ts` says what each has to come to. */
export function listCommands(picture: Picture, uses: readonly KeyUse[]): Command[] {
  return [
    ...listPlacements(picture, uses),
    ...uses
      .filter(({ at_ms }) => picture.now_ms - at_ms < KEY_LIFE_MS)
      .flatMap((use): Command[] => [
        { kind: 'repeat', use, is_same: true },
        { kind: 'repeat', use, is_same: false },
      ]),
    ...picture.bids.flatMap((bid) => listAnswers(picture, bid)),
    ...listChanges(),
    ...picture.trades.flatMap((trade): Command[] => [
      { kind: 'pay', trade, invoice: 'buyer' },
      { kind: 'pay', trade, invoice: 'seller' },
    ]),
    ...WAITS_HOURS.map((hours): Command => ({ kind: 'wait', hours })),
  ];
}

/** Each buyer counts its own keys, so that the two use the same ones (IDEM-4, IDEM-7). */
function listPlacements({ now_ms }: Picture, uses: readonly KeyUse[]): Command[] {
  const place = (who: Actor, terms: Terms): Command => {
    const key = `key-${uses.filter((use) => use.who === who).length + 1}`;
    return { kind: 'place', who, terms, key, body: bodyOf(terms, now_ms) };
  };
  const wrong: readonly Terms[] = ['more than there is', 'no grade', 'nothing'];
  return [
    ...BUYERS.flatMap((who) => [place(who, 'one grade'), place(who, 'two grades')]),
    ...wrong.map((terms) => place('buyer 1', terms)),
    // Sellers have no team, and machines do not bid (BID-2, BID-42).
    place('seller 1', 'two grades'),
    place('reader', 'two grades'),
  ];
}

function listAnswers(picture: Picture, bid: Bid): Command[] {
  const open = counterOf(bid, bid.quantity_mt);
  const all = USERS.flatMap((who): Command[] => [
    { kind: 'accept', who, bid, items: 'first' },
    { kind: 'reject', who, bid },
    { kind: 'counter', who, bid, body: open },
  ]);
  if (bid.status !== 'pending') return all;

  const who = authorOf(picture, bid) === 'buyer' ? 'seller 1' : bid.buyer;
  if (who === 'nobody known') return all;
  const items: readonly Items[] = bid.lines.length > 1 ? ['none', 'unknown', 'all'] : ['none', 'unknown'];
  return [
    ...all,
    ...items.map((named): Command => ({ kind: 'accept', who, bid, items: named })),
    { kind: 'counter', who, bid, body: counterOf(bid, 0) },
  ];
}

function listChanges(): Command[] {
  const changes: readonly Change[] = ['unlist', 'relist', 'archive', 'shrink'];
  const change = (who: Actor, what: Change): Command => ({ kind: 'change', who, change: what });
  return [
    ...changes.map((what) => change('seller 1', what)),
    change('seller 2', 'unlist'),
    change('seller 2', 'archive'),
    change('buyer 1', 'archive'),
  ];
}
