/** A command as plain data: what a sequence can be kept as, shrunk, and played again. */
export interface Description {
  readonly kind: string;
  /** Picks are naturals, resolved modulo what there is when the command is played. */
  readonly params: Params;
}

export type Params = Readonly<Record<string, number>>;

/** A parameter that was left out is 0. */
export function param(params: Params, name: string): number {
  return params[name] ?? 0;
}

/** One of these, counted from the newest: 0 is the last that was made. */
export function pickNewest<Item>(items: readonly Item[], n: number): Item | undefined {
  return items.length === 0 ? undefined : items[items.length - 1 - (n % items.length)];
}

/** One of these, in their order. */
export function pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, n: number): Items[number] {
  return items[n % items.length] ?? items[0];
}
