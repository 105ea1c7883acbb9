/** A command as plain data, so that a sequence can be saved, shrunk, and replayed. */
export interface CommandData {
  readonly kind: string;
  /** Natural numbers. A pick is taken modulo the number of items at the time of the command. */
  readonly params: Params;
}

export type Params = Readonly<Record<string, number>>;

/** The value of a parameter; 0 if it is missing. */
export function param(params: Params, name: string): number {
  return params[name] ?? 0;
}

/** The nth newest item, modulo the length: 0 is the last one. */
export function pickNewest<Item>(items: readonly Item[], n: number): Item | undefined {
  return items.length === 0 ? undefined : items[items.length - 1 - (n % items.length)];
}

/** The nth item, modulo the length. */
export function pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, n: number): Items[number] {
  return items[n % items.length] ?? items[0];
}
