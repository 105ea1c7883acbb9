/** A mock creates a large world in slices: it serves other worlds meanwhile, and a canceled world leaves nothing behind. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { EXPIRED_PER_SLICE } from '#mock/server/world/expiry';
import { TEST_NOW, makeLot, openTestMock, type TestMock } from '#mock/testing/open-mock';
import type { World } from '#mock/server/world/world';
import { call } from './call.ts';
import { makeFolder } from './conform/run-cli.ts';

const LARGE = 4_000;

/** Counts turns of the event loop while an action runs. */
async function countTurns(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let is_over = false;
  const turn = (): void => {
    turns += 1;
    if (!is_over) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await act();
  } finally {
    is_over = true;
  }
  return turns;
}

/** Hashes all rows of all tables in storage order. */
async function digest({ store }: World): Promise<string> {
  const tables = await store.reader.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      "select name from sqlite_schema where type = 'table' and name not like 'kysely_%' and name <> 'oauth_keys' order by name",
    ),
  );
  const all: unknown[] = [];
  for (const { name } of tables.rows)
    all.push((await store.reader.executeQuery(CompiledQuery.raw(`select * from "${name}"`))).rows);
  return hash('sha256', JSON.stringify(all));
}

test('other worlds are served while a large one is created', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const state = { is_made: false };
  const made = mock.mock.worlds.create({ lots: LARGE }).finally(() => (state.is_made = true));
  let served = 0;
  while (!state.is_made) {
    expect((await mock.call('buyer', 'GET', '/bids')).status).toBe(200);
    served += 1;
  }
  await made;
  expect(served).toBeGreaterThan(20);
});

test('a file is restored in slices too', async () => {
  using folder = makeFolder();
  await using mock = await openTestMock({ lots: LARGE, db: join(folder.path, 'world.db') });
  const world = mock.mock.worlds.default;
  const before = await digest(world);
  const image = await world.capture();
  await makeLot(mock);
  expect(await digest(world)).not.toBe(before);
  expect(await countTurns(() => world.startOver(image))).toBeGreaterThan(LARGE / 500);
  expect(await digest(world)).toBe(before);
});

test('many actions that fall due together run in slices too', async () => {
  await using mock = await openTestMock({ lots: LARGE });
  const world = mock.mock.worlds.default;
  const countListed = async (): Promise<number> =>
    (await world.store.reader.selectFrom('lots').select('id').where('status', '=', 'listed').execute()).length;
  const before = await countListed();
  world.clock.set(world.clock.now_ms() + 400 * 86_400_000);
  const turns = await countTurns(() => world.runDue());
  const expired = before - (await countListed());
  expect(expired).toBeGreaterThan(500);
  expect(turns).toBeGreaterThan(expired / EXPIRED_PER_SLICE);
});

/** Sends requests, each of which takes a few turns of the event loop, until something holds. The timeout of the test is the limit. */
async function askUntil(mock: TestMock, holds: () => boolean): Promise<void> {
  while (!holds()) await mock.control('GET', '/health');
}

test('a client that disconnects leaves no world behind', async () => {
  const errors: unknown[] = [];
  await using mock = await openTestMock({ lots: 20, onError: (error) => errors.push(error) });
  const { control_url, worlds } = mock.mock;
  const gone = new AbortController();
  const body = { lots: 100_000, seed: 'left' };
  const request = call(null, 'POST', `${control_url}/worlds`, { body, signal: gone.signal });
  await askUntil(mock, () => worlds.building === 1);
  gone.abort();
  await Promise.all([expect(request).rejects.toThrow(/abort/i), askUntil(mock, () => worlds.building === 0)]);
  await worlds.create({ lots: 20 });
  expect(worlds.all.map(({ id }) => id)).toEqual(['default', 'w2']);
  expect(errors).toEqual([]);
});

test('a mock that closes while it creates a world does not wait, and leaves no world behind', async () => {
  const mock = await openTestMock({ lots: 20 });
  const made = mock.mock.worlds.create({ lots: 100_000 });
  await Promise.all([expect(made).rejects.toThrow(/closed/), mock.mock.close()]);
  expect(mock.mock.worlds.building).toBe(0);
});

test('a seed always creates the same world', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const digests: string[] = [];
  for (const lots of [20, 2_500]) {
    const world = await mock.mock.worlds.create({ seed: 'slices', lots, clock: TEST_NOW });
    if (world === undefined) throw new Error('there is room for a world');
    digests.push(await digest(world));
  }
  // The digests of worlds that were created in one piece. Update them if the contents or tables of worlds change (as in decision 0047).
  expect(digests).toEqual([
    '940e6099c0a78ac61081714efc65c870480f177ec69db967eaaafca40118bb83',
    '1dd865187815cb1c44946d4de87281671f83e495eba4411e31d8d11fb1634e53',
  ]);
});
