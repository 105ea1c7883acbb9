import { createHash } from 'node:crypto';

/** A number from 0 to below 1 that depends only on these values, so that a seed repeats a run. */
export function chance(...of: readonly (string | number)[]): number {
  return createHash('sha256').update(of.join('|')).digest().readUInt32BE(0) / 2 ** 32;
}

/** Picks an item in the same way. */
export function pick<Item>(items: readonly Item[], ...of: readonly (string | number)[]): Item {
  const item = items[Math.floor(chance(...of) * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}
