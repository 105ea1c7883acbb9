import type { Contents } from './build-world.ts';
import { buildWorld } from './build-world.ts';
import type { WorldOptions } from './world.ts';
import { World } from './world.ts';

/** More worlds than this at once are refused: each holds a database in memory. */
export const WORLDS_MAX = 200;
/** Images of freshly built worlds that are kept, so that the next one of the same kind opens in a few ms. */
const IMAGES_KEPT = 4;

export const DEFAULT_WORLD = 'default';

/** The worlds that one process serves. The first lives as long as the process; the others come and go. */
export class Worlds {
  readonly #worlds = new Map<string, World>();
  readonly #images = new Map<string, Uint8Array>();
  readonly #defaults: WorldOptions;
  readonly #contents: Contents;
  #made = 0;

  private constructor(defaults: WorldOptions, contents: Contents) {
    this.#defaults = defaults;
    this.#contents = contents;
  }

  static async open(options: WorldOptions, contents: Contents): Promise<Worlds> {
    const worlds = new Worlds(options, contents);
    worlds.#worlds.set(DEFAULT_WORLD, await buildWorld(DEFAULT_WORLD, options, contents));
    return worlds;
  }

  get default(): World {
    const world = this.#worlds.get(DEFAULT_WORLD);
    if (world === undefined) throw new Error('the default world is closed');
    return world;
  }

  get all(): readonly World[] {
    return [...this.#worlds.values()];
  }

  get(id: string): World | undefined {
    return this.#worlds.get(id);
  }

  /**
   * Makes another world, in memory.
   * @param options where it differs from the default world
   * @returns undefined where there are as many worlds as there may be
   */
  async create(options: Partial<Pick<WorldOptions, 'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets'>>, sellers?: string): Promise<World | undefined> {
    if (this.#worlds.size >= WORLDS_MAX) return undefined;
    this.#made += 1;
    const id = `w${this.#made}`;
    const world = await this.#build(id, { ...this.#defaults, ...options, db: ':memory:' }, sellers);
    this.#worlds.set(id, world);
    return world;
  }

  /** A world of the same seed opens from the image of the last one that was built that day. */
  async #build(id: string, options: WorldOptions, sellers: string | undefined): Promise<World> {
    const contents = { ...this.#contents, sellers };
    const probe = new Date(options.clock === 'real' || options.clock === 'frozen' ? this.default.clock.now_ms() : Date.parse(options.clock));
    const key = JSON.stringify([options.seed, options.lots, sellers, probe.toISOString().slice(0, 10)]);
    const image = this.#images.get(key);
    if (image !== undefined) {
      const world = await World.open(id, options, image);
      await world.rearm();
      await world.settle();
      return world;
    }

    const world = await buildWorld(id, options, contents);
    const oldest = this.#images.size < IMAGES_KEPT ? undefined : this.#images.keys().next().value;
    if (oldest !== undefined) this.#images.delete(oldest);
    this.#images.set(key, await world.store.snapshot());
    return world;
  }

  /** @returns whether there was such a world; the default one stays */
  async delete(id: string): Promise<boolean> {
    const world = this.#worlds.get(id);
    if (world === undefined || id === DEFAULT_WORLD) return false;
    this.#worlds.delete(id);
    await world.close();
    return true;
  }

  async close(): Promise<void> {
    for (const world of this.#worlds.values()) await world.close();
    this.#worlds.clear();
    this.#images.clear();
  }
}
