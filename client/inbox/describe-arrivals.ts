import { Blocked } from '../replies/findings.ts';
import { isObject } from '../json.ts';
import type { Arrival } from './arrival.ts';

/** Describes in one line what arrived instead of a delivery that did not. */
export function describeArrivals(arrivals: readonly Arrival[]): string {
  const types = arrivals.map(({ json }) =>
    isObject(json) ? (typeof json['type'] === 'string' ? json['type'] : 'no type') : 'no JSON',
  );
  if (types.length === 0) return 'nothing was delivered';
  const counts = [...new Set(types)].map((type) => `${types.filter((each) => each === type).length} of ${type}`);
  return `none that matches; others: ${counts.join(', ')}`;
}

/** What happened before a delivery, as the end of a sentence. */
export function describeCause({ after }: { after?: string | undefined }): string {
  return after === undefined ? '' : ` after ${after}`;
}

/** @throws Blocked if deliveries of this run come to other addresses, and none to those of its subscriptions (EVT-1/at-the-url fails then) */
export function ensureAddressed(receiver: { readonly deliveries: number; readonly strays: readonly string[] }): void {
  const [stray] = receiver.strays;
  if (receiver.deliveries > 0 || stray === undefined) return;
  throw new Blocked(`deliveries arrive at ${stray}, which no subscription has (EVT-1/at-the-url)`);
}
