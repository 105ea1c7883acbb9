/** Requests with Idempotency-Keys. */
import type { KeyedRequest, Model } from './model.ts';

/** The document does not say how long a key is valid. No deployment should forget one sooner than this. */
const KEY_LIFE_S = 3_000;

export function addKeyedRequest(model: Model, request: Omit<KeyedRequest, 'at_s'>): Model {
  return { ...model, keyed: [...model.keyed, { ...request, at_s: model.now_s }] };
}

/** The requests whose keys are still valid, newest last. */
export function listKeyedRequests({ keyed, now_s }: Model): readonly KeyedRequest[] {
  return keyed.filter(({ at_s }) => now_s - at_s < KEY_LIFE_S);
}
