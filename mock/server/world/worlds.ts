import type { Contents } from './build-world.ts';
import { buildWorld } from './build-world.ts';
import type { Registry } from '../../market/store/postgres/registry.ts';
import { isPostgresUrl } from '../../market/store/postgres/url.ts';
import type { OpenWorld, SharedWorlds } from './shared-worlds.ts';
import { stopwatchMs } from '../../ports/clock.ts';
import { MEMORY } from '../../market/store/engine/sqlite.ts';
import { type Refusal, refuse } from '../../market/rules/refusal.ts';
import { Alarm } from '../../ports/timer.ts';
import { warn } from './warn.ts';
import { DEFAULT_WORLD, ExpiredWorlds, WORLDS_MAX, explainExpired, explainLimit } from './limit.ts';
import { NO_WORLD } from '../http/respond.ts';
import type { CreationOptions, WorldChoices } from './world-options.ts';
import { WorldImages, freshImage } from './world-images.ts';
import { loadDeviations } from '../../mutations/deviations.ts';
import { World, type WorldImage, type WorldOptions } from './world.ts';

export { DEFAULT_WORLD, WORLDS_MAX } from './limit.ts';

/** The worlds of one process. The default world exists as long as the process does. */
export class Worlds {
  readonly #open_worlds = new Map<string, OpenWorld>();
  readonly #expired = new ExpiredWorlds();
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
  /** Set if several processes serve the same worlds. */
  #shared: SharedWorlds | undefined;
  #made = 0;

