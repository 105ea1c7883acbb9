import type { WorldOptions } from './world.ts';
import { Clock } from '../../ports/clock.ts';

/** Images of freshly built worlds that are kept, so that the next one of the same kind opens in a few ms. */
const IMAGES_KEPT = 4;
/** Larger ones are built anew. */
const IMAGE_BYTES_KEPT_MAX = 64 * 1024 * 1024;

/** Builds a fresh world and answers its bytes; stops as soon as the signal says so. */
export type BuildImage = (options: WorldOptions, sellers: string | undefined, signal: AbortSignal) => Promise<Uint8Array>;

interface Image {
  bytes: Promise<Uint8Array>;
  /** How many wait for it. */
  waiting: number;
  is_built: boolean;
  stop: AbortController;
}

/** The bytes of fresh worlds. Those who ask at once for the same one wait for one build; when none of them waits any more, it stops. */
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
   * The bytes of a fresh world. They are kept for the next of the same seed, size and sellers that begins on the same day.
   * @throws the reason of the signal, as soon as it is aborted
   */
  async get(options: WorldOptions, sellers: string | undefined, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { seed, lots, clock } = options;
    // What had expired by the moment a clock stands at has expired in the image; a running clock only comes later.
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

  /** Forgets all of them, and waits for those that are still being built though nobody waits for them any more. */
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
    // RowCache before it is there, so that those who ask at once wait for the same one.
    this.#images.set(key, image);
    void this.#forgetUnlessKept(key, image);
    return image;
  }

  /** Never rejects: those who wait for the image are told why there is none. */
  async #forgetUnlessKept(key: string, image: Image): Promise<void> {
    const bytes = await image.bytes.catch(() => undefined);
    if (bytes === undefined || bytes.length > IMAGE_BYTES_KEPT_MAX) this.#forget(key, image);
  }

  #forget(key: string, image: Image): void {
    if (this.#images.get(key) === image) this.#images.delete(key);
  }
}
