import { findCommodity } from '#spec/reference/index';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuseFilter } from '../http/parse-query.ts';

/**
 * The commodities that a comma-separated filter names, each once. Undefined without the filter. Unknown names are left out, because nothing
 * matches them (MKT-5), so no filter has more values than there are commodities.
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
