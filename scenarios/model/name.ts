/** Names resources by kind and number. */
import type { Model } from './model.ts';

const KINDS = [
  ['lot', 'lots'],
  ['bid', 'bids'],
  ['trade', 'trades'],
  ['cash bid', 'cash_bids'],
  ['offer', 'offers'],
  ['subscription', 'subscriptions'],
] as const;

/** `bid 2`: the second bid of the scenario. */
export function nameOf(model: Model, id: string): string {
  for (const [word, key] of KINDS) {
    const at = model[key].findIndex((item) => item.id === id);
    if (at >= 0) return `${word} ${at + 1}`;
  }
  return id;
}
