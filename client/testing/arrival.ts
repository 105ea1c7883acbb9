import type { Arrival } from '../inbox/arrival.ts';

/** A delivery with this body that gets 200 immediately. @param text JSON */
export function makeArrival(text: string, overrides: Partial<Arrival> = {}): Arrival {
  return {
    n: 1,
    at_ms: 0,
    stalled_ms: 0,
    method: 'POST',
    target: '/inbox/x',
    headers: {},
    raw: Buffer.from(text),
    text,
    json: JSON.parse(text),
    answered: 200,
    answered_at_ms: overrides.at_ms ?? 0,
    given_up_at_ms: undefined,
    ...overrides,
  };
}
