/**
 * When two states are the same.
 *
 * The rows of the store are written down without their ids: each bid under its lot's chain of counters, with its lines, its trade and its key,
 * and chains in alphabetical order. So ids, references and the order in which chains began play no part. Every other column does, whatever
 * it is called, so that one added later cannot be overlooked.
 *
 * Instants are told apart as far as anything can come of the difference:
 * - `expires_at` of what may still expire, or leave the inbox: past, within the hour, or later. The steps of the clock are an hour and eight days,
 *   a bid lives 45 minutes or 7 days, and a sequence has fewer than 23 steps; so an hour ends just what ends within the hour, and nothing but the
 *   eight days ends the rest.
 * - `created_at` of an idempotency key: within 23 hours, or before. For the same reason, hours alone never make a key forgotten (IDEM-6).
 * - all others: whether there is one. They are shown, and decide the order of lists, and nothing here asks for either; what does depend on
 *   the order of creation alone is seen in one order of the several.
 */
import type { Records, StoredRow } from './records.ts';

/** Beyond this the classes of instants above would be wrong. */
export const SOUND_DEPTH_MAX = 22;

const HOUR_MS = 3_600_000;
const NAMES: ReadonlySet<string> = new Set(['id', 'reference', 'bid_id', 'counter_to']);

export function canonicalOf(records: Records, now_ms: number): string {
  const { lots, bids, bid_lines, trades, idempotency_keys } = records;
  const chainsFrom = (before: unknown): string[] =>
    bids
      .filter(({ counter_to }) => counter_to === before)
      .map((bid) => {
        const lines = bid_lines.filter(({ bid_id }) => bid_id === bid['id']).map((line) => describe(line, now_ms, false));
        const trade = trades.filter(({ bid_id }) => bid_id === bid['id']).map((row) => describe(row, now_ms, false));
        const keys = idempotency_keys
          .filter((key) => String(key['response']).includes(String(bid['id'])))
          .map((key) => ageOf(key, now_ms));
        const parts = [describe(bid, now_ms, mayEnd(bid)), ...lines, ...trade, ...keys, ...chainsFrom(bid['id'])];
        return `(${parts.join(' ')})`;
      })
      .toSorted();
  return [...lots.map((lot) => describe(lot, now_ms, lot['status'] === 'listed', ['id'])), ...chainsFrom(null)].join('\n');
}

/** A pending bid may expire, and a countered one leaves the inbox when it would have (LST-12). */
function mayEnd({ status }: StoredRow): boolean {
  return status === 'pending' || status === 'countered';
}

function describe(row: StoredRow, now_ms: number, may_end: boolean, kept: readonly string[] = []): string {
  const columns = Object.entries(row).filter(([column]) => !NAMES.has(column) || kept.includes(column));
  return columns
    .map(([column, value]) => {
      if (column === 'expires_at') return may_end ? endOf(value, now_ms) : '';
      return column.endsWith('_at') ? (value === null ? 'never' : 'once') : String(value);
    })
    .join(',');
}

function endOf(value: StoredRow[string] | undefined, now_ms: number): string {
  if (typeof value !== 'string') return 'never';
  const left_ms = Date.parse(value) - now_ms;
  if (left_ms <= 0) return 'past';
  return left_ms <= HOUR_MS ? 'within the hour' : 'later';
}

function ageOf({ created_at }: StoredRow, now_ms: number): string {
  return now_ms - Date.parse(String(created_at)) < 23 * HOUR_MS ? 'key' : 'old key';
}
