import type { Selection } from '#client';

/** How often events took effect: in total, and by envelope id. */
export interface Effects {
  effects: number;
  by_id: Readonly<Record<string, number>>;
}

export interface ReceiverSettings {
  url: string;
  /** The signing secret of its subscription, including `whsec_`. */
  secret: string;
  /** Reads the effect counter; undefined without one. @throws Error with the reason */
  countEffects: (() => Promise<Effects>) | undefined;
  /** Makes the receiver fail on the next delivery, after verifying it; undefined without a way to do so. @throws Error with the reason */
  failNext: (() => Promise<void>) | undefined;
  /** The event type of most deliveries. */
  type: string;
  /** EVT-20: whether the subscription is live. */
  livemode: boolean;
  /** The pause before an event is sent again. */
  later_seconds: number;
  /** How long an effect can come after the response: receivers may queue events. Undefined: 3 s. */
  effect_patience_ms?: number;
  selection: Selection;
  is_strict: boolean;
  require: readonly string[];
  time_limit_ms: number;
  /** RTY-5: 10 s by default. */
  timeout_ms: number;
  /** Concurrent deliveries, except for bursts. */
  max_in_flight: number;
  /** The flags in the command that reruns a drill. */
  rerun_flags: readonly string[];
  notices: readonly string[];
}
