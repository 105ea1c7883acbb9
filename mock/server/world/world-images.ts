import type { WorldImage, WorldOptions } from './world-options.ts';
import { Clock } from '../../ports/clock.ts';

/** The maximum number of cached images. A world with a cached image opens in a few milliseconds. */
const IMAGES_MAX = 4;
/** Larger images are not cached. */
const IMAGE_BYTES_MAX = 64 * 1024 * 1024;

/** Builds a new world and returns its bytes. Stops when the signal aborts. */
type BuildImage = (options: WorldOptions, sellers: string | undefined, signal: AbortSignal) => Promise<Uint8Array>;

interface Image {
  bytes: Promise<Uint8Array>;
  /** The number of callers that wait for it. */
  waiting: number;
  is_built: boolean;
  stop: AbortController;
}

/** Builds and caches the bytes of new worlds. Concurrent callers share a build, which is aborted once no caller waits for it. */
export class WorldImages {
  readonly #images = new Map<string, Image>();
  readonly #build: BuildImage;
  readonly #building = new Set<Promise<unknown>>();

  constructor(build: BuildImage) {
    this.#build = build;
  }

  /** The number of images that are being built. */
  get building(): number {
    return this.#building.size;
  }

  /**
   * Returns the bytes of a new world, cached by seed, size, sellers, and starting day.
   * @throws the reason of the signal, as soon as it is aborted
   */
  async get(options: WorldOptions, sellers: string | undefined, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { seed, lots, clock } = options;
    // A frozen clock needs an image of its exact time, because records expire. A running clock catches up.
    const starts_at = clock === 'real' || clock === 'frozen' ? new Clock(clock).now().slice(0, 10) : clock;
    const key = JSON.stringify([seed, lots, sellers, starts_at]);
    const image = this.#images.get(key) ?? this.#start(key, options, sellers);

    image.waiting += 1;
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => {
      aborted.reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([image.bytes, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
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
    const oldest = this.#images.size < IMAGES_MAX ? undefined : this.#images.keys().next().value;
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
    void this.#forgetIfTooLarge(key, image);
    return image;
  }

  /** Never rejects. The callers of `get` receive the error. */
  async #forgetIfTooLarge(key: string, image: Image): Promise<void> {
    const bytes = await image.bytes.catch(() => undefined);
    if (bytes === undefined || bytes.length > IMAGE_BYTES_MAX) this.#forget(key, image);
  }

  #forget(key: string, image: Image): void {
    if (this.#images.get(key) === image) this.#images.delete(key);
  }
}

/** The state of a world that was just built. */
export function freshImage(bytes: Uint8Array, { clock }: WorldOptions): WorldImage {
  return { bytes, clock: new Clock(clock).state, secrets_used: 0 };
}
