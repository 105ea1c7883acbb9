/**
 * A long walk of buyers and sellers who do whatever comes to their minds. After every step the books must balance: what is said here is true
 * of any marketplace in any state, and nothing of how the mock goes about it.
 */
import { createRandom } from '#fixtures/random';
import { Big } from 'big.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveClock } from '../../testing/moves.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

const STEPS = 150;
const LOTS = 3;
const LOT_MT = 100;

let t: TestMock;
let farm_id: string;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
  farm_id = await makeFarm(t, 'seller');
  // Nothing but what the walk makes is in the books.
  const { write } = t.mock.worlds.default.store;
  for (const table of ['bids', 'bid_lines', 'trades', 'events'] as const) await write((tx) => tx.deleteFrom(table).execute());
  await write((tx) => tx.updateTable('lots').set({ expires_at: null }).execute());
});
afterAll(() => t[Symbol.asyncDispose]());

type Walk = ReturnType<typeof createRandom>;

/** One step: somebody does something to one of the lots, or to any bid there ever was. */
async function step(random: Walk, lots: readonly string[]): Promise<Answer | undefined> {
  const { reader: db } = t.mock.worlds.default.store;
  const lot = random.pick(lots);
  const who = random.pick(['buyer', 'rival', 'elevator']);
  const quantity_mt = random.integer(1, 600) / 10;
  const body = bidBody({ quantity_mt, price: { amount: random.integer(500, 700), unit: 'MT' } });
  const bids = await db.selectFrom('bids').select('id').orderBy('id').execute();
  const bid = bids.length === 0 ? 'bid_0' : random.pick(bids).id;
  const actor = random.pick(['seller', 'seller', who]);
  switch (random.integer(0, 11)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return t.call(who, 'POST', `/inventory/${lot}/bids`, { body });
    case 4:
    case 5:
      return t.call(actor, 'POST', `/bids/${bid}/accept`);
    case 6:
      return t.call(actor, 'POST', `/bids/${bid}/reject`);
    case 7:
    case 8:
      return t.call(actor, 'POST', `/bids/${bid}/counter`, { body });
    case 9:
      return t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { listed: random.integer(0, 2) > 0 } });
    case 10:
      return random.integer(0, 3) > 0 ? undefined : t.call('seller', 'DELETE', `/me/inventory/${lot}`);
    default:
      moveClock(t, random.integer(1, 24) * 3600);
      return t.call('seller', 'GET', '/me/bids-received');
  }
}

/** What is wrong in the books, in words; empty where they balance. */
async function audit(lots: readonly string[]): Promise<string[]> {
  const { store, clock } = t.mock.worlds.default;
  const bids = await store.reader.selectFrom('bids').selectAll().execute();
  const trades = await store.reader.selectFrom('trades').selectAll().execute();
  const rows = await store.reader.selectFrom('lots').selectAll().where('id', 'in', lots).execute();
  const events = await store.reader.selectFrom('events').select('type').execute();
  const byId = new Map(bids.map((bid) => [bid.id, bid]));
  const count = (status: string): number => bids.filter((bid) => bid.status === status).length;
  const told = (type: string): number => events.filter((event) => event.type === type).length;
  const wrong: string[] = [];
  const check = (is_right: boolean, what: string): void => {
    if (!is_right) wrong.push(what);
  };

  for (const lot of rows) {
    const sold = trades
      .filter((trade) => trade.lot_id === lot.id)
      .reduce((sum, trade) => sum.plus(trade.quantity_mt), new Big(0));
    check(sold.plus(lot.quantity_mt).eq(LOT_MT), `${lot.id}: sold and left are ${LOT_MT} t together`);
    check(lot.status !== 'listed' || lot.quantity_mt > 0, `${lot.id}: nothing is listed of which nothing is left`);
  }
  const listed = new Set(rows.filter(({ status }) => status === 'listed').map(({ id }) => id));
  for (const bid of bids) {
    const made = trades.filter((trade) => trade.bid_id === bid.id);
    check(made.length === (bid.status === 'accepted' ? 1 : 0), `${bid.id}: accepted bids have a trade each, others none`);
    check(
      made.every(({ quantity_mt }) => quantity_mt === bid.quantity_mt),
      `${bid.id}: the trade is for what was bid`,
    );
    check(bid.status !== 'pending' || listed.has(bid.lot_id), `${bid.id}: only listed lots have pending bids`);
    check(bid.status !== 'pending' || bid.expires_at > clock.now(), `${bid.id}: no pending bid has passed its expiry`);
    const before = bid.counter_to === null ? undefined : byId.get(bid.counter_to);
    check(bid.counter_to === null || before?.status === 'countered', `${bid.id}: what it counters is countered`);
    check(before === undefined || before.author !== bid.author, `${bid.id}: a counter is the other side's`);
    const answers = bids.filter((other) => other.counter_to === bid.id);
    check(
      answers.length === (bid.status === 'countered' ? 1 : 0),
      `${bid.id}: countered bids have one counter each, others none`,
    );
  }
  check(told('bid.received') === bids.filter(({ author }) => author === 'buyer').length, 'bid.received for every bid of a buyer');
  check(told('bid.accepted') === count('accepted'), 'bid.accepted for every bid accepted');
  check(told('bid.rejected') === count('rejected'), 'bid.rejected for every bid rejected');
  check(told('bid.countered') === count('countered'), 'bid.countered for every bid countered');
  check(told('trade.created') === trades.length, 'trade.created for every trade');
  const known = ['bid.received', 'bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created'];
  check(
    events.every(({ type }) => known.includes(type)),
    'no event of another type',
  );
  return wrong;
}

test.for([1, 2, 4])(
  'BID-20 BID-21 BID-29 BID-30 BID-57 EVT-13 EVT-16 EVT-27 whatever they do, the books balance: walk %d',
  async (seed) => {
    const random = createRandom(String(seed), 'walk');
    const lots: string[] = [];
    for (let made = 0; made < LOTS; made += 1) lots.push(await makeLot(t, 'seller', { farm_id, quantity_mt: LOT_MT }));
    const statuses = new Set<number>();
    for (let n = 0; n < STEPS; n += 1) {
      const answer = await step(random, lots);
      statuses.add(answer?.status ?? 0);
      expect(await audit(lots), `seed ${seed}, step ${n}: ${answer?.text}`).toEqual([]);
    }
    // A walk that is refused at every turn would prove nothing.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 403, 404, 422]));
  },
);
