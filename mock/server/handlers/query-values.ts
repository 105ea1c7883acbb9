import { findCommodity } from '#spec/reference/index';

/**
 * The commodities that a comma-separated filter names, each once; undefined without the filter. Unknown names are left out, since nothing
 * matches them (MKT-5): a client cannot make a query that is longer than there are commodities.
 */
export function readCommodities(filter: string | undefined): string[] | undefined {
  const named = filter?.split(',').map((part) => findCommodity(part.trim())?.slug);
  return named && [...new Set(named.filter((slug) => slug !== undefined))];
}
