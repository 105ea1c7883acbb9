import type { Selection } from '#client';

/** How often an event took effect, as the receiver's owner counts: in all, and by the id of the envelope. */
export interface Effects {
  effects: number;
  by_id: Readonly<Record<string, number>>;
}

/** All that an attack on a receiver needs to know. */
export interface ReceiverSettings {
  /** Where the deliveries go. */
  url: string;
  /** The signing secret of its subscription, `whsec_` included. */
  secret: string;
  /** Asks what took effect; undefined where nobody counts. @throws Error with what went wrong */
  countEffects: (() => Promise<Effects>) | undefined;
  /** Makes the next delivery fail inside the receiver, after it was verified; undefined where nobody can. @throws Error with what went wrong */
  failNext: (() => Promise<void>) | undefined;
  /** The type of event that most deliveries carry. */
  type: string;
  /** EVT-20: whether the subscription is a live one. */
  livemode: boolean;
  /** How long an event is out of node before it comes again. */
  later_seconds: number;
  selection: Selection;
  is_strict: boolean;
  require: readonly string[];
  /** The longest that the whole run takes. */
  time_limit_ms: number;
  /** RTY-5: 10 s, unless told otherwise. */
  timeout_ms: number;
  /** Deliveries in flight, bursts apart. */
  max_in_flight: number;
  /** Stands behind the address in the line that runs a drill again. */
  rerun_flags: readonly string[];
  notices: readonly string[];
}
