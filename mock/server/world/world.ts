import type { WorldEvent } from '../journal/event-bus.ts';
import type { DeviationNames, Deviations } from '../../mutations/deviations.ts';
import { CLEAN, arrangeDeviations, loadCatalogue, loadDeviations } from '../../mutations/deviations.ts';
import { EventBus } from '../journal/event-bus.ts';
import type { ClockState } from '../../ports/clock.ts';
import { Clock, toMs } from '../../ports/clock.ts';
import { expireDue } from './expiry.ts';
import { Faults } from '../faults/faults.ts';
import { ReadWriteLock, SerialQueue } from './locks.ts';
import { Ids } from '../../market/store/ids.ts';
import { Journal } from '../journal/journal.ts';
import type { SecretSource } from '../../ports/random.ts';
import { repeatableSecrets, unpredictableSecrets } from '../../ports/random.ts';
import { nextDue } from '../../market/store/next-due.ts';
import type { Seams } from '../../mutations/seams.ts';
import type { Runtime } from '../../market/store/runtime.ts';
import { readRuntime, saveRuntime } from '../../market/store/runtime.ts';
import { MEMORY } from '../../market/store/engine/sqlite.ts';
import { openStore } from '../../market/store/store.ts';
import type { Store } from '../../market/store/store.ts';
import type { PublicLot } from '../../market/records/truths.ts';
import type { Tx } from '../../market/records/tables.ts';
import type { RowCache } from '../../market/store/engine/row-cache.ts';
import { Tally } from '../journal/tally.ts';
import { Alarm } from '../../ports/timer.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';
import type { SignatureOptions } from '../webhooks/sign.ts';

export interface WorldOptions {
  seed: string;
  lots: number;
  /** `real`, `frozen`, or an ISO instant to stand still at. */
  clock: string;
  /** A file, or `:memory:`. A file that holds a world already goes on with the seed and the lots that it was made with. */
  db: string;
  /** Unknown body fields are ignored instead of refused (CONV-7). */
  is_lenient: boolean;
  /** Webhooks to private addresses are refused (WHK-11). */
  is_shared: boolean;
  /** The origin that links begin with, where a proxy stands before the mock. */
  public_url: string | undefined;
  /** Secrets that repeat from run to run, for tests that compare bytes. */
  has_test_secrets: boolean;
  /** How deliveries are signed, where it is not to be the plain way (SIG-9). */
  signature_options?: SignatureOptions | undefined;
  /** The names of the violations that are on from the start: each breaks one clause. */
  violations?: readonly string[] | undefined;
  /** The names of the variants that are on from the start: each does what the document leaves open in another way. */
  variants?: readonly string[] | undefined;
}

/** All of a world at one moment: what a snapshot holds. */
export interface WorldImage {
  bytes: Uint8Array;
  clock: ClockState;
  /** How many secrets have been given out, so that a world with test secrets goes on where it was. */
  secrets_used: number;
}

/** One marketplace: a store, a clock, ids, a journal, and the dispatcher of its webhooks. */
export class World {
  readonly id: string;
  readonly options: WorldOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Requests go in together; what replaces the contents of the world goes in alone. */
  readonly lock = new ReadWriteLock();
  /** Whoever moves the clock, or takes or restores a snapshot, does so one after the other. */
  readonly serial_queue = new SerialQueue();
  /** How often things have happened; a reset takes nothing of it back. */
  readonly tally = new Tally();
  readonly bus = new EventBus((ring) => {
    this.tally.count(ring);
  });
  readonly journal: Journal;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  readonly dispatcher: Dispatcher;
  readonly #alarm: Alarm;
  readonly #rings = new WeakMap<Tx, WorldEvent[]>();
  #secrets: SecretSource;
  #secrets_used = 0;
  #next_due_ms = Number.POSITIVE_INFINITY;
  #deviations: Deviations = CLEAN;

