import { isObject } from '../json.ts';
import type { Arrival } from './arrival.ts';

/** The arrivals to look for. */
export interface ArrivalQuery {
  /** The `type` of the envelope. */
  type?: string;
  /** The nth match, from 1. */
  nth?: number;
  where?: (arrival: Arrival) => boolean;
  within_ms?: number;
  /** What happened before, for the error message: `a bid was placed`. */
  after?: string;
}

/** The arrivals of the type that fit. Ignores the other fields of the query. */
export function matchArrivals(arrivals: readonly Arrival[], { type, where }: ArrivalQuery): readonly Arrival[] {
  return arrivals.filter(
    (arrival) => (type === undefined || (isObject(arrival.json) && arrival.json['type'] === type)) && (where?.(arrival) ?? true),
  );
}
