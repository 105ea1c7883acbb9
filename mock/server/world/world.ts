import type { WorldEvent } from '../journal/event-bus.ts';
import type { DeviationNames, Deviations } from '../../mutations/deviations.ts';
import { CLEAN, arrangeDeviations, loadCatalogue, loadDeviations } from '../../mutations/deviations.ts';
import type { EventBus } from '../journal/event-bus.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { Vault } from '../../ports/vault.ts';
import { Clock, type ClockState, toMs } from '../../ports/clock.ts';
import { expireDue } from './expiry.ts';
import type { FaultList } from '../faults/faults.ts';
import { ReadWriteLock } from './locks.ts';
import type { Parts } from './shared-parts.ts';
import { makeParts } from './shared-parts.ts';
import { Ids } from '../../market/store/ids.ts';
import type { RequestJournal } from '../journal/journal.ts';
import { Observations } from '../journal/observations.ts';
import type { Coach } from '../journal/traffic.ts';
import type { SecretSource } from '../../ports/random.ts';
import { drawEpoch, repeatableSecrets, unpredictableSecrets } from '../../ports/random.ts';
import { nextDue } from '../../market/store/next-due.ts';
import type { Seams } from '../../mutations/seams.ts';
import type { Runtime } from '../../market/store/runtime.ts';
import type { WorldRow } from '../../market/store/postgres/registry.ts';
import { openStore } from '../../market/store/store.ts';
import type { Store } from '../../market/store/store.ts';
import type { PublicLot } from '../../market/records/truths.ts';
import type { Reader, Tx } from '../../market/records/tables.ts';
import type { RowCache } from '../../market/store/engine/row-cache.ts';
import { Tally } from '../journal/tally.ts';
import { Alarm } from '../../ports/timer.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';
import type { SignatureOptions } from '../webhooks/sign.ts';
import type { Quotas } from '../quotas.ts';

export interface WorldOptions {
  seed: string;
  lots: number;
  /** `real`, `frozen`, or an ISO instant to stand still at. */
  clock: string;
  /** A file, or `:memory:`. A file that holds a world keeps its seed and its number of lots. */
  db: string;
  /** Unknown body fields are ignored instead of rejected (CONV-7). */
  is_lenient: boolean;
  /** Webhooks to private addresses are rejected (WHK-11). */
  is_shared: boolean;
  /** The origin of links, if the mock is behind a proxy. */
  public_url: string | undefined;
  /** Secrets are the same in every run, for tests that compare bytes. */
  has_test_secrets: boolean;
  /** How deliveries are signed. By default with `t` and `v1` (SIG-9). */
  signature_options?: SignatureOptions | undefined;
  /** Violations that are on from the start. */
  violations?: readonly string[] | undefined;
  /** Variants that are on from the start. */
  variants?: readonly string[] | undefined;
  tracing: Tracing;
  /** How secrets are stored. */
  vault: Vault;
  /** The tenant that the world belongs to, and what a tenant may use, on a hosted mock. */
  tenant_id?: string | undefined;
  quotas?: Quotas | undefined;
  /** Called with everything that happens in a world. Must not throw. */
  onEvent?: ((world_id: string, event: WorldEvent) => void) | undefined;
  /** Names what clients do that fails in production. */
  coach?: Coach | undefined;
}

