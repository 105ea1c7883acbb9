import type { World } from '../../world/world.ts';

/** The limit on open event streams per world. */
export const STREAMS_MAX = 50;

/** Counts the open event streams of each world. */
export class Streams {
  readonly #counts = new WeakMap<World, number>();

  /** Counts one more stream. @returns a function that ends it; undefined if the limit is reached */
  open(world: World): (() => void) | undefined {
    if (this.count(world) >= STREAMS_MAX) return undefined;
    this.#counts.set(world, this.count(world) + 1);
    let is_open = true;
    return () => {
      if (is_open) this.#counts.set(world, this.count(world) - 1);
      is_open = false;
    };
  }

  count(world: World): number {
    return this.#counts.get(world) ?? 0;
  }
}
