import type { OperationId } from '#spec';

/** One request to the target and its answer. */
export interface Exchange {
  /** Counts from 1 over the run. */
  readonly number: number;
  /** The check on whose behalf it was sent. */
  readonly check: string;
  /** `buyer`, `anonymous`, … */
  readonly actor: string;
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body: string | undefined;
  /** 0 where no answer came. */
  readonly status: number;
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The answer as JSON; undefined where it is none. */
  readonly json: unknown;
  /** What of the JSON was left out, since it is beyond the bounds of `read-json.ts`; undefined where it is all there. */
  readonly unseen?: string;
  /** When the request was sent, in ms since 1970. */
  readonly sent_at_ms: number;
  readonly duration_ms: number;
  /** What to paste to see it again, where that is not the request as it was sent. */
  readonly script?: string;
}
