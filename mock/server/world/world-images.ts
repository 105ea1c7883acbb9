import type { WorldImage, WorldOptions } from './world-options.ts';
import { Clock } from '../../ports/clock.ts';

/** How many images of new worlds are kept. A world with a kept image opens in a few ms. */
const IMAGES_KEPT = 4;
/** Larger images are not kept. */
const IMAGE_BYTES_KEPT_MAX = 64 * 1024 * 1024;

/** Builds a new world and returns its bytes. Stops when the signal aborts. */
type BuildImage = (options: WorldOptions, sellers: string | undefined, signal: AbortSignal) => Promise<Uint8Array>;

interface Image {
  bytes: Promise<Uint8Array>;
  /** How many callers wait for it. */
  waiting: number;
  is_built: boolean;
  stop: AbortController;
}

/** The bytes of new worlds. Concurrent callers for the same world share one build, which stops when none of them waits anymore. */
export class WorldImages {
  readonly #images = new Map<string, Image>();
  readonly #build: BuildImage;
  readonly #building = new Set<Promise<unknown>>();

  constructor(build: BuildImage) {
    this.#build = build;
  }

  /** How many are being built. */
  get building(): number {
    return this.#building.size;
  }

  /**
   * The bytes of a new world. They are kept for the next world with the same seed, size, sellers, and starting day.
   * @throws the reason of the signal, as soon as it is aborted
   */
  async get(options: WorldOptions, sellers: string | undefined, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { seed, lots, clock } = options;
    // A frozen clock needs an image of its exact time, because records expire. A running clock catches up.
    const begun = clock === 'real' || clock === 'frozen' ? new Clock(clock).now().slice(0, 10) : clock;
    const key = JSON.stringify([seed, lots, sellers, begun]);
    const image = this.#images.get(key) ?? this.#start(key, options, sellers);

    image.waiting += 1;
    const gone = Promise.withResolvers<never>();
    const leave = (): void => {
      gone.reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([image.bytes, gone.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      image.waiting -= 1;
      if (image.waiting === 0 && !image.is_built) {
        this.#forget(key, image);
        image.stop.abort(signal.reason);
      }
    }
  }

  /** Forgets all images, and waits for the aborted builds to end. */
  async close(): Promise<void> {
    this.#images.clear();
    await Promise.allSettled(this.#building);
  }

  #start(key: string, options: WorldOptions, sellers: string | undefined): Image {
    const oldest = this.#images.size < IMAGES_KEPT ? undefined : this.#images.keys().next().value;
    if (oldest !== undefined) this.#images.delete(oldest);
    const stop = new AbortController();
    const bytes: Promise<Uint8Array> = this.#build(options, sellers, stop.signal).finally(() => {
      this.#building.delete(bytes);
      image.is_built = true;
    });
    this.#building.add(bytes);
    const image: Image = { bytes, waiting: 0, is_built: false, stop };
    // Stored before it is built, so that concurrent callers share it.
    this.#images.set(key, image);
    void this.#forgetUnlessKept(key, image);
    return image;
  }

  /** Never rejects. The callers of `get` receive the error. */
  async #forgetUnlessKept(key: string, image: Image): Promise<void> {
    const bytes = await image.bytes.catch(() => undefined);
    if (bytes === undefined || bytes.length > IMAGE_BYTES_KEPT_MAX) this.#forget(key, image);
  }

  #forget(key: string, image: Image): void {
    if (this.#images.get(key) === image) this.#images.delete(key);
  }
}

/** The state of a world that was just built. */
export function freshImage(bytes: Uint8Array, { clock }: WorldOptions): WorldImage {
  return { bytes, clock: new Clock(clock).state, secrets_used: 0 };
}
