/** One request that came to the receiver of the run. */
export interface Arrival {
  /** Counts from 1 at its address. */
  readonly n: number;
  /** When it was read, in ms since 1970. */
  readonly at_ms: number;
  /** For how long at most it had lain there by then, since this machine did not let the judge run: it came no earlier than that. */
  readonly stalled_ms: number;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: Buffer;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
  /** What of the JSON was left out, as in an exchange. */
  readonly unseen?: string;
  /** The status it was answered with; 0 where the connection was closed instead. */
  readonly answered: number;
  /** When it was answered; undefined while it is not. */
  readonly answered_at_ms: number | undefined;
  /** When the sender closed the connection without having waited for the answer; undefined where it has waited. */
  readonly given_up_at_ms: number | undefined;
}
