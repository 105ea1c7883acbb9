/** Requests with Idempotency-Keys. */
import type { Keyed, Model } from './model.ts';

/** The document does not state how long a key lives. The explorer relies on one hour. */
const KEY_LIFE_S = 3_000;

export function remember(model: Model, keyed: Keyed): Model {
  return { ...model, keyed: [...model.keyed, keyed] };
}

/** The requests whose keys are still valid, newest last. */
export function keysOf({ keyed, now_s }: Model): readonly Keyed[] {
  return keyed.filter(({ at_s }) => now_s - at_s < KEY_LIFE_S);
}
