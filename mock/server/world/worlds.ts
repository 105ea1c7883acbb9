import type { Contents } from './build-world.ts';
import { buildWorld } from './build-world.ts';
import { Clock, stopwatchMs } from '../../ports/clock.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import { Alarm } from '../../ports/timer.ts';
import { WorldImages } from './world-images.ts';
import { formatDuration } from '../world-ttl.ts';
import type { WorldImage, WorldOptions } from './world.ts';
import { World } from './world.ts';

/** More worlds than this at once are refused: each holds a database in memory. */
export const WORLDS_MAX = 200;
/** Of so many worlds that have expired it is known that they have; of those before them no more than that they are not there. */
const EXPIRED_KNOWN_MAX = 1_000;
/** So many worlds are named where there is no room for another. */
const IDLE_NAMED = 3;

export const DEFAULT_WORLD = 'default';

/** What a world of its own may differ in from the default one. */
export type WorldChoices = Partial<
  Pick<WorldOptions, 'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets' | 'violations' | 'variants'>
>;

/** How another world is made. What is not given is as in the worlds that the mock was started for. */
export interface Making {
  sellers?: string | undefined;
  /** How long it may be idle; null for as long as the mock lasts. */
  ttl_seconds?: number | null | undefined;
  /** Nobody waits for the world any more once it is aborted. */
  signal?: AbortSignal | undefined;
}

export interface WorldsOptions {
  /** How long a world may be idle unless it says otherwise; null for as long as the mock lasts. */
  ttl_seconds?: number | null | undefined;
}

/** A world, who its sellers are, and since when nobody has used it, by the machine: the clock of the world may be moved by years, or stand still. */
interface Place {
  world: World;
  sellers: string | undefined;
  ttl_seconds: number | null;
  used_ms: number;
}

/** The worlds that one process serves. The first lives as long as the process; the others come and go. */
export class Worlds {
  readonly #places = new Map<string, Place>();
  /** Those that have expired, with the time for which they were idle. */
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
  #made = 0;

