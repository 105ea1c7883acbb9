/** The worlds of a PostgreSQL database. Each process opens the worlds that any process created. */
import type { NewWorld, WorldRow } from '../../market/store/postgres/registry.ts';
import { Registry, explainStart } from '../../market/store/postgres/registry.ts';
import { releaseClaims, renewClaims } from '../../market/store/postgres/claims.ts';
import { prepareSpare } from '../../market/store/postgres/spares.ts';
import { openPostgresStore } from '../../market/store/postgres/store.ts';
import { readPostgresUrl } from '../../market/store/postgres/url.ts';
import { stopwatchMs } from '../../ports/clock.ts';
import { generateEpoch } from '../../ports/random.ts';
import { Alarm } from '../../ports/timer.ts';
import { WORLDS_MAX } from './limit.ts';
import type { Contents } from './build-world.ts';
import { startWorld } from './build-world.ts';
import { logLimitsOf } from './shared-parts.ts';
import { freshImage } from './world-images.ts';
import type { WorldImage, WorldOptions } from './world.ts';
import { World } from './world.ts';

/** How often a process looks for work that other processes left undone, in ms of the machine's clock. */
const POLL_MS = 1_000;
/** The number of worlds in which a poll runs due work. If there are more, they take turns. */
const WORLDS_PER_POLL = 50;
/** How often the leases of running attempts are renewed. */
const HEARTBEAT_MS = 1_500;
/** The last use of a world is saved at most once per this time. */
const USE_WRITTEN_SECONDS = 10;

/** A world and its last use, by the machine's clock, because the world's clock can be moved or frozen. */
export interface OpenWorld {
  world: World;
  sellers: string | undefined;
  ttl_seconds: number | null;
  used_ms: number;
}

/** The options that are stored with a world. The others are those of the process. */
type PersistedOptions = Pick<WorldOptions, 'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets' | 'tenant_id'>;

interface SharedWorldsOptions {
  defaults: WorldOptions;
  open_worlds: Map<string, OpenWorld>;
  /** Called with each world that another process has deleted. */
  onGone: (world: World) => void;
}

