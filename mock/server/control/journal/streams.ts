import type { World } from '../../world/world.ts';

/** The limit on open streams per world. */
export const STREAMS_MAX = 50;

/** The streams of one world. */
export interface Channel {
  /** Changes with a reset or restore, because events and deliveries are then numbered anew. */
  readonly epoch: string;
  /** Reserves a place. @returns a function that releases it. Undefined if the limit is reached */
  enter: () => (() => void) | undefined;
}

/** The open streams, by world. */
export class Streams {
  readonly #channels = new WeakMap<World, Channel & { taken: number }>();

  of(world: World): Channel {
    const known = this.#channels.get(world);
    if (known !== undefined) return known;
    const channel = {
      get epoch(): string {
        return world.epoch;
      },
      taken: 0,
      enter: (): (() => void) | undefined => {
        if (channel.taken >= STREAMS_MAX) return undefined;
        channel.taken += 1;
        let is_inside = true;
        return () => {
          if (is_inside) channel.taken -= 1;
          is_inside = false;
        };
      },
    };
    this.#channels.set(world, channel);
    return channel;
  }

  count(world: World): number {
    return this.#channels.get(world)?.taken ?? 0;
  }
}
