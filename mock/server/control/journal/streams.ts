import type { World } from '../../world/world.ts';

/** The limit on open event streams per world. */
export const STREAMS_MAX = 50;

/** The open event streams of one world. */
export interface Channel {
  /** Changes with a reset or restore, because the numbers of events and deliveries then start again. */
  readonly epoch: string;
  /** Counts one more stream. @returns a function that ends it; undefined if the limit is reached */
  open: () => (() => void) | undefined;
}

/** The open streams, by world. */
export class Streams {
  readonly #channels = new WeakMap<World, Channel & { open_count: number }>();

  of(world: World): Channel {
    const known = this.#channels.get(world);
    if (known !== undefined) return known;
    const channel = {
      get epoch(): string {
        return world.epoch;
      },
      open_count: 0,
      open: (): (() => void) | undefined => {
        if (channel.open_count >= STREAMS_MAX) return undefined;
        channel.open_count += 1;
        let is_open = true;
        return () => {
          if (is_open) channel.open_count -= 1;
          is_open = false;
        };
      },
    };
    this.#channels.set(world, channel);
    return channel;
  }

  /** How many streams of a world are open. */
  count(world: World): number {
    return this.#channels.get(world)?.open_count ?? 0;
  }
}