export class SharedWorlds {
  readonly registry: Registry;
  readonly #options: SharedWorldsOptions;
  readonly #opening = new Map<string, Promise<OpenWorld>>();
  readonly #poll_alarm = new Alarm(() => {
    this.#running = this.#poll();
  });
  readonly #heartbeat_alarm = new Alarm(() => {
    void this.#renewClaims();
  });
  #running: Promise<void> = Promise.resolve();
  #is_closed = false;
  #next_polled = 0;
  /** Whether the tables of the next world still need to be created. */
  #needs_spare = false;

  private constructor(registry: Registry, options: SharedWorldsOptions) {
    this.registry = registry;
    this.#options = options;
  }

  /** @throws DatabaseFileError that says what to do, without the password */
  static async open(options: SharedWorldsOptions): Promise<SharedWorlds> {
    try {
      return new SharedWorlds(await Registry.open(readPostgresUrl(options.defaults.db)), options);
    } catch (error) {
      throw explainStart(error);
    }
  }

  /** Starts to look for what other processes have left undone. */
  start(): void {
    this.#poll_alarm.set(POLL_MS);
    this.#heartbeat_alarm.set(HEARTBEAT_MS);
  }

  /** Creates the default world unless another process has, and opens all worlds. @param build builds the image of the default world */
  async openDefault(id: string, contents: Contents, build: () => Promise<Uint8Array>): Promise<void> {
    const { registry } = this;
    const { defaults, open_worlds } = this.#options;
    await registry.exclude('start', async () => {
      if ((await registry.find(id)) === undefined) {
        const kept = { options: defaults, sellers: contents.sellers, ttl_seconds: null };
        await this.create(id, kept, freshImage(await build(), defaults), Number.MAX_SAFE_INTEGER);
      }
      await this.refreshAll();
      const world = open_worlds.get(id)?.world;
      if (world !== undefined) await startWorld(world, contents);
    });
  }

  /** Opens a world that another process created, or updates the state of an open one. @returns its time to live if it has expired */
  async refresh(id: string): Promise<{ expired_after_seconds: number } | undefined> {
    const row = await this.registry.find(id);
    if (row === undefined) {
      await this.#forget(id);
      const seconds = await this.registry.findExpired(id);
      return seconds === undefined ? undefined : { expired_after_seconds: seconds };
    }
    if (row.ttl_seconds !== null && row.idle_seconds >= row.ttl_seconds) {
      await this.expire();
      return { expired_after_seconds: row.ttl_seconds };
    }
    await this.#applySaved(row);
    if (row.ttl_seconds !== null && row.idle_seconds > Math.min(USE_WRITTEN_SECONDS, row.ttl_seconds / 10))
      await this.registry.touch(id);
    return undefined;
  }

  /** Opens all worlds. */
  async refreshAll(): Promise<void> {
    await this.#applyAll(await this.registry.list());
  }

  /** @returns undefined if the limit on worlds is reached */
  async create(
    id: string,
    { options, sellers, ttl_seconds }: { options: WorldOptions; sellers: string | undefined; ttl_seconds: number | null },
    { bytes, clock, secrets_used }: WorldImage,
    max: number,
  ): Promise<World | undefined> {
    const { seed, lots, is_lenient, has_test_secrets, tenant_id } = options;
    const kept: PersistedOptions = { seed, lots, clock: options.clock, is_lenient, has_test_secrets, tenant_id };
    const made: NewWorld = {
      id,
      options: JSON.stringify(kept),
      sellers: sellers ?? null,
      ttl_seconds,
      epoch: generateEpoch(),
      clock_start: options.clock,
      ...clock,
      secrets_used,
      next_due_ms: null,
      violations: JSON.stringify(options.violations ?? []),
      variants: JSON.stringify(options.variants ?? []),
    };
    const is_made = await this.registry.create(made, bytes, max);
    const row = is_made ? await this.registry.find(id) : undefined;
    return row === undefined ? undefined : (await this.#applySaved(row)).world;
  }

  /**
   * @param given_id default: the next number
   * @returns undefined if the limit on worlds is reached
   */
  async createAndStart(
    given_id: string | undefined,
    kept: Pick<OpenWorld, 'sellers' | 'ttl_seconds'> & { options: WorldOptions },
    image: WorldImage,
  ): Promise<World | undefined> {
    const world = await this.create(given_id ?? (await this.registry.generateId()), kept, image, WORLDS_MAX);
    this.#needs_spare = true;
    await world?.schedule.rearm();
    await world?.runDue();
    world?.dispatcher.wake();
    return world;
  }

  async expire(): Promise<void> {
    for (const id of await this.registry.expire()) await this.#forget(id);
  }

  /** Ends the leases of this process. Call it after closing its worlds. */
  async close(): Promise<void> {
    this.#is_closed = true;
    this.#poll_alarm.clear();
    this.#heartbeat_alarm.clear();
    await this.#running;
    // If the database is unavailable, the leases run out.
    await releaseClaims(this.registry).catch(() => undefined);
    await this.registry.close();
  }

  async #forget(id: string): Promise<void> {
    const entry = this.#options.open_worlds.get(id);
    if (entry === undefined) return;
    this.#options.open_worlds.delete(id);
    await entry.world.close();
    this.#options.onGone(entry.world);
  }

  async #applySaved(row: WorldRow): Promise<OpenWorld> {
    const entry = this.#options.open_worlds.get(row.id) ?? (await this.#open(row));
    entry.used_ms = stopwatchMs() - row.idle_seconds * 1000;
    await entry.world.follow(row);
    return entry;
  }

  async #open(row: WorldRow): Promise<OpenWorld> {
    const opening = this.#opening.get(row.id) ?? this.#openWorld(row);
    this.#opening.set(row.id, opening);
    try {
      const entry = await opening;
      this.#options.open_worlds.set(row.id, entry);
      return entry;
    } finally {
      this.#opening.delete(row.id);
    }
  }

  async #openWorld(row: WorldRow): Promise<OpenWorld> {
    // Cast: written by `create`.
    const kept = JSON.parse(row.options) as PersistedOptions;
    const { registry } = this;
    await registry.migrate(row);
    const options = { ...this.#options.defaults, ...kept, db: registry.connections.url.label, violations: [], variants: [] };
    const world = await World.on(openPostgresStore(registry, row, logLimitsOf(options)), row.id, options);
    return { world, sellers: row.sellers ?? undefined, ttl_seconds: row.ttl_seconds, used_ms: stopwatchMs() };
  }

  async #applyAll(rows: readonly WorldRow[]): Promise<void> {
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.#options.open_worlds.keys()) if (!ids.has(id)) await this.#forget(id);
    for (const row of rows) await this.#applySaved(row);
  }

  /** Opens worlds that other processes created, and runs due work that no other process has claimed. Never rejects. */
  async #poll(): Promise<void> {
    try {
      await this.expire();
      const rows = await this.registry.list();
      await this.#applyAll(rows);
      for (let looked = 0; looked < Math.min(WORLDS_PER_POLL, rows.length) && !this.#is_closed; looked += 1) {
        this.#next_polled = (this.#next_polled + 1) % rows.length;
        await this.#runDueIn(rows[this.#next_polled]?.id ?? '');
      }
      if (this.#needs_spare) this.#needs_spare = await prepareSpare(this.registry);
    } catch {
      // The database is unavailable, or another process deletes the world. Requests report errors.
    }
    if (!this.#is_closed) this.#poll_alarm.set(POLL_MS);
  }

  async #runDueIn(id: string): Promise<void> {
    const entry = this.#options.open_worlds.get(id);
    if (entry === undefined) return;
    const { world, ttl_seconds } = entry;
    // A world with listeners is in use.
    if (ttl_seconds !== null && world.bus.listeners > 0) await this.registry.touch(id);
    await world.lock.share(() => world.runDue());
    world.dispatcher.lookAgain();
  }

  async #renewClaims(): Promise<void> {
    // Ignored: if the database is unavailable, no other process can take over either.
    await renewClaims(this.registry).catch(() => undefined);
    await this.registry.rates.prune().catch(() => undefined);
    if (!this.#is_closed) this.#heartbeat_alarm.set(HEARTBEAT_MS);
  }
}
