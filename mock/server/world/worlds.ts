import type { Contents } from './build-world.ts';
import { buildWorld, startWorld } from './build-world.ts';
import type { SnapshotTable } from '../../market/store/postgres/snapshots.ts';
import { isPostgresUrl } from '../../market/store/postgres/url.ts';
import type { Place, SharedPlaces } from './shared-places.ts';
import { Clock, stopwatchMs } from '../../ports/clock.ts';
import { MEMORY } from '../../market/store/engine/sqlite.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import { Alarm } from '../../ports/timer.ts';
import { NO_WORLD } from './no-world.ts';
import { WorldImages } from './world-images.ts';
import { formatDuration } from '../world-ttl.ts';
import { loadDeviations } from '../../mutations/deviations.ts';
import type { WorldImage, WorldOptions } from './world.ts';
import { World } from './world.ts';

/** The limit on worlds, because each holds a database in memory. */
export const WORLDS_MAX = 200;
/** How many expired worlds are remembered, for a helpful error message. */
const EXPIRED_KNOWN_MAX = 1_000;
/** How many idle worlds the error message of a full mock names. */
const IDLE_NAMED = 3;

export const DEFAULT_WORLD = 'default';

/** The options in which a world can differ from the default one. */
export type WorldChoices = Partial<
  Pick<
    WorldOptions,
    'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets' | 'violations' | 'variants' | 'tenant_id' | 'db'
  >
>;

/** How another world is made. Options that are not given come from the options of the mock. */
export interface Making {
  sellers?: string | undefined;
  /** How long the world may be idle. With null it never expires. */
  ttl_seconds?: number | null | undefined;
  /** Aborted when the caller no longer waits for the world. */
  signal?: AbortSignal | undefined;
  /** Default: the next number. */
  id?: string | undefined;
}

export interface WorldsOptions {
  /** How long a world may be idle by default. With null it never expires. */
  ttl_seconds?: number | null | undefined;
}

