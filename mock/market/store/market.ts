import type { PriceRecord } from '#fixtures/records';
import { listTradingDays, makePrices } from '#fixtures/world/market';
import { findCommodity } from '#spec/reference/index';
import { toMs } from '../../ports/clock.ts';
import type { Reader } from '../records/tables.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';

/** The daily prices of one commodity, oldest first. */
interface History {
  slug: string;
  days: readonly PriceRecord[];
}

/** The maximum number of cached histories: a few times the number of commodities, because worlds can have different seeds. */
const HISTORIES_MAX = 64;

/** By seed, last day, and commodity. Prices are public, and nothing changes them. */
const computed = new Map<string, readonly PriceRecord[]>();

const readOrigin = prepareQuery(() => queryCompiler.selectFrom('origins').select(['seed', 'priced_until']).compile());

/**
 * MKT-3, MKT-5: the prices of commodities up to a date, by slug. They are computed from the world's seed and creation day, because in a table
 * they would be most of the rows of a world.
 * @param until `YYYY-MM-DD`, inclusive
 */
export async function readHistories(db: Reader, slugs: readonly string[], until: string): Promise<readonly History[]> {
  const [{ seed, priced_until } = { seed: '', priced_until: null }] = await readOrigin(db);
  return slugs.toSorted().map((slug) => {
    const days = priced_until === null ? [] : pricesOf(seed, priced_until, slug);
    return { slug, days: days.slice(0, days.findLastIndex(({ date }) => date <= until) + 1) };
  });
}

function pricesOf(seed: string, last_day: string, slug: string): readonly PriceRecord[] {
  const key = JSON.stringify([seed, last_day, slug]);
  const known = computed.get(key);
  if (known !== undefined) return known;
  const commodity = findCommodity(slug);
  const days = commodity === undefined ? [] : makePrices(seed, commodity, listTradingDays(toMs(last_day)));
  const oldest = computed.size < HISTORIES_MAX ? undefined : computed.keys().next().value;
  if (oldest !== undefined) computed.delete(oldest);
  computed.set(key, days);
  return days;
}
