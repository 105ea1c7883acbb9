/** One request to the run's webhook receiver. */
export interface Arrival {
  /** Number at this address, from 1. */
  readonly n: number;
  /** The time it was read, in ms since 1970. */
  readonly at_ms: number;
  /** How long, in ms, it can have been pending because this process was stalled. */
  readonly stalled_ms: number;
  readonly method: string;
  /** Path and query, as they were requested. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: Buffer;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** What the limits of `read-json.ts` cut off. */
  readonly unseen?: string;
  /** The status of the response; 0 if the connection was closed instead. */
  readonly answered: number;
  /** The time of the response; undefined before it. */
  readonly answered_at_ms: number | undefined;
  /** The time at which the sender closed the connection before the response; undefined if it waited. */
  readonly given_up_at_ms: number | undefined;
}
