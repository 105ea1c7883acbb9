import type { DeviationNames } from '../../mutations/deviations.ts';
import type { EventBus, WorldEvent } from '../journal/event-bus.ts';
import { Clock, type ClockState } from '../../ports/clock.ts';
import { expireDue } from './expiry.ts';
import { ReadWriteLock } from './locks.ts';
import { RowFollower } from './row-follower.ts';
import { Secrets } from './secrets.ts';
import { Schedule } from './schedule.ts';
import { warn } from './warn.ts';
import { makeParts, type Parts } from './shared-parts.ts';
import { WorldDeviations } from './world-deviations.ts';
import type { WorldImage, WorldOptions } from './world-options.ts';
import { Ids } from '../../market/store/ids.ts';
import { generateEpoch } from '../../ports/random.ts';
import type { Seams } from '../../mutations/seams.ts';
import type { PersistedState, Runtime } from '../../market/store/runtime.ts';
import type { WorldRow } from '../../market/store/postgres/registry.ts';
import { openStore, type Store } from '../../market/store/store.ts';
import type { Row, Tx } from '../../market/records/tables.ts';
import { Tally } from '../journal/tally.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';

export type { WorldImage, WorldOptions } from './world-options.ts';

/** One marketplace: a store, a clock, ids, a journal, and the dispatcher of its webhooks. */
export class World {
  readonly id: string;
  readonly options: WorldOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Requests share it. Replacing the contents of the world takes it exclusively. */
  readonly lock = new ReadWriteLock();
  /** Concurrent clock changes and snapshots are queued. */
  readonly serial_queue: Parts['serial_queue'];
  /** Counters for metrics. A reset does not change them. */
  readonly tally = new Tally();
  /** Observations for the coach. A reset clears them. */
  readonly observations: Parts['observations'];
  /** A webhook receiver. A reset does not clear it. */
  readonly inbox: Parts['inbox'];
  readonly bus: EventBus;
  readonly journal: Parts['journal'];
  /** Injected network faults. */
  readonly faults: Parts['faults'];
  readonly dispatcher: Dispatcher;
  readonly schedule: Schedule;
  readonly #deviations: WorldDeviations;
  readonly #events_by_tx = new WeakMap<Tx, WorldEvent[]>();
  readonly #secrets: Secrets;
  /** Whether `close` was called. */
  is_closed = false;
  /** Changes with a reset or restore. */
  epoch = generateEpoch();
  readonly #followFaults: Parts['followFaults'];
  readonly #follower: RowFollower;

