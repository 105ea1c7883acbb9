import type { Contents } from './build-world.ts';
import { buildWorld } from './build-world.ts';
import { Clock } from '../../ports/clock.ts';
import type { WorldImage, WorldOptions } from './world.ts';
import { World } from './world.ts';

/** More worlds than this at once are refused: each holds a database in memory. */
export const WORLDS_MAX = 200;
/** Images of freshly built worlds that are kept, so that the next one of the same kind opens in a few ms. */
const IMAGES_KEPT = 4;
/** Larger ones are built anew. */
const IMAGE_BYTES_KEPT_MAX = 64 * 1024 * 1024;

export const DEFAULT_WORLD = 'default';

/** What a world of its own may differ in from the default one. */
export type WorldChoices = Partial<
  Pick<WorldOptions, 'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets' | 'violations' | 'variants'>
>;

/** A world, and who its sellers are. */
interface Place {
  world: World;
  sellers: string | undefined;
}

/** The worlds that one process serves. The first lives as long as the process; the others come and go. */
export class Worlds {
  readonly #places = new Map<string, Place>();
  readonly #images = new Map<string, Promise<Uint8Array>>();
  readonly #defaults: WorldOptions;
  readonly #contents: Contents;
  #made = 0;
  #opening = 0;

  private constructor(defaults: WorldOptions, contents: Contents) {
    this.#defaults = defaults;
    this.#contents = contents;
  }

  static async open(options: WorldOptions, contents: Contents): Promise<Worlds> {
    const world = await buildWorld(DEFAULT_WORLD, options, contents);
    // As it was made, which is not as it was asked for where it comes from a file.
    const worlds = new Worlds(world.options, contents);
    worlds.#places.set(DEFAULT_WORLD, { world, sellers: contents.sellers });
    return worlds;
  }

  get default(): World {
    const place = this.#places.get(DEFAULT_WORLD);
    if (place === undefined) throw new Error('the default world is closed');
    return place.world;
  }

  get all(): readonly World[] {
    return [...this.#places.values()].map(({ world }) => world);
  }

  get(id: string): World | undefined {
    return this.#places.get(id)?.world;
  }

  /**
   * Makes another world, in memory.
   * @param choices where it differs from the default world as that was started
   * @returns undefined where there are as many worlds as there may be
   * @throws UnknownDeviationError
   */
  async create(choices: WorldChoices, sellers: string | undefined = this.#contents.sellers): Promise<World | undefined> {
    const options = { ...this.#defaults, ...choices, db: ':memory:' };
    return this.#place(sellers, async (id) => {
      const world = await World.open(id, options, await this.#imageOf(options, sellers));
      await world.rearm();
      await world.runDue();
      return world;
    });
  }

  /**
   * Makes another world out of an image of an existing one. Each goes on with the ids that come next in the image, as they do for nobody but itself.
   * @returns undefined where there are as many worlds as there may be
   */
  async fork(original: World, image: WorldImage): Promise<World | undefined> {
    return this.#place(this.#places.get(original.id)?.sellers, async (id) => {
      const world = await World.open(id, { ...original.options, ...original.deviations, db: ':memory:' }, image.bytes);
      await world.become(image);
      return world;
    });
  }

  /** Makes a world again what it was when it was new: its contents, its clock, its first ids, an empty journal. */
  async reset(world: World): Promise<void> {
    const sellers = this.#places.get(world.id)?.sellers;
    const bytes = await this.#imageOf(world.options, sellers);
    await world.beginAnew({ bytes, clock: new Clock(world.options.clock).state, secrets_used: 0 });
    world.journal.clear();
  }

  /** @returns whether there was such a world; the default one stays */
  async delete(id: string): Promise<boolean> {
    const place = this.#places.get(id);
    if (place === undefined || id === DEFAULT_WORLD) return false;
    this.#places.delete(id);
    await place.world.close();
    return true;
  }

  /** Tells whoever waits for something in a world that nothing more will come. */
  stopWaiting(): void {
    for (const { world } of this.#places.values()) world.bus.publish({ kind: 'end' });
  }

  async close(): Promise<void> {
    for (const { world } of this.#places.values()) await world.close();
    this.#places.clear();
    this.#images.clear();
  }

  async #place(sellers: string | undefined, open: (id: string) => Promise<World>): Promise<World | undefined> {
    if (this.#places.size + this.#opening >= WORLDS_MAX) return undefined;
    this.#made += 1;
    const id = `w${this.#made}`;
    this.#opening += 1;
    try {
      const world = await open(id);
      this.#places.set(id, { world, sellers });
      return world;
    } finally {
      this.#opening -= 1;
    }
  }

  /** The bytes of a fresh world. They are kept for the next of the same seed, size and sellers that begins on the same day. */
  async #imageOf(options: WorldOptions, sellers: string | undefined): Promise<Uint8Array> {
    const { seed, lots, clock } = options;
    // What had expired by the moment a clock stands at has expired in the image; a running clock only comes later.
    const begun = clock === 'real' || clock === 'frozen' ? new Clock(clock).now().slice(0, 10) : clock;
    const key = JSON.stringify([seed, lots, sellers, begun]);
    const known = this.#images.get(key);
    if (known !== undefined) return known;

    const oldest = this.#images.size < IMAGES_KEPT ? undefined : this.#images.keys().next().value;
    if (oldest !== undefined) this.#images.delete(oldest);
    // RowCache before it is there, so that those who ask at once wait for the same one.
    const image = this.#buildImage(options, sellers);
    this.#images.set(key, image);
    const bytes = await image.catch((error: unknown) => {
      this.#images.delete(key);
      throw error;
    });
    if (bytes.length > IMAGE_BYTES_KEPT_MAX) this.#images.delete(key);
    return bytes;
  }

  async #buildImage(options: WorldOptions, sellers: string | undefined): Promise<Uint8Array> {
    // One image serves the clean worlds and the others.
    const clean = { ...options, violations: [], variants: [], db: ':memory:' };
    const scratch = await buildWorld('image', clean, { ...this.#contents, sellers });
    const bytes = await scratch.store.snapshot();
    await scratch.close();
    return bytes;
  }
}
