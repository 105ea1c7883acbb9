/** The response to one delivery. */
export interface ReceiverResponse {
  /** Default: 200. */
  status?: number;
  /** Delay before the response, in ms. */
  after_ms?: number;
  headers?: Readonly<Record<string, string>>;
  /** Whether to close the connection instead of responding. */
  is_reset?: boolean;
}

/** The response to the nth request at an address, from 1. @param json its body; undefined if it is not JSON */
export type Behavior = (n: number, json: unknown) => ReceiverResponse;

export const RESPONDS_OK: Behavior = () => ({ status: 200 });

/** Returns these statuses in order, then repeats the last one. */
export function respondWith(...statuses: readonly number[]): Behavior {
  return (n) => ({ status: statuses[Math.min(n, statuses.length) - 1] ?? 200 });
}