/** The worlds of one process. The default world exists as long as the process does. */
export class Worlds {
  readonly #places = new Map<string, Place>();
  /** The expired worlds, with their ttl in seconds. */
  readonly #expired = new Map<string, number>();
  readonly #images: WorldImages;
  readonly #defaults: WorldOptions;
  readonly #contents: Contents;
  readonly #ttl_seconds: number | null;
  readonly #alarm = new Alarm(() => {
    this.expireIdle();
  });
  readonly #closing = new AbortController();
  readonly #opening = new Set<Promise<unknown>>();
  readonly #goneListeners = new Set<(world: World) => void>();
  /** Where several processes serve the same worlds. */
  #shared: SharedPlaces | undefined;
  #made = 0;

  private constructor(defaults: WorldOptions, contents: Contents, { ttl_seconds = null }: WorldsOptions) {
    this.#defaults = defaults;
    this.#contents = contents;
    this.#ttl_seconds = ttl_seconds;
    this.#images = new WorldImages(async (options, sellers, signal) => {
      // Worlds with and without deviations start from the same image.
      const clean = { ...options, violations: [], variants: [], db: ':memory:' };
      const scratch = await buildWorld('image', clean, { ...contents, sellers }, signal);
      const bytes = await scratch.store.snapshot();
      await scratch.close();
      return bytes;
    });
  }

  static async open(options: WorldOptions, contents: Contents, more: WorldsOptions = {}): Promise<Worlds> {
    if (isPostgresUrl(options.db)) return Worlds.#openShared(options, contents, more);
    const world = await buildWorld(DEFAULT_WORLD, options, contents);
    // A world from a file keeps the options that it was made with.
    const worlds = new Worlds(world.options, contents, more);
    worlds.#places.set(DEFAULT_WORLD, { world, sellers: contents.sellers, ttl_seconds: null, used_ms: stopwatchMs() });
    return worlds;
  }

  static async #openShared(options: WorldOptions, contents: Contents, more: WorldsOptions): Promise<Worlds> {
    const worlds = new Worlds(options, contents, more);
    const { SharedPlaces: Shared, freshImage } = await import('./shared-places.ts');
    const onGone = (world: World): void => {
      worlds.#announceGone(world);
    };
    const shared = await Shared.open({ defaults: options, places: worlds.#places, onGone });
    worlds.#shared = shared;
    try {
      await shared.registry.exclude('start', async () => {
        await shared.registry.migrateWorlds();
        if ((await shared.registry.find(DEFAULT_WORLD)) === undefined) {
          const bytes = await worlds.#images.get(options, contents.sellers, worlds.#closing.signal);
          const kept = { options, sellers: contents.sellers, ttl_seconds: null };
          await shared.create(DEFAULT_WORLD, kept, freshImage(bytes, options), Number.MAX_SAFE_INTEGER);
        }
        await shared.refreshAll();
        await startWorld(worlds.default, contents);
      });
      shared.start();
      return worlds;
    } catch (error) {
      await worlds.close();
      throw error;
    }
  }

  get default(): World {
    const place = this.#places.get(DEFAULT_WORLD);
    if (place === undefined) throw new Error('the default world is closed');
    return place.world;
  }

  /** Those that this process has open. */
  get all(): readonly World[] {
    return [...this.#places.values()].map(({ world }) => world);
  }

  /** All worlds, of every process that serves them. */
  async list(): Promise<readonly World[]> {
    await this.#shared?.refreshAll();
    return this.all;
  }

  /** Where several processes serve the worlds, their snapshots. */
  get snapshots(): SnapshotTable | undefined {
    return this.#shared?.registry.snapshots;
  }

  /** How many new worlds are being built. */
  get building(): number {
    return this.#images.building;
  }

  /** Returns a world that this process has open, and resets its idle time. */
  get(id: string): World | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    if (this.#isExpired(place)) {
      this.expireIdle();
      return undefined;
    }
    place.used_ms = stopwatchMs();
    return place.world;
  }

  /** Like `get`, but returns the default world if no id is given, and a refusal if there is no such world. */
  async find(id: unknown): Promise<World | Refusal> {
    const name = typeof id === 'string' ? id : DEFAULT_WORLD;
    const expired = await this.#shared?.refresh(name);
    const world = this.get(name);
    if (world !== undefined) return world;
    const seconds = expired?.expired_after_seconds ?? this.#expired.get(name);
    if (seconds === undefined) return NO_WORLD;
    return refuse('not_found', {
      message: `World ${name} has expired: nobody used it for ${formatDuration(seconds)}. Create another with POST worlds, with a longer ttl if it must last.`,
    });
  }

  /** How long a world may be idle, and how long it has been. */
  idlenessOf({ id }: World): { ttl_seconds: number | null; idle_seconds: number } {
    const place = this.#places.get(id);
    if (place === undefined) return { ttl_seconds: null, idle_seconds: 0 };
    return { ttl_seconds: place.ttl_seconds, idle_seconds: Math.floor(this.#idleMs(place) / 1000) };
  }

  /** The error message for the limit on worlds. */
  describeLimit(): string {
    const idle = [...this.#places.values()]
      .filter(({ world }) => world.id !== DEFAULT_WORLD)
      .toSorted((a, b) => this.#idleMs(b) - this.#idleMs(a))
      .slice(0, IDLE_NAMED)
      .map((place) => `${place.world.id} (${formatDuration(this.#idleMs(place) / 1000)})`);
    return (
      `There are ${WORLDS_MAX} worlds, which is the limit. Idle for longest: ${idle.join(', ')}. ` +
      'Delete some with DELETE worlds/{id}, or set a ttl (--world-ttl), so that idle worlds are deleted.'
    );
  }

  /** Calls the listener for every world that is deleted or expires. */
  onGone(listener: (world: World) => void): void {
    this.#goneListeners.add(listener);
  }

  /**
   * Creates a world: in memory, in the database that several processes share, or in the file that `choices` names, which can hold it already.
   * @returns undefined if the limit on worlds is reached
   * @throws UnknownDeviationError, or the reason of the signal. The world does not exist then
   */
  async create(choices: WorldChoices, making: Making = {}): Promise<World | undefined> {
    const options = { ...this.#defaults, db: MEMORY, ...choices };
    const { sellers = this.#contents.sellers, ttl_seconds = this.#ttl_seconds } = making;
    const { violations = [], variants = [] } = options;
    await loadDeviations({ violations, variants });
    return this.#place({ sellers, ttl_seconds }, making, async (id, signal) => {
      const shared = this.#shared;
      if (shared === undefined && options.db !== MEMORY) return buildWorld(id, options, { ...this.#contents, sellers }, signal);
      const bytes = await this.#images.get(options, sellers, signal);
      if (shared !== undefined) {
        const { freshImage } = await import('./shared-places.ts');
        return this.#share(shared, making.id, { options, sellers, ttl_seconds }, freshImage(bytes, options));
      }
      const world = await World.open(id, options, bytes);
      await world.rearm();
      await world.runDue();
      return world;
    });
  }

  /**
   * Creates a world from an image of another one. Both continue with the ids that come next in the image.
   * @returns undefined if the limit on worlds is reached
   * @throws the reason of the signal
   */
  async fork(
    original: World,
    image: WorldImage,
    making: Omit<Making, 'sellers'> & { db?: string | undefined } = {},
  ): Promise<World | undefined> {
    const place = this.#places.get(original.id);
    const { ttl_seconds = this.#ttl_seconds, db = MEMORY } = making;
    const kept = { sellers: place?.sellers, ttl_seconds };
    return this.#place(kept, making, async (id) => {
      const options = { ...original.options, ...original.deviations, db };
      if (this.#shared !== undefined) return this.#share(this.#shared, making.id, { ...kept, options }, image);
      const world = await World.open(id, options, db === MEMORY ? image.bytes : undefined);
      await world.become(image);
      return world;
    });
  }

  /** @returns undefined if the limit on worlds is reached */
  async #share(
    shared: SharedPlaces,
    id: string | undefined,
    kept: Pick<Place, 'sellers' | 'ttl_seconds'> & { options: WorldOptions },
    image: WorldImage,
  ): Promise<World | undefined> {
    const world = await shared.create(id ?? (await shared.registry.drawId()), kept, image, WORLDS_MAX);
    await world?.rearm();
    await world?.runDue();
    world?.dispatcher.wake();
    return world;
  }

  /** Resets a world to its initial contents, clock, and ids, with an empty journal. */
  async reset(world: World): Promise<void> {
    const sellers = this.#places.get(world.id)?.sellers;
    const bytes = await this.#images.get(world.options, sellers, this.#closing.signal);
    await world.beginAnew({ bytes, clock: new Clock(world.options.clock).state, secrets_used: 0 });
    await world.journal.clear();
  }

  /** @returns whether the world existed. The default world cannot be deleted */
  async delete(id: string): Promise<boolean> {
    const place = this.#places.get(id);
    if (place === undefined || id === DEFAULT_WORLD) return false;
    this.#places.delete(id);
    await place.world.close();
    await this.#shared?.registry.delete(id);
    this.#announceGone(place.world);
    return true;
  }

  #announceGone(world: World): void {
    for (const listener of this.#goneListeners) listener(world);
  }

  /** Deletes the worlds that were idle for too long, and schedules the next check. */
  expireIdle(): void {
    // There, any process deletes what is idle by the clock of the server.
    if (this.#shared !== undefined) return;
    for (const [id, place] of this.#places) {
      if (!this.#isExpired(place)) continue;
      const oldest = this.#expired.size < EXPIRED_KNOWN_MAX ? undefined : this.#expired.keys().next().value;
      if (oldest !== undefined) this.#expired.delete(oldest);
      this.#expired.set(id, place.ttl_seconds ?? 0);
      this.delete(id).catch((error: unknown) => {
        process.emitWarning(error instanceof Error ? error : String(error), 'WorldWarning');
      });
    }
    this.#setAlarm();
  }

  /** Claims no more deliveries. Running attempts go on. */
  stopSending(): void {
    for (const { world } of this.#places.values()) world.dispatcher.stop();
  }

  /** Ends all waits and streams. */
  stopWaiting(): void {
    for (const { world } of this.#places.values()) world.bus.publish({ kind: 'end' });
  }

  /** Closes every world and aborts those that are being built. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the mock has been closed'));
    this.#alarm.clear();
    await Promise.allSettled(this.#opening);
    for (const { world } of this.#places.values()) await world.close();
    this.#places.clear();
    await this.#shared?.close();
    await this.#images.close();
  }

  async #place(
    kept: Pick<Place, 'sellers' | 'ttl_seconds'>,
    { signal: left, id: given_id }: Pick<Making, 'signal' | 'id'>,
    open: (id: string, signal: AbortSignal) => Promise<World | undefined>,
  ): Promise<World | undefined> {
    const signal = left === undefined ? this.#closing.signal : AbortSignal.any([left, this.#closing.signal]);
    signal.throwIfAborted();
    this.expireIdle();
    if (this.#shared === undefined && this.#places.size + this.#opening.size >= WORLDS_MAX) return undefined;
    if (given_id === undefined) this.#made += 1;
    const id = given_id ?? `w${this.#made}`;
    const opening = this.#open(open(id, signal), signal);
    this.#opening.add(opening);
    try {
      const world = await opening;
      // A shared world has its place already.
      if (world === undefined || this.#shared !== undefined) return world;
      this.#places.set(id, { ...kept, world, used_ms: stopwatchMs() });
      this.#setAlarm();
      return world;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** Closes the world again if the caller no longer waits for it. */
  async #open(opening: Promise<World | undefined>, signal: AbortSignal): Promise<World | undefined> {
    const world = await opening;
    if (!signal.aborted || world === undefined) return world;
    if (this.#shared === undefined) await world.close();
    else await this.delete(world.id);
    throw signal.reason;
  }

  #idleMs({ world, used_ms }: Place): number {
    // A world with listeners is in use.
    return world.bus.listeners > 0 ? 0 : stopwatchMs() - used_ms;
  }

  #isExpired(place: Place): boolean {
    return this.#shared === undefined && place.ttl_seconds !== null && this.#idleMs(place) >= place.ttl_seconds * 1000;
  }

  #setAlarm(): void {
    const waits = [...this.#places.values()].flatMap((place) =>
      place.ttl_seconds === null ? [] : [place.ttl_seconds * 1000 - this.#idleMs(place)],
    );
    this.#alarm.clear();
    if (waits.length > 0) this.#alarm.set(Math.min(...waits));
  }
}
