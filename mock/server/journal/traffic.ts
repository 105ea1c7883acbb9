/** What a coach reads: the exchanges of one client with the marketplace, and the deliveries to it. */
import type { Finding } from '../../wire.ts';

export type { Finding } from '../../wire.ts';

/** A request and its response. */
export interface Exchange {
  /** From 1, in the order in which they ended. */
  readonly n: number;
  /** The time of the world. */
  readonly at?: string;
  /** The id of the operation, `token` for the token endpoint, or `unknown`. */
  readonly purpose: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Real time in ms, from an arbitrary origin. */
  readonly began_ms: number;
  readonly ended_ms: number;
  /** Undefined if either side closed the connection before the response was complete. */
  readonly response:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | undefined;
  /** Whether the token was live or sandbox. Undefined if that is not known. */
  readonly livemode?: boolean | undefined;
}

/** One delivery attempt. */
export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly event: string;
  /** The subscription that it is for. Each subscription to a type gets the event, with the same `event_id`. */
  readonly subscription_id: string;
  readonly livemode: boolean;
  readonly body: string;
  readonly began_ms: number;
  readonly ended_ms: number;
  /** 0 if no response was received. */
  readonly response_status: number;
  /** The effect of a fault on the delivery, such as `duplicate` or `bad_signature`. Null without a fault. */
  readonly disturbed_by: string | null;
}

export interface Traffic {
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  /** Real time in ms, as in the exchanges. `Infinity` if the client has ended, so that nothing more will come from it. */
  readonly now_ms: number;
}

/** Finds mistakes in clients that cause failures in production. `gristmill/coach` exports an implementation. */
export type Coach = (traffic: Traffic) => readonly Finding[] | Promise<readonly Finding[]>;