  private constructor(id: string, options: WorldOptions, store: Store, clock: Clock) {
    this.id = id;
    this.options = options;
    this.store = store;
    this.clock = clock;
    this.ids = new Ids(options.seed);
    this.#secrets = makeSecrets(options, 0);
    this.faults = new Faults(options.seed);
    this.journal = new Journal(
      () => clock.now(),
      (request) => {
        this.bus.publish({ kind: 'request', request });
      },
    );
    this.dispatcher = new Dispatcher(this);
    this.#alarm = new Alarm(() => {
      // Timers may ring a little early, and long waits come in steps: writing sets the alarm anew, settling would not.
      this.lock
        .share(() => this.write(() => Promise.resolve()))
        .catch((error: unknown) => {
          // Nobody waits for the alarm: the next request meets the same fault and answers with it.
          process.emitWarning(error instanceof Error ? error : String(error), 'WorldWarning');
        });
    });
  }

  /** The next secret of a kind: nobody can guess it, unless the world has test secrets. */
  secrets(kind: string): string {
    this.#secrets_used += 1;
    return this.#secrets(kind);
  }

  /**
   * Opens a world on a store that already holds its records.
   * @param image the bytes of a snapshot to begin with
   * @throws UnknownDeviationError where a violation or variant of the options is not known; DatabaseFileError where the file holds no world
   * and cannot, DatabaseInUseError where another mock has it
   */
  static async open(id: string, options: WorldOptions, image?: Uint8Array): Promise<World> {
    const { violations = [], variants = [] } = options;
    const deviations = await loadDeviations({ violations, variants });
    const store = await openStore(options.db, image);
    try {
      // Ids are made from the seed: a file goes on with the one it was made with, whatever is asked for now.
      const origin = await store.reader.selectFrom('origins').selectAll().executeTakeFirst();
      // An image is of another world, whose clock is its own affair.
      const runtime = options.db === MEMORY ? undefined : await readRuntime(store.reader);
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

  #goOnFrom({ mode, frozen_at_ms, offset_ms, secrets_used }: Runtime): void {
    this.clock.resume({ mode, frozen_at_ms, offset_ms });
    this.#secrets_used = secrets_used;
    this.#secrets = makeSecrets(this.options, secrets_used);
  }

  get listed_lots(): RowCache<PublicLot> {
    return this.store.listed_lots;
  }

  /** Saves what a world in a file needs after a restart. A world in memory saves nothing. */
  async #saveRuntime(tx: Tx, clock: ClockState = this.clock.state, secrets_used = this.#secrets_used): Promise<void> {
    if (this.options.db !== MEMORY) await saveRuntime(tx, { clock_start: this.options.clock, ...clock, secrets_used });
  }

  /** Moves the clock, or changes how it goes. Where that cannot be kept, nothing is changed. */
  async changeClock(change: () => void): Promise<void> {
    const before = this.clock.state;
    change();
    try {
      await this.store.write((tx) => this.#saveRuntime(tx));
    } catch (error) {
      this.clock.resume(before);
      throw error;
    }
  }

  /** Where the world deviates from the document. */
  get deviations(): DeviationNames {
    const { violations, variants } = this.#deviations;
    return { violations, variants };
  }

  get seams(): Seams {
    return this.#deviations.seams;
  }

  /**
   * Has the world deviate in other places than before; what is not given stays. A reset and a restored snapshot change nothing here.
   * @throws UnknownDeviationError
   */
  async deviate(change: Partial<DeviationNames>): Promise<void> {
    const catalogue = await loadCatalogue();
    // Read after the wait: of two changes at once neither undoes the other.
    this.#deviations = arrangeDeviations(catalogue, { ...this.deviations, ...change });
  }

  /**
   * Runs one change of the marketplace as one transaction. Whatever has fallen due by now happens first, within it (BID-12, BID-53);
   * afterwards whoever listens is told what has happened, and the dispatcher that there may be something to send.
   */
  async write<Result>(change: (tx: Tx, now: string) => Promise<Result>): Promise<Result> {
    const rings: WorldEvent[] = [];
    const result = await this.store.write(async (tx) => {
      this.#rings.set(tx, rings);
      const now = this.clock.now();
      if (this.clock.now_ms() >= this.#next_due_ms) await expireDue(this, tx, now);
      const secrets_used = this.#secrets_used;
      const changed = await change(tx, now);
      if (this.#secrets_used !== secrets_used) await this.#saveRuntime(tx);
      return changed;
    });
    for (const ring of rings) this.bus.publish(ring);
    await this.rearm();
    this.dispatcher.wake();
    return result;
  }

  /** Makes something known as soon as the transaction of a `write` is committed, and not at all where it fails. */
  publishAfterCommit(tx: Tx, ring: WorldEvent): void {
    this.#rings.get(tx)?.push(ring);
  }

  /** Lets happen what has fallen due by now. Costs nothing where nothing has. */
  async runDue(): Promise<void> {
    if (this.clock.now_ms() < this.#next_due_ms) return;
    await this.write(() => Promise.resolve());
  }

  /** When something falls due next, in ms of the world's clock; infinite where nothing does. */
  get next_due_ms(): number {
    return this.#next_due_ms;
  }

  /** Looks up anew what falls due next, and sets the alarm for it where the clock runs by itself. */
  async rearm(): Promise<void> {
    const due = await nextDue(this.store.reader, this.clock.now());
    this.#next_due_ms = due === null ? Number.POSITIVE_INFINITY : toMs(due);
    this.#alarm.clear();
    if (due !== null && this.clock.state.mode === 'real') this.#alarm.set(this.#next_due_ms - this.clock.now_ms());
  }

  /** All that the world is now. Requests under way have happened, or have not. */
  async capture(): Promise<WorldImage> {
    const bytes = await this.store.snapshot();
    return { bytes, clock: this.clock.state, secrets_used: this.#secrets_used };
  }

  /**
   * Becomes what the image holds, all at once: requests under way end in the old world, those that come meanwhile begin in the new one, and
   * attempts under way are aborted and leave no trace. The journal and whoever waits for something stay, and ids and secrets are drawn on from
   * where they were: what was told under an id is never told of another thing.
   */
  async become(image: WorldImage): Promise<void> {
    await this.#replace(image, async () => {
      const drawn = await this.ids.readCounters(this.store.reader);
      const secrets_used = Math.max(image.secrets_used, this.#secrets_used);
      await this.store.restore(image.bytes, async (tx) => {
        await this.ids.countOnFrom(tx, drawn);
        await this.#saveRuntime(tx, image.clock, secrets_used);
      });
      return secrets_used;
    });
  }

  /** Begins anew as what the image holds, with the ids and secrets that it would draw first. */
  async beginAnew(image: WorldImage): Promise<void> {
    await this.#replace(image, async () => {
      await this.store.restore(image.bytes, (tx) => this.#saveRuntime(tx, image.clock, image.secrets_used));
      return image.secrets_used;
    });
  }

  /** @param restore answers how many secrets count as given out; where it fails, the world stays what it was */
  async #replace({ clock }: WorldImage, restore: () => Promise<number>): Promise<void> {
    const is_replaced = await this.lock.exclude(() =>
      this.dispatcher.whileHalted(async () => {
        this.#secrets_used = await restore();
        this.#alarm.clear();
        this.#secrets = makeSecrets(this.options, this.#secrets_used);
        this.clock.resume(clock);
        this.bus.publish({ kind: 'renewed' });
        await this.rearm();
        return true;
      }),
    );
    // Nobody is inside a world that was deleted meanwhile.
    if (is_replaced === true) await this.runDue();
  }

  /** Lets the requests under way end, and ends. */
  async close(): Promise<void> {
    this.bus.publish({ kind: 'end' });
    await this.lock.close();
    await this.dispatcher.close();
    // The last attempts may have set it.
    this.#alarm.clear();
    await this.store.close();
  }
}

function makeSecrets({ has_test_secrets, seed }: WorldOptions, used: number): SecretSource {
  return has_test_secrets ? repeatableSecrets(seed, used) : unpredictableSecrets();
}
