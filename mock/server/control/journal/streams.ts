import { unpredictableSecrets } from '../../../ports/random.ts';
import type { World } from '../../world/world.ts';

/** More streams than this of one world at once are refused. */
export const STREAMS_MAX = 50;
const EPOCH_LENGTH = 8;

/** What the streams of one world have in common. */
export interface Channel {
  /** Changes whenever the world becomes another, since its events and deliveries are numbered anew then. */
  readonly epoch: string;
  /** A place in it. @returns what gives it back, as often as it is called; undefined where all are taken */
  enter: () => (() => void) | undefined;
}

/** The streams that are open, by world. */
export class Streams {
  readonly #channels = new WeakMap<World, Channel & { taken: number }>();

  of(world: World): Channel {
    const known = this.#channels.get(world);
    if (known !== undefined) return known;
    const channel = {
      epoch: makeEpoch(),
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
    // It goes with the world. The first to listen: a stream that hears of it finds the new epoch.
    world.bus.listen((ring) => {
      if (ring.kind === 'renewed') channel.epoch = makeEpoch();
    });
    this.#channels.set(world, channel);
    return channel;
  }

  count(world: World): number {
    return this.#channels.get(world)?.taken ?? 0;
  }
}

function makeEpoch(): string {
  return unpredictableSecrets()('epoch').slice(0, EPOCH_LENGTH);
}
