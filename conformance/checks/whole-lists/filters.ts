/** The filters of lists, each with what it means for a record. */
import { isObject, type JsonNode, type Query } from '#client';

export interface Filter {
  readonly query: Query;
  /** Whether a record matches. Undefined if it does not show that, or the document leaves it open. */
  readonly matches: (record: JsonNode) => boolean | undefined;
}

/** Filters by `status`, for each of these values. Records with another status are not compared. */
export function statusFilters(...statuses: readonly string[]): readonly Filter[] {
  return statuses.map((status) => ({
    query: { status },
    matches: (record) => {
      const own = record.find('status')?.value;
      return typeof own === 'string' && statuses.includes(own) ? own === status : undefined;
    },
  }));
}

/** Filters by the statuses that some records have, and by `pending`. The others would find nothing. */
export function shownStatusFilters(records: readonly JsonNode[], ...statuses: readonly string[]): readonly Filter[] {
  const shown = new Set(records.map((record) => record.find('status')?.value));
  return statusFilters(...statuses).filter(({ query }) => query['status'] === 'pending' || shown.has(query['status']));
}

/** Both filters together. */
export function both(one: Filter, other: Filter): Filter {
  return {
    query: { ...one.query, ...other.query },
    matches: (record) => {
      const results = [one.matches(record), other.matches(record)];
      return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
    },
  };
}

/** How many commodities are filtered by. */
const SHOWN_MAX = 3;

/** Filters by the commodities of some records. A record can name its commodity by its slug, or as an object. */
export function commodityFilters(records: readonly JsonNode[]): readonly Filter[] {
  const shown = new Set(records.map(slugOf).filter((slug) => slug !== undefined));
  return [...shown].slice(0, SHOWN_MAX).map((commodity) => ({
    query: { commodity },
    matches: (record) => {
      const own = slugOf(record);
      return own === undefined ? undefined : own === commodity;
    },
  }));
}

function slugOf(record: JsonNode): string | undefined {
  const shown = record.find('commodity')?.value;
  const slug = isObject(shown) ? shown['slug'] : shown;
  return typeof slug === 'string' ? slug : undefined;
}
