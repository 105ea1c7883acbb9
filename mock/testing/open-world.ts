import type { EventDraft } from '../market/rules/events.ts';
import type { Row } from '../market/records/tables.ts';
import { openStore } from '../market/store/store.ts';
import { emit } from '../server/webhooks/outbox.ts';
import { NO_TRACING } from '../ports/tracing.ts';
import { OPEN_VAULT } from '../ports/vault.ts';
import type { WorldOptions } from '../server/world/world.ts';
import { World } from '../server/world/world.ts';
import { TEST_NOW } from './open-mock.ts';
import { bidRow } from './rows.ts';
import { openTestStore } from './test-database.ts';

/** An empty world with a frozen clock, without HTTP. */
export interface TestWorld extends AsyncDisposable {
  world: World;
  /** Adds a subscription and returns its id. Default: an active, live one of the team `tm_1` to bid.received. */
  subscribe: (change: Partial<Row<'subscriptions'>> & { url: string }) => Promise<string>;
  /** Adds a pending live bid. */
  addBid: (id: string) => Promise<void>;
  emit: (...drafts: readonly EventDraft[]) => Promise<number>;
  /** Emits bid.received to the team `tm_1`. */
  emitReceived: (bid_id: string, change?: Partial<EventDraft>) => Promise<number>;
  /** Moves the clock ahead and runs everything that becomes due. */
  advance: (seconds: number) => Promise<void>;
  deliveries: () => Promise<Row<'deliveries'>[]>;
  queue: () => Promise<Row<'queue'>[]>;
}

export async function openTestWorld(options: Partial<WorldOptions> = {}): Promise<TestWorld> {
  const store = options.db === undefined ? await openTestStore(options.clock ?? TEST_NOW) : await openStore(options.db);
  const world = await World.on(store, 'test', {
    seed: 'w',
    lots: 0,
    clock: TEST_NOW,
    db: ':memory:',
    is_lenient: false,
    is_shared: false,
    vault: OPEN_VAULT,
    tracing: NO_TRACING,
    public_url: undefined,
    has_test_secrets: true,
    ...options,
  });
  await world.schedule.rearm();
  const { reader: db, write } = world.store;
  let made = 0;

  const emitDrafts = (...drafts: readonly EventDraft[]): Promise<number> =>
    world.write((tx, now) => emit(world, tx, drafts, now));
  return {
    world,
    subscribe: async (change) => {
      made += 1;
      const id = change.id ?? `whk_${made}`;
      const defaults = {
        team_id: 'tm_1',
        client_id: 'client',
        livemode: 1,
        events: '["bid.received"]',
        secret: `whsec_${id}`,
        is_active: 1,
      } as const;
      await write((tx) =>
        tx
          .insertInto('subscriptions')
          .values({ ...defaults, created_at: world.clock.now(), deleted_at: null, ...change, id })
          .execute(),
      );
      return id;
    },
    addBid: async (id) => {
      const bid = bidRow({ id, reference: `BID-${id}`, created_at: world.clock.now(), expires_at: '9999-01-01T00:00:00.000Z' });
      await write((tx) => tx.insertInto('bids').values(bid).execute());
    },
    emit: emitDrafts,
    emitReceived: (bid_id, change = {}) =>
      emitDrafts({ type: 'bid.received', livemode: 1, subject_id: bid_id, team_ids: ['tm_1'], ...change }),
    advance: async (seconds) => {
      world.clock.set(world.clock.now_ms() + seconds * 1000);
      await world.runDue();
      await world.dispatcher.idle();
    },
    deliveries: () => db.selectFrom('deliveries').selectAll().orderBy('seq').execute(),
    queue: () => db.selectFrom('queue').selectAll().orderBy('seq').execute(),
    [Symbol.asyncDispose]: () => world.close(),
  };
}
