import type { IncomingMessage, RequestListener } from 'node:http';

/** What a receiver is given. It has no other state and asks nobody else for the time. */
export interface Setup {
  /** The whole string, `whsec_` included. */
  readonly secret: string;
  readonly effects: Effects;
  /** The receiver's clock, in whole unix seconds. */
  readonly nowSeconds: () => number;
  /** Waits so many milliseconds of the receiver's clock. Throws once the receiver is closed, or `whom` went away. */
  readonly wait: (ms: number, whom?: IncomingMessage) => Promise<void>;
}

/** What a receiver does with an event in the end: ships grain, pays an invoice. Here it is counted. */
export interface Effects {
  /** @throws Error once, after somebody has asked for a failure: as where a database is away for a moment. Nothing was counted then */
  record: (event_id: string) => void;
}

/** Makes a receiver with a state of its own, as a plain listener of Node: every framework can be turned into one. */
export type MakeReceiver = (setup: Setup) => RequestListener | Promise<RequestListener>;

/** What is posted, as far as a receiver may rely on it (EVT-1). A receiver must not believe more: `type` may be one it has never heard of. */
export interface Notice {
  readonly id: string;
  readonly type: string;
  readonly event: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