  private constructor(defaults: WorldOptions, contents: Contents, ttl_seconds: number | null) {
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

  /** @param ttl_seconds how long a world may be idle by default. With null it never expires */
  static async open(options: WorldOptions, contents: Contents, ttl_seconds: number | null): Promise<Worlds> {
    if (isPostgresUrl(options.db)) return Worlds.#openShared(options, contents, ttl_seconds);
    const world = await buildWorld(DEFAULT_WORLD, options, contents);
    // A world from a file keeps its original options.
    const worlds = new Worlds(world.options, contents, ttl_seconds);
    worlds.#open_worlds.set(DEFAULT_WORLD, { world, sellers: contents.sellers, ttl_seconds: null, used_ms: stopwatchMs() });
    return worlds;
  }

  static async #openShared(options: WorldOptions, contents: Contents, ttl_seconds: number | null): Promise<Worlds> {
    const worlds = new Worlds(options, contents, ttl_seconds);
    const { SharedWorlds: Shared } = await import('./shared-worlds.ts');
    const onGone = worlds.#announceGone.bind(worlds);
    const shared = await Shared.open({ defaults: options, open_worlds: worlds.#open_worlds, onGone });
    worlds.#shared = shared;
    try {
      const build = (): Promise<Uint8Array> => worlds.#images.get(options, contents.sellers, worlds.#closing.signal);
      await shared.openDefault(DEFAULT_WORLD, contents, build);
      shared.start();
      return worlds;
    } catch (error) {
      await worlds.close();
      throw error;
    }
  }

  get default(): World {
    const entry = this.#open_worlds.get(DEFAULT_WORLD);
    if (entry === undefined) throw new Error('the default world is closed');
    return entry.world;
  }

  /** The worlds that this process has open. */
  get all(): readonly World[] {
    return [...this.#open_worlds.values()].map(({ world }) => world);
  }

  /** All worlds, of every process that serves them. */
  async list(): Promise<readonly World[]> {
    await this.#shared?.refreshAll();
    return this.all;
  }

  /** The shared snapshots and rate limits, if several processes serve the worlds. */
  get registry(): Pick<Registry, 'snapshots' | 'rates'> | undefined {
    return this.#shared?.registry;
  }

  /** How many new worlds are being built. */
  get building(): number {
    return this.#images.building;
  }

  /** Returns a world that this process has open, and resets its idle time. */
  get(id: string): World | undefined {
    const entry = this.#open_worlds.get(id);
    if (entry === undefined) return undefined;
    if (this.#isExpired(entry)) {
      this.expireIdle();
      return undefined;
    }
    entry.used_ms = stopwatchMs();
    return entry.world;
  }

  /** Like `get`, but returns the default world if no id is given, and a refusal if there is no such world. */
  async find(id: unknown): Promise<World | Refusal> {
    const name = typeof id === 'string' ? id : DEFAULT_WORLD;
    const expired = await this.#shared?.refresh(name);
    const world = this.get(name);
    if (world !== undefined) return world;
    const seconds = expired?.expired_after_seconds ?? this.#expired.find(name);
    return seconds === undefined ? NO_WORLD : refuse('not_found', { message: explainExpired(name, seconds) });
  }

  /** The time to live of a world, and how long it has been idle. */
  idlenessOf({ id }: World): { ttl_seconds: number | null; idle_seconds: number } {
    const entry = this.#open_worlds.get(id);
    if (entry === undefined) return { ttl_seconds: null, idle_seconds: 0 };
    return { ttl_seconds: entry.ttl_seconds, idle_seconds: Math.floor(this.#idleMs(entry) / 1000) };
  }

  /** The error message for the limit on worlds. */
  describeLimit(): string {
    const others = [...this.#open_worlds.values()].filter(({ world }) => world.id !== DEFAULT_WORLD);
    return explainLimit(
      others.map(({ world, used_ms }) => ({ id: world.id, used_ms })),
      stopwatchMs(),
    );
  }

  /** Calls the listener for every world that is deleted or expires. */
  onGone(listener: (world: World) => void): void {
    this.#goneListeners.add(listener);
  }

  /**
   * Creates a world: in memory, in the shared database, or in the file that `choices` names, which can already contain it.
   * @returns undefined if the limit on worlds is reached
   * @throws DeviationError, or the reason of the signal. The world does not exist then
   */
  async create(choices: WorldChoices, creation: CreationOptions = {}): Promise<World | undefined> {
    const options = { ...this.#defaults, db: MEMORY, ...choices };
    const { sellers = this.#contents.sellers, ttl_seconds = this.#ttl_seconds } = creation;
    const { violations = [], variants = [] } = options;
    await loadDeviations({ violations, variants });
    return this.#add({ sellers, ttl_seconds }, creation, async (id, signal) => {
      const shared = this.#shared;
      if (shared === undefined && options.db !== MEMORY) return buildWorld(id, options, { ...this.#contents, sellers }, signal);
      const bytes = await this.#images.get(options, sellers, signal);
      if (shared !== undefined)
        return shared.createAndStart(creation.id, { options, sellers, ttl_seconds }, freshImage(bytes, options));
      const world = await World.open(id, options, bytes);
      await world.schedule.rearm();
      await world.runDue();
      return world;
    });
  }

  /**
   * Creates a world from an image of another one. Both worlds continue with the next ids of the image.
   * @returns undefined if the limit on worlds is reached
   * @throws the reason of the signal
   */
  async fork(
    original: World,
    image: WorldImage,
    creation: Omit<CreationOptions, 'sellers'> & { db?: string | undefined } = {},
  ): Promise<World | undefined> {
    const entry = this.#open_worlds.get(original.id);
    const { ttl_seconds = this.#ttl_seconds, db = MEMORY } = creation;
    const kept = { sellers: entry?.sellers, ttl_seconds };
    return this.#add(kept, creation, async (id) => {
      const options = { ...original.options, ...original.deviations, db };
      if (this.#shared !== undefined) return this.#shared.createAndStart(creation.id, { ...kept, options }, image);
      const world = await World.open(id, options, db === MEMORY ? image.bytes : undefined);
      await world.restore(image);
      return world;
    });
  }

  /** Resets a world to its initial contents, clock, and ids, with an empty journal. */
  async reset(world: World): Promise<void> {
    const sellers = this.#open_worlds.get(world.id)?.sellers;
    const bytes = await this.#images.get(world.options, sellers, this.#closing.signal);
    await world.startOver(freshImage(bytes, world.options));
    await world.journal.clear();
  }

  /** @returns whether the world existed. The default world cannot be deleted */
  async delete(id: string): Promise<boolean> {
    const entry = this.#open_worlds.get(id);
    if (entry === undefined || id === DEFAULT_WORLD) return false;
    this.#open_worlds.delete(id);
    await entry.world.close();
    await this.#shared?.registry.delete(id);
    this.#announceGone(entry.world);
    return true;
  }

  #announceGone(world: World): void {
    for (const listener of this.#goneListeners) listener(world);
  }

  /** Deletes the worlds that were idle for too long, and schedules the next check. */
  expireIdle(): void {
    // With PostgreSQL, any process deletes idle worlds, by the database's clock.
    if (this.#shared !== undefined) return;
    for (const [id, entry] of this.#open_worlds) {
      if (!this.#isExpired(entry)) continue;
      this.#expired.add(id, entry.ttl_seconds ?? 0);
      this.delete(id).catch(warn);
    }
    this.#setAlarm();
  }

  /** Claims no more deliveries. Running attempts go on. */
  stopSending(): void {
    for (const { world } of this.#open_worlds.values()) world.dispatcher.stop();
  }

  /** Ends all waits and streams. */
  stopWaiting(): void {
    for (const { world } of this.#open_worlds.values()) world.bus.publish({ kind: 'end' });
  }

  /** Closes every world and aborts those that are being built. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the mock has been closed'));
    this.#alarm.clear();
    await Promise.allSettled(this.#opening);
    for (const { world } of this.#open_worlds.values()) await world.close();
    this.#open_worlds.clear();
    await this.#shared?.close();
    await this.#images.close();
  }

  async #add(
    kept: Pick<OpenWorld, 'sellers' | 'ttl_seconds'>,
    { signal: caller, id: given_id }: Pick<CreationOptions, 'signal' | 'id'>,
    open: (id: string, signal: AbortSignal) => Promise<World | undefined>,
  ): Promise<World | undefined> {
    const signal = caller === undefined ? this.#closing.signal : AbortSignal.any([caller, this.#closing.signal]);
    signal.throwIfAborted();
    this.expireIdle();
    if (this.#shared === undefined && this.#open_worlds.size + this.#opening.size >= WORLDS_MAX) return undefined;
    if (given_id === undefined) this.#made += 1;
    const id = given_id ?? `w${this.#made}`;
    const opening = this.#open(open(id, signal), signal);
    this.#opening.add(opening);
    try {
      const world = await opening;
      // `SharedWorlds` has already added a shared world.
      if (world === undefined || this.#shared !== undefined) return world;
      this.#open_worlds.set(id, { ...kept, world, used_ms: stopwatchMs() });
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

  #idleMs({ world, used_ms }: OpenWorld): number {
    // A world with listeners is in use.
    return world.bus.listeners > 0 ? 0 : stopwatchMs() - used_ms;
  }

  #isExpired(entry: OpenWorld): boolean {
    return this.#shared === undefined && entry.ttl_seconds !== null && this.#idleMs(entry) >= entry.ttl_seconds * 1000;
  }

  #setAlarm(): void {
    const waits = [...this.#open_worlds.values()].flatMap((entry) =>
      entry.ttl_seconds === null ? [] : [entry.ttl_seconds * 1000 - this.#idleMs(entry)],
    );
    this.#alarm.clear();
    if (waits.length > 0) this.#alarm.set(Math.min(...waits));
  }
}
