/** The words of a story: resources by their place in it. */
import type { Model } from './model.ts';

const KINDS = [
  ['lot', 'lots'],
  ['bid', 'bids'],
  ['trade', 'trades'],
  ['cash bid', 'cash_bids'],
  ['offer', 'offers'],
  ['subscription', 'subscriptions'],
] as const;

/** `bid 2`: the second that was made in this scenario. */
export function nameOf(model: Model, id: string): string {
  for (const [word, key] of KINDS) {
    const at = model[key].findIndex((item) => item.id === id);
    if (at >= 0) return `${word} ${at + 1}`;
  }
  return id;
}
