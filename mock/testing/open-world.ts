import type { Insertable } from 'kysely';
import type { EventDraft } from '../market/rules/events.ts';
import type { Row, Tables } from '../market/records/tables.ts';
import { emit } from '../server/webhooks/outbox.ts';
import type { WorldOptions } from '../server/world/world.ts';
import { World } from '../server/world/world.ts';
import { TEST_NOW } from './open-mock.ts';

/** An empty world whose clock stands still, without HTTP. */
export interface TestWorld extends AsyncDisposable {
  world: World;
  /** Adds a subscription of the team `tm_1`, active, live, to bid.received, unless told otherwise; answers its id. */
  subscribe: (change: Partial<Row<'subscriptions'>> & { url: string }) => Promise<string>;
  /** Adds a pending live bid. */
  addBid: (id: string) => Promise<void>;
  emit: (...drafts: readonly EventDraft[]) => Promise<number>;
  /** Tells the team `tm_1` of a bid. */
  tell: (bid_id: string, change?: Partial<EventDraft>) => Promise<number>;
  /** Moves the clock on, and lets happen what then falls due. */
  advance: (seconds: number) => Promise<void>;
  deliveries: () => Promise<Row<'deliveries'>[]>;
  queue: () => Promise<Row<'queue'>[]>;
}

export async function openTestWorld(options: Partial<WorldOptions> = {}): Promise<TestWorld> {
  const world = await World.open('test', {
    seed: 'w',
    lots: 0,
    clock: TEST_NOW,
    db: ':memory:',
    is_lenient: false,
    is_shared: false,
    public_url: undefined,
    has_test_secrets: true,
    ...options,
  });
  await world.rearm();
  const { reader: db, write } = world.store;
  let made = 0;

  const told = (...drafts: readonly EventDraft[]): Promise<number> => world.write((tx, now) => emit(world, tx, drafts, now));
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
      await write((tx) => tx.insertInto('bids').values(bidRow(id, world.clock.now())).execute());
    },
    emit: told,
    tell: (bid_id, change = {}) => told({ type: 'bid.received', livemode: 1, subject_id: bid_id, team_ids: ['tm_1'], ...change }),
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

function bidRow(id: string, now: string): Insertable<Tables['bids']> {
  return {
    id,
    reference: `BID-${id}`,
    lot_id: 'inv_1',
    livemode: 1,
    buyer_team_id: 'tm_2',
    buyer_user_id: 'usr_2',
    seller_user_id: 'usr_1',
    author: 'buyer',
    status: 'pending',
    type: 'single_grade',
    price_amount: 300,
    price_unit: 'MT',
    quantity_mt: 10,
    delivery_from: '2026-07-01',
    delivery_to: '2026-07-31',
    fob_farm: 0,
    delivery_location_id: null,
    subject_to_sample_approval: 0,
    additional_terms: null,
    expires_at: '9999-01-01T00:00:00.000Z',
    counter_to: null,
    is_simulated: 0,
    created_at: now,
  };
}