  private constructor(id: string, options: WorldOptions, store: Store, persisted_state: PersistedState | undefined) {
    const clock = new Clock(options.clock);
    this.id = id;
    this.options = options;
    this.store = store;
    this.clock = clock;
    this.ids = new Ids(options.seed);
    this.#secrets = new Secrets(options);
    const count = (event: WorldEvent): void => {
      this.tally.count(event);
      this.observations.note(event);
      this.options.onEvent?.(this.id, event);
    };
    const parts = makeParts({ options, store, persisted_state, now: () => clock.now(), count });
    ({ bus: this.bus, journal: this.journal, faults: this.faults, serial_queue: this.serial_queue } = parts);
    ({ observations: this.observations, inbox: this.inbox } = parts);
    this.#followFaults = parts.followFaults;
    this.#follower = new RowFollower(store, (row, is_new) => this.#applySaved(row, is_new));
    this.dispatcher = new Dispatcher(this);
    this.#deviations = new WorldDeviations(store);
    this.schedule = new Schedule(store, clock, () => {
      this.lock
        .share(() => this.#onAlarm())
        // The next request fails with the same error and reports it.
        .catch(warn);
    });
  }

  /** Returns the next secret of a kind. It is unpredictable unless the world has test secrets. */
  secrets(kind: string): string {
    return this.#secrets.generate(kind);
  }

  /**
   * Opens a world on a store that already holds its records.
   * @param image the bytes of a snapshot to start from
   * @throws DeviationError for a violation or variant that cannot be turned on, DatabaseFileError if the file cannot hold a world, DatabaseInUseError
   * if another mock uses it
   */
  static async open(id: string, options: WorldOptions, image?: Uint8Array): Promise<World> {
    return World.on(await openStore(options.db, image), id, options);
  }

  /** Opens a world on an open store, and closes the store if it cannot. */
  static async on(store: Store, id: string, options: WorldOptions): Promise<World> {
    const { violations = [], variants = [] } = options;
    try {
      // Ids derive from the seed, so a file keeps its seed.
      const origin = await store.reader.selectFrom('origins').selectAll().executeTakeFirst();
      // Ignores the clock of an image, because it comes from another world.
      const runtime = await store.loadRuntime();
      const clock = runtime?.clock_start ?? options.clock;
      const persisted_state = await store.persisted_state?.load();
      const world = new World(id, { ...options, ...origin, clock }, store, persisted_state);
      await world.#deviations.start({ violations, variants }, persisted_state?.deviations);
      if (runtime !== undefined) world.#continueFrom(runtime);
      if (runtime === undefined || store.persisted_state !== undefined) await store.write((tx) => world.#saveStart(tx));
      return world;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async #saveStart(tx: Tx): Promise<void> {
    await this.#saveRuntime(tx);
    const { key: inbox_key } = await this.inbox.readSettings();
    await this.store.persisted_state?.save(tx, { deviations: this.#deviations.stored, inbox_key });
  }

  /** Applies changes that other processes have saved. */
  async follow(row: WorldRow): Promise<void> {
    await this.#follower.follow(row);
  }

  async catchUp(): Promise<void> {
    await this.#follower.catchUp();
  }

  async #applySaved(row: WorldRow, is_new: boolean): Promise<void> {
    this.schedule.noteStored(row.next_due_ms);
    if (!is_new) return;
    this.#continueFrom(row);
    this.schedule.applySaved(row.next_due_ms);
    this.#followFaults(row.faults);
    await this.#deviations.applySaved(row);
    const is_renewed = row.epoch !== this.epoch;
    this.epoch = row.epoch;
    if (is_renewed) this.bus.publish({ kind: 'renewed' });
    this.schedule.setAlarm();
  }

  #continueFrom({ mode, frozen_at_ms, offset_ms, secrets_used }: Runtime): void {
    this.clock.resume({ mode, frozen_at_ms, offset_ms });
    this.#secrets.continueFrom(secrets_used);
  }

  get inventory(): Store['inventory'] {
    return this.store.inventory;
  }

  async #saveRuntime(tx: Tx, clock: ClockState = this.clock.state, secrets_used = this.#secrets.used): Promise<void> {
    await this.store.saveRuntime(tx, { clock_start: this.options.clock, ...clock, secrets_used });
  }

  /** Changes the clock. If the change cannot be saved, the clock stays as it was. */
  async changeClock(change: () => void): Promise<void> {
    let before = this.clock.state;
    try {
      await this.store.write(async (tx) => {
        before = this.clock.state;
        change();
        await this.#saveRuntime(tx);
      });
    } catch (error) {
      this.clock.resume(before);
      throw error;
    }
  }

  /** The violations and variants that are on. */
  get deviations(): DeviationNames {
    return this.#deviations.names;
  }

  get seams(): Seams {
    return this.#deviations.seams;
  }

  /**
   * Turns violations and variants on or off. A list that is not given stays. Resets and snapshots do not change them.
   * @throws DeviationError
   */
  async deviate(change: Partial<DeviationNames>): Promise<void> {
    await this.#deviations.change(change);
  }

  /**
   * Runs one change of the marketplace as one transaction. Bids, lots, and congestions that are due by now expire first (BID-12, BID-53).
   * After the commit, events are published and the dispatcher is woken.
   */
  async write<Result>(change: (tx: Tx, now: string) => Promise<Result>): Promise<Result> {
    const events: WorldEvent[] = [];
    const attributes = { 'gristmill.world_id': this.id };
    const result = await this.options.tracing.span('transaction', { attributes }, () =>
      this.store.write(async (tx) => {
        this.#events_by_tx.set(tx, events);
        const now = this.clock.now();
        if (this.schedule.is_due) await expireDue(this, tx, now);
        const secrets_used = this.#secrets.used;
        const changed = await change(tx, now);
        if (this.#secrets.used !== secrets_used) await this.#saveRuntime(tx);
        await this.schedule.save(tx);
        return changed;
      }),
    );
    for (const event of events) this.bus.publish(event);
    await this.schedule.afterCommit();
    this.dispatcher.wake();
    return result;
  }

  /** Runs what is due, unless another process has done it already. */
  async #onAlarm(): Promise<void> {
    await this.catchUp();
    if (this.schedule.is_due || this.store.shared === undefined) await this.write(() => Promise.resolve());
    else this.schedule.setAlarm();
  }

  /** Publishes an event after the transaction of `write` commits, or never if it fails. */
  publishAfterCommit(tx: Tx, event: WorldEvent): void {
    this.#events_by_tx.get(tx)?.push(event);
  }

  /** Runs everything that is due by now. Costs nothing if nothing is due. */
  async runDue(): Promise<void> {
    if (this.schedule.is_due) await this.write(() => Promise.resolve());
  }

  /** When something is due next, in ms of the world's clock. Infinity if nothing is. */
  get next_due_ms(): number {
    return this.schedule.due_ms;
  }

  /** Takes a snapshot. It contains each concurrent request completely or not at all. */
  async capture(): Promise<WorldImage> {
    const bytes = await this.store.snapshot();
    return { bytes, clock: this.clock.state, secrets_used: this.#secrets.used };
  }

  /**
   * Replaces the contents with a snapshot. Running requests finish first, later ones see the new contents, and running delivery attempts are
   * aborted without a record. The journal and its listeners stay. Ids and secrets continue from the higher counters, to reuse none.
   */
  async restore(image: WorldImage): Promise<void> {
    await this.#replace(image, true);
  }

  /** Replaces the contents with an image. Ids and secrets start from those of the image. */
  async startOver(image: WorldImage): Promise<void> {
    await this.#replace(image, false);
  }

  /** Replaces the contents, unless that fails. @param keeps_counters whether ids and secrets continue from the higher counters */
  async #replace({ bytes, clock, secrets_used }: WorldImage, keeps_counters: boolean): Promise<void> {
    const epoch = generateEpoch();
    const is_replaced = await this.lock.exclude(() =>
      this.dispatcher.whileHalted(async () => {
        const used = keeps_counters ? Math.max(secrets_used, this.#secrets.used) : secrets_used;
        const adjust = async (tx: Tx, drawn: readonly Row<'counters'>[]): Promise<void> => {
          if (keeps_counters) await this.ids.raiseCounters(tx, drawn);
          await this.#saveRuntime(tx, clock, used);
          await this.store.shared?.save(tx, { epoch });
        };
        await this.store.restore(bytes, adjust, (db) => this.ids.readCounters(db));
        this.schedule.clear();
        this.#secrets.continueFrom(used);
        this.clock.resume(clock);
        this.epoch = epoch;
        await this.observations.forget();
        this.bus.publish({ kind: 'renewed' });
        await this.schedule.rearm();
        return true;
      }),
    );
    // Undefined if the world was closed in the meantime.
    if (is_replaced === true) await this.runDue();
  }

  /** Waits for running requests, then closes the world. */
  async close(): Promise<void> {
    this.is_closed = true;
    this.bus.publish({ kind: 'end' });
    await this.lock.close();
    await this.dispatcher.close();
    // The last attempts may have set the alarm.
    this.schedule.clear();
    await this.journal.flush();
    await this.observations.flush();
    await this.store.close();
  }
}
