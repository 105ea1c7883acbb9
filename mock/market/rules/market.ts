/** Weekly prices and price changes, as pure functions of daily prices. */
import type { PriceRecord } from '#fixtures/records';
import { toInstant, toMs } from '../../ports/clock.ts';
import { subtract } from './decimals.ts';

/** A day, or a week named by its Monday. */
type PricePoint = Omit<PriceRecord, 'commodity'>;

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

/** MKT-4: relative to the trading day before, in CAD per tonne. Null on the first day. */
export function changeSince(before: number | null, price_amount: number): number | null {
  return before === null ? null : subtract(price_amount, before);
}

/** The Monday on or before a date, both `YYYY-MM-DD`. */
export function mondayOf(date: string): string {
  const at_ms = toMs(date);
  const days_since_monday = (new Date(at_ms).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return toInstant(at_ms - days_since_monday * DAY_MS).slice(0, 10);
}

/**
 * MKT-4: groups days into weeks that begin on Monday, each with its last price, lowest low, and highest high.
 * The first and the last week can be incomplete.
 * @param days oldest first
 * @returns oldest first
 */
export function groupByWeek(days: readonly PricePoint[]): PricePoint[] {
  const weeks: PricePoint[] = [];
  for (const { date, price_amount, low, high } of days) {
    const monday = mondayOf(date);
    const week = weeks.at(-1);
    if (week?.date === monday) {
      week.price_amount = price_amount;
      week.low = Math.min(week.low, low);
      week.high = Math.max(week.high, high);
    } else {
      weeks.push({ date: monday, price_amount, low, high });
    }
  }
  return weeks;
}

/**
 * MKT-3: leaves out a week that began before `from`, because its point would have an earlier date.
 * @param from `YYYY-MM-DD`. Undefined for the whole series
 */
export function weeksFrom(from: string | undefined, weeks: readonly PricePoint[]): PricePoint[] {
  return weeks.filter(({ date }) => from === undefined || date >= from);
}
