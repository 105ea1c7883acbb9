/** The rate limit of each tenant, across all processes. */
import type { RateTable } from '../../market/store/postgres/rates.ts';
import { stopwatchMs } from '../../ports/clock.ts';
import { waitAtMost } from '../../ports/wait-at-most.ts';
import type { Refused } from './admission.ts';

/** Whether a request can begin, and how many more can begin in this second. */
interface Spent {
  refused: Refused | undefined;
  remaining: number;
}

/** Counts one request toward the rate limit of a key. Never rejects. */
export type Spend = (key: string) => Promise<Spent>;

/** How long a request waits for the database, in ms. */
const TIMEOUT_MS = 3_000;
/** How long a process counts alone after the database did not respond, in ms. */
const ALONE_MS = 1_000;

interface Lane {
  waiting: ((spent: Spent) => void)[];
  /** Until then, requests are refused without asking the database, so that a flood does not reach it. */
  empty_until_ms: number;
  is_asking: boolean;
}

/**
 * Requests that arrive during a query share the next one.
 * @param alone the fallback while the database is unavailable; counts for this process only
 */
export function createSharedSpend(table: Pick<RateTable, 'take'>, per_second: number, alone: Spend): Spend {
  const lanes = new Map<string, Lane>();
  let alone_until_ms = 0;

  const refuse = (left = 0): Spent => {
    const retry_after_seconds = Math.ceil((1 - left) / per_second);
    return { refused: { limit: 'requests_per_second', retry_after_seconds }, remaining: 0 };
  };
  const ask = async (key: string, lane: Lane): Promise<void> => {
    lane.is_asking = true;
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0);
      const permits = await waitAtMost(TIMEOUT_MS, () => table.take(key, batch.length, per_second));
      if (permits === undefined) {
        alone_until_ms = stopwatchMs() + ALONE_MS;
        for (const response of batch) response(await alone(key));
        continue;
      }
      const { granted, left } = permits;
      for (const [index, response] of batch.entries()) {
        const remaining = Math.floor(left) + Math.max(0, granted - 1 - index);
        response(index < granted ? { refused: undefined, remaining } : refuse(left));
      }
      if (granted < batch.length) lane.empty_until_ms = stopwatchMs() + ((1 - left) / per_second) * 1000;
    }
    lane.is_asking = false;
    if (lane.empty_until_ms < stopwatchMs()) lanes.delete(key);
  };
  return async (key) => {
    const now_ms = stopwatchMs();
    if (now_ms < alone_until_ms) return alone(key);
    const lane = lanes.get(key) ?? { waiting: [], empty_until_ms: 0, is_asking: false };
    lanes.set(key, lane);
    // The database cannot grant more than a second's worth of permits.
    if (now_ms < lane.empty_until_ms || lane.waiting.length >= per_second) return refuse();
    const { promise, resolve } = Promise.withResolvers<Spent>();
    lane.waiting.push(resolve);
    if (!lane.is_asking) void ask(key, lane);
    return promise;
  };
}
