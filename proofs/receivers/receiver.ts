import type { IncomingMessage, RequestListener } from 'node:http';

/** The dependencies of a receiver, including its clock. */
export interface Setup {
  /** The whole string, including `whsec_`. */
  readonly secret: string;
  readonly effects: Effects;
  /** The receiver's clock, in whole unix seconds. */
  readonly nowSeconds: () => number;
  /** Waits `ms` milliseconds. Throws if the receiver is closed, or the client of `request` disconnects. */
  readonly wait: (ms: number, request?: IncomingMessage) => Promise<void>;
}

/** The effect of an event, such as shipping grain or paying an invoice. Here it is counted. */
export interface Effects {
  /** @throws Error once, after a test requested a failure. The event is not counted then */
  record: (event_id: string) => void;
}

/** Makes a receiver with separate state, as a Node request listener: every framework can provide one. */
export type MakeReceiver = (setup: Setup) => RequestListener | Promise<RequestListener>;

/** The envelope that a receiver can rely on (EVT-1). A receiver must accept an unknown `type` (SIG-6). */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly event: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