  private constructor(defaults: WorldOptions, contents: Contents, { ttl_seconds = null }: WorldsOptions) {
    this.#defaults = defaults;
    this.#contents = contents;
    this.#ttl_seconds = ttl_seconds;
    this.#images = new WorldImages(async (options, sellers, signal) => {
      // One image serves the clean worlds and the others.
      const clean = { ...options, violations: [], variants: [], db: ':memory:' };
      const scratch = await buildWorld('image', clean, { ...contents, sellers }, signal);
      const bytes = await scratch.store.snapshot();
      await scratch.close();
      return bytes;
    });
  }

  static async open(options: WorldOptions, contents: Contents, more: WorldsOptions = {}): Promise<Worlds> {
    const world = await buildWorld(DEFAULT_WORLD, options, contents);
    // As it was made, which is not as it was asked for where it comes from a file.
    const worlds = new Worlds(world.options, contents, more);
    worlds.#places.set(DEFAULT_WORLD, { world, sellers: contents.sellers, ttl_seconds: null, used_ms: stopwatchMs() });
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

  /** How many fresh worlds are being built, for those who wait for them. */
  get building(): number {
    return this.#images.building;
  }

  /** For whoever is about to use the world: from now on it is idle. */
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

  /** The same for an address, where none is named for the default world. @returns why there is no such world */
  find(id: unknown): World | Refusal {
    if (typeof id !== 'string') return this.default;
    const world = this.get(id);
    if (world !== undefined) return world;
    const seconds = this.#expired.get(id);
    if (seconds === undefined) return NO_WORLD;
    return refuse('not_found', {
      message: `World ${id} has expired: nobody used it for ${formatDuration(seconds)}. Make another with POST worlds, with a longer ttl where it is to last.`,
    });
  }

  /** How long a world may be idle, and for how long it has been. */
  idlenessOf({ id }: World): { ttl_seconds: number | null; idle_seconds: number } {
    const place = this.#places.get(id);
    if (place === undefined) return { ttl_seconds: null, idle_seconds: 0 };
    return { ttl_seconds: place.ttl_seconds, idle_seconds: Math.floor(this.#idleMs(place) / 1000) };
  }

  /** Why there is no room for another world, and what to do about it. */
  describeLimit(): string {
    const idle = [...this.#places.values()]
      .filter(({ world }) => world.id !== DEFAULT_WORLD)
      .toSorted((a, b) => this.#idleMs(b) - this.#idleMs(a))
      .slice(0, IDLE_NAMED)
      .map((place) => `${place.world.id} (${formatDuration(this.#idleMs(place) / 1000)})`);
    return (
      `There are ${WORLDS_MAX} worlds, which is the limit. Idle for longest: ${idle.join(', ')}. ` +
      'Delete some with DELETE worlds/{id}, or give worlds a ttl (--world-ttl), so that idle ones go by themselves.'
    );
  }

  /** Has somebody told of every world that is deleted or expires. */
  onGone(listener: (world: World) => void): void {
    this.#goneListeners.add(listener);
  }

  /**
   * Makes another world, in memory. It can be used as soon as it is whole.
   * @returns undefined where there are as many worlds as there may be
   * @throws UnknownDeviationError, and the reason of the signal; nothing is left of the world then
   */
  async create(choices: WorldChoices, making: Making = {}): Promise<World | undefined> {
    const options = { ...this.#defaults, ...choices, db: ':memory:' };
    const { sellers = this.#contents.sellers, ttl_seconds = this.#ttl_seconds } = making;
    return this.#place({ sellers, ttl_seconds }, making.signal, async (id, signal) => {
      const world = await World.open(id, options, await this.#images.get(options, sellers, signal));
      await world.rearm();
      await world.runDue();
      return world;
    });
  }

  /**
   * Makes another world out of an image of an existing one. Each goes on with the ids that come next in the image, as they do for nobody but itself.
   * @returns undefined where there are as many worlds as there may be
   * @throws the reason of the signal
   */
  async fork(
    original: World,
    image: WorldImage,
    { ttl_seconds, signal }: Omit<Making, 'sellers'> = {},
  ): Promise<World | undefined> {
    const place = this.#places.get(original.id);
    const kept = { sellers: place?.sellers, ttl_seconds: ttl_seconds === undefined ? this.#ttl_seconds : ttl_seconds };
    return this.#place(kept, signal, async (id) => {
      const world = await World.open(id, { ...original.options, ...original.deviations, db: ':memory:' }, image.bytes);
      await world.become(image);
      return world;
    });
  }

  /** Makes a world again what it was when it was new: its contents, its clock, its first ids, an empty journal. */
  async reset(world: World): Promise<void> {
    const sellers = this.#places.get(world.id)?.sellers;
    const bytes = await this.#images.get(world.options, sellers, this.#closing.signal);
    await world.beginAnew({ bytes, clock: new Clock(world.options.clock).state, secrets_used: 0 });
    world.journal.clear();
  }

  /** @returns whether there was such a world; the default one stays */
  async delete(id: string): Promise<boolean> {
    const place = this.#places.get(id);
    if (place === undefined || id === DEFAULT_WORLD) return false;
    this.#places.delete(id);
    await place.world.close();
    for (const listener of this.#goneListeners) listener(place.world);
    return true;
  }

  /** Deletes the worlds that have been idle for too long, and looks again when the next may have been. */
  expireIdle(): void {
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

  /** Tells whoever waits for something in a world that nothing more will come. */
  stopWaiting(): void {
    for (const { world } of this.#places.values()) world.bus.publish({ kind: 'end' });
  }

  /** Worlds that are being made are not. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the mock has been closed'));
    this.#alarm.clear();
    await Promise.allSettled(this.#opening);
    for (const { world } of this.#places.values()) await world.close();
    this.#places.clear();
    await this.#images.close();
  }

  async #place(
    kept: Pick<Place, 'sellers' | 'ttl_seconds'>,
    left: AbortSignal | undefined,
    open: (id: string, signal: AbortSignal) => Promise<World>,
  ): Promise<World | undefined> {
    const signal = left === undefined ? this.#closing.signal : AbortSignal.any([left, this.#closing.signal]);
    signal.throwIfAborted();
    this.expireIdle();
    if (this.#places.size + this.#opening.size >= WORLDS_MAX) return undefined;
    this.#made += 1;
    const id = `w${this.#made}`;
    const opening = this.#open(open(id, signal), signal);
    this.#opening.add(opening);
    try {
      const world = await opening;
      this.#places.set(id, { ...kept, world, used_ms: stopwatchMs() });
      this.#setAlarm();
      return world;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** The world, unless nobody waits for it any more. */
  async #open(opening: Promise<World>, signal: AbortSignal): Promise<World> {
    const world = await opening;
    if (!signal.aborted) return world;
    await world.close();
    throw signal.reason;
  }

  #idleMs({ world, used_ms }: Place): number {
    // Whoever listens to a world uses it.
    return world.bus.listeners > 0 ? 0 : stopwatchMs() - used_ms;
  }

  #isExpired(place: Place): boolean {
    return place.ttl_seconds !== null && this.#idleMs(place) >= place.ttl_seconds * 1000;
  }

  #setAlarm(): void {
    const waits = [...this.#places.values()].flatMap((place) =>
      place.ttl_seconds === null ? [] : [place.ttl_seconds * 1000 - this.#idleMs(place)],
    );
    this.#alarm.clear();
    if (waits.length > 0) this.#alarm.set(Math.min(...waits));
  }
}

const NO_WORLD = refuse('not_found', { message: 'There is no such world.' });
