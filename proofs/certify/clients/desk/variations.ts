import type { Parts } from './desk.ts';
import { CORRECT_VARIATIONS } from './correct-variations.ts';
import { BID_MISTAKES } from './faults/bids.ts';
import { DATA_MISTAKES } from './faults/data.ts';
import { REQUEST_MISTAKES } from './faults/requests.ts';
import { TOKEN_MISTAKES } from './faults/tokens.ts';
import { WEBHOOK_MISTAKES } from './faults/webhooks.ts';
import { GOOD_PARTS } from './open-desk.ts';
import type { Variation } from './variation.ts';

export { CORRECT_VARIATIONS };
export const MISTAKES: readonly Variation[] = [
  ...BID_MISTAKES,
  ...REQUEST_MISTAKES,
  ...TOKEN_MISTAKES,
  ...DATA_MISTAKES,
  ...WEBHOOK_MISTAKES,
];

/** @param name of a variation; the good desk without one */
export function variationOf(name: string | undefined): Omit<Variation, 'parts'> & { parts: Parts } {
  if (name === undefined) return { id: 'good', does: '', parts: GOOD_PARTS };
  const found = [...MISTAKES, ...CORRECT_VARIATIONS].find(({ id }) => id === name);
  if (found === undefined) throw new Error(`there is no variation ${name}`);
  return { ...found, parts: { ...GOOD_PARTS, ...found.parts } };
}
