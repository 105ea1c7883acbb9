import { isObject } from '../replies/json-node.ts';
import type { Arrival } from './arrival.ts';

/** The probable reason for deliveries that come to an address that no subscription has. */
export const STRAY_CAUSE =
  "The sender does not use the subscription's URL as it was given: it drops or changes a part of it, such as the path.";

/**
 * Describes in one line what arrived instead of a delivery that did not.
 * @param strays the addresses of deliveries that no subscription has
 */
export function describeArrivals(arrivals: readonly Arrival[], strays: readonly string[]): string {
  const types = arrivals.map(({ json }) =>
    isObject(json) ? (typeof json['type'] === 'string' ? json['type'] : 'no type') : 'no JSON',
  );
  const [stray] = strays;
  if (types.length === 0 && stray !== undefined)
    return `nothing was delivered here, but this run's receiver got ${stray}, an address that no subscription has`;
  if (types.length === 0) return 'nothing was delivered';
  const counts = [...new Set(types)].map((type) => `${types.filter((each) => each === type).length} of ${type}`);
  return `deliveries that do not match: ${counts.join(', ')}`;
}

/** What happened before a delivery, as the end of a sentence. */
export function describeCause({ after }: { after?: string | undefined }): string {
  return after === undefined ? '' : ` after ${after}`;
}
