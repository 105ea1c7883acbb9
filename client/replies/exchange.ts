import type { OperationId } from '#spec';

/** One request to the target and its response. */
export interface Exchange {
  /** Number in the run, from 1. */
  readonly number: number;
  /** The id of the check or scenario that sent it. */
  readonly check: string;
  /** `buyer`, `anonymous`, … */
  readonly actor: string;
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body: string | undefined;
  /** 0 without a response. */
  readonly status: number;
  /** Names in lower case; repeated values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** What the limits of `read-json.ts` cut off; undefined if nothing. */
  readonly unseen?: string;
  /** When the request was sent, in ms since 1970. */
  readonly sent_at_ms: number;
  readonly duration_ms: number;
  /** A script that reproduces it, if that is not the request itself. */
  readonly script?: string;
}

/** Whether a status is 2xx. */
export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

/** The Idempotency-Key of the request. Header names are case-insensitive (RFC 9110, section 5.1). */
export function idempotencyKeyOf({ request_headers }: Pick<Exchange, 'request_headers'>): string | undefined {
  return Object.entries(request_headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}
