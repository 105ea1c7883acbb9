/** Request bodies of bids and counters. */
import { pick } from '../model/command-data.ts';
import type { Bid, Lot } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import type { JsonObject } from '#client';

export interface Terms {
  quantity_mt: number;
  price: number | null;
  lines: readonly { grade: string; price: number }[];
}

const PRICE_BASE = 280;
/** A bid asks for a tenth of the lot, half of it, or all of it. */
const DIVISORS = [10, 2, 1] as const;

/** Terms for a bid on a lot; undefined if the lot can be sold out. */
export function termsFor(
  lot: Lot,
  { price, share }: { price: number; share: number },
  grades: readonly string[],
): Terms | undefined {
  const left = Math.min(...lot.remaining_mt);
  if (left < 1) return undefined;
  const quantity_mt = Math.max(1, Math.floor(left / pick(DIVISORS, share)));
  if (lot.grade !== null) return { quantity_mt, price: PRICE_BASE + price, lines: [] };
  const lines = grades.map((grade, i) => ({ grade, price: PRICE_BASE + price - 7 * i }));
  return lines.length === 0 ? undefined : { quantity_mt, price: null, lines };
}

/** The terms of an existing bid. */
export function termsOf({ quantity_mt, price, lines }: Bid): Terms {
  return { quantity_mt, price, lines: lines.map((line) => ({ grade: line.grade, price: line.price })) };
}

/** A PlaceBid body (BID-4, BID-5, BID-7). */
export function bodyOf(session: Session, { quantity_mt, price, lines }: Terms): JsonObject {
  const { unit, currency, has_plain_line_prices } = session.knowledge;
  const money = (amount: number): object => ({ amount, unit, ...(currency === undefined ? {} : { currency }) });
  const { run } = session;
  return {
    ...(price === null
      ? { bids: lines.map((line) => ({ grade: line.grade, price: has_plain_line_prices ? line.price : money(line.price) })) }
      : { price: money(price) }),
    quantity_mt,
    delivery: run.clock.deliveryWindow([30, 60]),
    fob_farm: true,
  };
}

/** `20 t at 305` */
export function describeTerms({ quantity_mt, price, lines }: Terms): string {
  const at = price ?? lines.map((line) => `${line.price} for ${line.grade}`).join(' and ');
  return `${quantity_mt} t at ${at}`;
}
