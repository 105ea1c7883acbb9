/** What is remembered of Idempotency-Keys. */
import type { Keyed, Model } from './model.ts';

/** For how long a key surely lives is not stated: an hour is believed of anybody. */
const KEY_LIFE_S = 3_000;

export function remember(model: Model, keyed: Keyed): Model {
  return { ...model, keyed: [...model.keyed, keyed] };
}

/** The requests whose keys are still good, the newest last. */
export function keysOf({ keyed, now_s }: Model): readonly Keyed[] {
  return keyed.filter(({ at_s }) => now_s - at_s < KEY_LIFE_S);
}
