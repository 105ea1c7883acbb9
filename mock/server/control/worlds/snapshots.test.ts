import { hash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Tables } from '../../../market/records/tables.ts';
import {
  type TestResponse,
  type TestMock,
  TEST_NOW,
  bidBody,
  makeBid,
  makeLot,
  openTestMock,
} from '../../../testing/open-mock.ts';
import { respondWithStatuses, openReceiver } from '../../../testing/receiver.ts';
import type { World } from '../../world/world.ts';
import { useFolder } from '../../../testing/use-folder.ts';

const folder = useFolder();

const TABLES: readonly (keyof Tables)[] = [
  'bids',
  'lots',
  'tokens',
  'trades',
  'subscriptions',
  'events',
  'queue',
  'deliveries',
  'idempotency_keys',
];

/**
 * The contents of a world, table by table: the number of rows and a digest. The counters of the ids are left out, because a restore does not
 * change them (mock/market/store/ids.test.ts).
 */
async function dump(world: World): Promise<string[]> {
  const all = TABLES.map(async (table) => {
    const rows = await world.store.reader.selectFrom(table).selectAll().execute();
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    return `${table} ${rows.length} ${hash('sha256', lines.join('\n'))}`;
  });
  return Promise.all(all);
}

async function takeSnapshot(mock: TestMock, name?: string): Promise<string> {
  const taken = await mock.control('POST', '/snapshots', name === undefined ? undefined : { name });
  expect(taken.status).toBe(201);
  return taken.body.id;
}

test('a snapshot restores the records and the clock', async () => {
  await using mock = await openTestMock();
  const world = mock.mock.worlds.default;
  const lot = await makeLot(mock);
  const id = await takeSnapshot(mock, 'before the bid');
  const before = await dump(world);
  const bid = await makeBid(mock, 'buyer', lot);
  await mock.control('POST', '/clock/advance', { seconds: 3600 });
  const restored = await mock.control('POST', `/snapshots/${id}/restore`);
  expect(restored.body).toMatchObject({
    snapshot_id: id,
    previous_state: { now: '2026-06-10T13:00:00.000Z' },
    new_state: { now: TEST_NOW, mode: 'frozen' },
    events_emitted: [],
    deliveries_queued: 0,
  });
  expect(await dump(world)).toEqual(before);
  // The same action creates a bid with another id.
  expect(await makeBid(mock, 'buyer', lot)).not.toBe(bid);
  // A snapshot can be restored several times.
  await mock.control('POST', `/snapshots/${id}/restore`);
  expect(await dump(world)).toEqual(before);
});

test('a world can be created from a snapshot', async () => {
  await using mock = await openTestMock({ test_secrets: true });
  const lot = await makeLot(mock);
  await mock.control('POST', '/tokens', { persona: 'buyer' });
  await mock.control('POST', '/clock/advance', { seconds: 60 });
  const id = await takeSnapshot(mock);
  const forked = await mock.control('POST', '/worlds', { snapshot: id });
  expect(forked).toMatchObject({ status: 201, body: { id: 'w1' } });
  const original = mock.mock.worlds.default;
  const fork = mock.mock.worlds.get('w1');
  if (fork === undefined) throw new Error('the fork is not there');
  expect(await dump(fork)).toEqual(await dump(original));
  expect(fork.clock.now()).toBe(original.clock.now());
  expect(fork.secrets('webhook')).toBe(original.secrets('webhook'));
  await makeBid(mock, 'buyer', lot);
  expect(await dump(fork)).not.toEqual(await dump(original));
});

test('restoring a snapshot replaces the contents of a database file', async () => {
  const db = join(folder, 'world.db');
  let before: string[] = [];
  let bid = '';
  {
    await using mock = await openTestMock({ db, lots: 20 });
    const lot = await makeLot(mock);
    const id = await takeSnapshot(mock);
    before = await dump(mock.mock.worlds.default);
    bid = await makeBid(mock, 'buyer', lot);
    await mock.control('POST', `/snapshots/${id}/restore`);
    expect(await dump(mock.mock.worlds.default)).toEqual(before);
    await mock.control('POST', '/worlds', { snapshot: id });
    expect(await dump(mock.mock.worlds.get('w1') ?? mock.mock.worlds.default)).toEqual(before);
  }
  {
    await using mock = await openTestMock({ db });
    expect(await dump(mock.mock.worlds.default)).toEqual(before);
    await mock.control('POST', '/reset');
    expect((await mock.call('buyer', 'GET', `/bids/${bid}`)).status).toBe(404);
  }
});

test('RTY-10 a restore aborts a delivery in flight, which leaves no trace', async () => {
  await using receiver = await openReceiver(() => undefined);
  await using mock = await openTestMock();
  const lot = await makeLot(mock);
  await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const id = await takeSnapshot(mock);
  const before = await dump(mock.mock.worlds.default);
  const bid = await makeBid(mock, 'buyer', lot);
  await mock.call('seller', 'POST', `/bids/${bid}/reject`);
  await receiver.count(1);
  await mock.control('POST', `/snapshots/${id}/restore`);
  await mock.mock.worlds.default.dispatcher.idle();
  expect(await dump(mock.mock.worlds.default)).toEqual(before);
});

test('a restore or a reset under load causes no 500 and no partial world', async () => {
  await using receiver = await openReceiver(respondWithStatuses(500));
  await using mock = await openTestMock();
  const world = mock.mock.worlds.default;
  const lot = await makeLot(mock);
  await mock.call('seller', 'POST', '/bids/x/reject');
  await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected', 'bid.accepted'] } });
  const id = await takeSnapshot(mock);
  const before = await dump(world);

  /** What the parties of a trade do. Any refusal is as good as success. */
  const trade = async (n: number): Promise<TestResponse[]> => {
    const placed = await mock.call('buyer', 'POST', `/inventory/${lot}/bids`, {
      body: bidBody({ quantity_mt: 1 }),
      headers: { 'Idempotency-Key': `k${n}` },
    });
    const bid = placed.body.data?.id ?? 'bid_0';
    return [
      placed,
      ...(await Promise.all([
        mock.call('seller', 'GET', '/me/bids-received'),
        mock.call('seller', 'GET', `/me/inventory/${lot}/bids`),
        mock.call('seller', 'POST', `/bids/${bid}/${n % 2 === 0 ? 'accept' : 'reject'}`),
        mock.call('buyer', 'GET', '/trades'),
        mock.control('GET', `/truth/${bid}`),
        mock.control('GET', '/deliveries'),
      ])),
    ];
  };
  const responses: TestResponse[] = [];
  for (let round = 0; round < 3; round += 1) {
    const trades = Array.from({ length: 8 }, (_, n) => trade(round * 8 + n));
    const moves = [
      mock.control('POST', `/snapshots/${id}/restore`),
      mock.control('POST', round % 2 === 0 ? '/reset' : '/clock/advance', round % 2 === 0 ? undefined : { seconds: 3600 }),
      mock.control('POST', '/worlds', { snapshot: id }),
      mock.control('POST', `/snapshots/${id}/restore`),
    ];
    responses.push(...(await Promise.all(moves)), ...(await Promise.all(trades)).flat());
  }
  expect(responses.length).toBeGreaterThan(150);
  expect(responses.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);

  await mock.control('POST', `/snapshots/${id}/restore`);
  expect(await dump(world)).toEqual(before);
});