/** The contents of a snapshot. */
export interface WorldImage {
  bytes: Uint8Array;
  clock: ClockState;
  /** How many secrets were drawn, so that a world with test secrets continues with the next one. */
  secrets_used: number;
}

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
  /** For the coach. A reset empties them. */
  readonly observations = new Observations();
  readonly bus: EventBus;
  readonly journal: RequestJournal;
  /** Injected network faults. */
  readonly faults: FaultList;
  readonly dispatcher: Dispatcher;
  readonly #alarm: Alarm;
  readonly #rings = new WeakMap<Tx, WorldEvent[]>();
  #secrets: SecretSource;
  #secrets_used = 0;
  #next_due_ms = Number.POSITIVE_INFINITY;
  #deviations: Deviations = CLEAN;
  #is_closed = false;
  #epoch = drawEpoch();
  readonly #followFaults: Parts['followFaults'];
  /** The state in the database that this process has taken over. */
  #version = 0;
  #stored_due_ms: number | null = null;
  #following: Promise<void> = Promise.resolve();

  private constructor(id: string, options: WorldOptions, store: Store, clock: Clock) {
    this.id = id;
    this.options = options;
    this.store = store;
    this.clock = clock;
    this.ids = new Ids(options.seed);
    this.#secrets = makeSecrets(options, 0);
    const count = (ring: WorldEvent): void => {
      this.tally.count(ring);
      this.observations.note(ring);
      this.options.onEvent?.(this.id, ring);
    };
    const parts = makeParts({ options, store, now: () => clock.now(), count });
    ({ bus: this.bus, journal: this.journal, faults: this.faults, serial_queue: this.serial_queue } = parts);
    this.#followFaults = parts.followFaults;
    store.shared?.follow({
      takeOver: (row) => this.follow(row),
      saved: (version) => {
        this.#version = version;
      },
    });
    this.dispatcher = new Dispatcher(this);
    this.#alarm = new Alarm(() => {
      // Timers may fire early, and long waits come in steps. A write schedules the alarm again.
      this.lock
        .share(() => this.write(() => Promise.resolve()))
        .catch((error: unknown) => {
          // The next request fails with the same error and reports it.
          process.emitWarning(error instanceof Error ? error : String(error), 'WorldWarning');
        });
    });
  }

  /** Returns the next secret of a kind. It is unpredictable unless the world has test secrets. */
  secrets(kind: string): string {
    this.#secrets_used += 1;
    return this.#secrets(kind);
  }

  /**
   * Opens a world on a store that already holds its records.
   * @param image the bytes of a snapshot to start from
   * @throws UnknownDeviationError for an unknown violation or variant, DatabaseFileError if the file cannot hold a world, DatabaseInUseError
   * if another mock uses it
   */
  static async open(id: string, options: WorldOptions, image?: Uint8Array): Promise<World> {
    return World.on(await openStore(options.db, image), id, options);
  }

  /** Opens a world on an open store, and closes the store if it cannot. */
  static async on(store: Store, id: string, options: WorldOptions): Promise<World> {
    const { violations = [], variants = [] } = options;
    try {
      const deviations = await loadDeviations({ violations, variants });
      // Ids derive from the seed, so a file keeps its seed.
      const origin = await store.reader.selectFrom('origins').selectAll().executeTakeFirst();
      // An image comes from another world and does not determine the clock.
      const runtime = await store.loadRuntime();
      const clock = runtime?.clock_start ?? options.clock;
      const world = new World(id, { ...options, ...origin, clock }, store, new Clock(clock));
      world.#deviations = deviations;
      if (runtime === undefined) await store.write((tx) => world.#saveRuntime(tx));
      else world.#goOnFrom(runtime);
      return world;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** Takes over what other processes have changed. */
  async follow(row: WorldRow): Promise<void> {
    this.#following = this.#following.then(() => this.#takeOver(row));
    await this.#following;
  }

  async catchUp(): Promise<void> {
    const row = await this.store.shared?.load();
    if (row !== undefined) await this.follow(row);
  }

  async #takeOver(row: WorldRow): Promise<void> {
    this.#stored_due_ms = row.next_due_ms;
    // An answer of the database can be older than the one before.
    if (row.version <= this.#version) return;
    this.#version = row.version;
    this.#goOnFrom(row);
    this.#next_due_ms = row.next_due_ms ?? Number.POSITIVE_INFINITY;
    this.#followFaults(row.faults);
    // A world wrote them.
    const [violations, variants] = [JSON.parse(row.violations) as string[], JSON.parse(row.variants) as string[]];
    if (JSON.stringify(this.deviations) !== JSON.stringify({ violations, variants }))
      this.#deviations = await loadDeviations({ violations, variants });
    const is_renewed = row.epoch !== this.#epoch;
    this.#epoch = row.epoch;
    if (is_renewed) this.bus.publish({ kind: 'renewed' });
    this.#setAlarm();
  }

  /** Changes with a reset or restore. */
  get epoch(): string {
    return this.#epoch;
  }

  #goOnFrom({ mode, frozen_at_ms, offset_ms, secrets_used }: Runtime): void {
    this.clock.resume({ mode, frozen_at_ms, offset_ms });
    this.#secrets_used = secrets_used;
    this.#secrets = makeSecrets(this.options, secrets_used);
  }

  get listed_lots(): RowCache<PublicLot> {
    return this.store.listed_lots;
  }

  async #saveRuntime(tx: Tx, clock: ClockState = this.clock.state, secrets_used = this.#secrets_used): Promise<void> {
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
    const { violations, variants } = this.#deviations;
    return { violations, variants };
  }

  get seams(): Seams {
    return this.#deviations.seams;
  }

  /**
   * Turns violations and variants on or off. A list that is not given stays. Resets and snapshots do not change them.
   * @throws UnknownDeviationError
   */
  async deviate(change: Partial<DeviationNames>): Promise<void> {
    const catalogue = await loadCatalogue();
    // Read after the await, so that concurrent changes do not undo each other.
    const arrange = (): Deviations => arrangeDeviations(catalogue, { ...this.deviations, ...change });
    const { shared } = this.store;
    if (shared === undefined) this.#deviations = arrange();
    else {
      this.#deviations = await this.store.write(async (tx) => {
        const arranged = arrange();
        const names = { violations: JSON.stringify(arranged.violations), variants: JSON.stringify(arranged.variants) };
        await shared.save(tx, names);
        return arranged;
      });
    }
  }

  /**
   * Runs one change of the marketplace as one transaction. Bids, lots, and congestions that are due by now expire first (BID-12, BID-53).
   * After the commit, events are published and the dispatcher is woken.
   */
  async write<Result>(change: (tx: Tx, now: string) => Promise<Result>): Promise<Result> {
    const rings: WorldEvent[] = [];
    const attributes = { 'gristmill.world_id': this.id };
    const result = await this.options.tracing.span('transaction', { attributes }, () =>
      this.store.write(async (tx) => {
        this.#rings.set(tx, rings);
        const now = this.clock.now();
        if (this.clock.now_ms() >= this.#next_due_ms) await expireDue(this, tx, now);
        const secrets_used = this.#secrets_used;
        const changed = await change(tx, now);
        if (this.#secrets_used !== secrets_used) await this.#saveRuntime(tx);
        if (this.store.shared !== undefined) await this.#saveNextDue(tx);
        return changed;
      }),
    );
    for (const ring of rings) this.bus.publish(ring);
    if (this.store.shared === undefined) await this.rearm();
    else this.#setAlarm();
    this.dispatcher.wake();
    return result;
  }

  /** Publishes an event after the transaction of `write` commits, or never if it fails. */
  publishAfterCommit(tx: Tx, ring: WorldEvent): void {
    this.#rings.get(tx)?.push(ring);
  }

  /** Runs everything that is due by now. Costs nothing if nothing is due. */
  async runDue(): Promise<void> {
    if (this.clock.now_ms() < this.#next_due_ms) return;
    await this.write(() => Promise.resolve());
  }

  /** When something is due next, in ms of the world's clock. Infinity if nothing is. */
  get next_due_ms(): number {
    return this.#next_due_ms;
  }

  /** Finds what is due next, and sets the alarm if the clock runs. */
  async rearm(): Promise<void> {
    if (this.store.shared === undefined) this.#next_due_ms = await this.#findNextDue(this.store.reader);
    else await this.store.write((tx) => this.#saveNextDue(tx));
    this.#setAlarm();
  }

  async #findNextDue(db: Reader): Promise<number> {
    const due = await nextDue(db, this.clock.now());
    return due === null ? Number.POSITIVE_INFINITY : toMs(due);
  }

  /** Other processes read it with each request. */
  async #saveNextDue(tx: Tx): Promise<void> {
    this.#next_due_ms = await this.#findNextDue(tx);
    const next_due_ms = Number.isFinite(this.#next_due_ms) ? this.#next_due_ms : null;
    if (next_due_ms !== this.#stored_due_ms) await this.store.shared?.save(tx, { next_due_ms });
  }

  #setAlarm(): void {
    this.#alarm.clear();
    if (Number.isFinite(this.#next_due_ms) && this.clock.state.mode === 'real')
      this.#alarm.set(this.#next_due_ms - this.clock.now_ms());
  }

  /** Takes a snapshot. Each concurrent request is in it completely or not at all. */
  async capture(): Promise<WorldImage> {
    const bytes = await this.store.snapshot();
    return { bytes, clock: this.clock.state, secrets_used: this.#secrets_used };
  }

  /**
   * Replaces the contents with a snapshot. Running requests finish first, later ones see the new contents, and running delivery attempts are
   * aborted without a record. The journal and its listeners stay. Ids and secrets continue from the higher counters, so none is used twice.
   */
  async become(image: WorldImage): Promise<void> {
    await this.#replace(image, async (epoch) => {
      const drawn = await this.ids.readCounters(this.store.reader);
      const secrets_used = Math.max(image.secrets_used, this.#secrets_used);
      await this.store.restore(image.bytes, async (tx) => {
        await this.ids.countOnFrom(tx, drawn);
        await this.#renew(tx, image.clock, secrets_used, epoch);
      });
      return secrets_used;
    });
  }

  /** Replaces the contents with an image, and starts ids and secrets from the image. */
  async beginAnew(image: WorldImage): Promise<void> {
    await this.#replace(image, async (epoch) => {
      await this.store.restore(image.bytes, (tx) => this.#renew(tx, image.clock, image.secrets_used, epoch));
      return image.secrets_used;
    });
  }

  async #renew(tx: Tx, clock: ClockState, secrets_used: number, epoch: string): Promise<void> {
    await this.#saveRuntime(tx, clock, secrets_used);
    await this.store.shared?.save(tx, { epoch });
  }

  /** @param restore returns how many secrets count as drawn. If it fails, the world stays as it was */
  async #replace({ clock }: WorldImage, restore: (epoch: string) => Promise<number>): Promise<void> {
    const epoch = drawEpoch();
    const is_replaced = await this.lock.exclude(() =>
      this.dispatcher.whileHalted(async () => {
        this.#secrets_used = await restore(epoch);
        this.#alarm.clear();
        this.#secrets = makeSecrets(this.options, this.#secrets_used);
        this.clock.resume(clock);
        this.#epoch = epoch;
        this.bus.publish({ kind: 'renewed' });
        await this.rearm();
        return true;
      }),
    );
    // Undefined if the world was closed in the meantime.
    if (is_replaced === true) await this.runDue();
  }

  /** Whether `close` was called. */
  get is_closed(): boolean {
    return this.#is_closed;
  }

  /** Waits for running requests, then closes the world. */
  async close(): Promise<void> {
    this.#is_closed = true;
    this.bus.publish({ kind: 'end' });
    await this.lock.close();
    await this.dispatcher.close();
    // The last attempts may have set the alarm.
    this.#alarm.clear();
    await this.store.close();
  }
}

function makeSecrets({ has_test_secrets, seed }: WorldOptions, used: number): SecretSource {
  return has_test_secrets ? repeatableSecrets(seed, used) : unpredictableSecrets();
}
