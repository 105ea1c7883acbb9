import { findCommodity } from '#spec/reference/index';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuseFilter } from '../http/parse-query.ts';

/**
 * Parses a comma-separated filter into distinct commodities. Undefined without the filter. Leaves out unknown names, because nothing matches
 * them (MKT-5) and so that the result is never longer than the list of commodities.
 */
export function readCommodities(filter: string | undefined): string[] | undefined {
  const named = filter?.split(',').map((part) => findCommodity(part.trim())?.slug);
  return named && [...new Set(named.filter((slug) => slug !== undefined))];
}

/** Refuses a range of days whose end is before its start. */
export function refuseReversed(from: string | undefined, to: string | undefined): Refusal | undefined {
  if (from === undefined || to === undefined || to >= from) return undefined;
  return refuseFilter({ field: 'to', message: 'must not be before from' });
}
