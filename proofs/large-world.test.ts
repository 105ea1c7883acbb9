/** A large world is made in slices: the others are served meanwhile, and nothing is left of one that nobody waits for any more. */
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { EXPIRED_PER_SLICE } from '#mock/server/world/expiry';
import { ROWS_PER_STATEMENT } from '#mock/market/store/load-fixtures';
import { TEST_NOW, makeLot, openTestMock } from '#mock/testing/open-mock';
import type { TestMock } from '#mock/testing/open-mock';
import type { World } from '#mock/server/world/world';

const LARGE = 4_000;

/** Counts turns of the event loop for as long as something takes. */
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

/** All rows of all tables in the order in which they lie there. */
async function digest({ store }: World): Promise<string> {
  const { rows } = await store.reader.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      "select name from sqlite_schema where type = 'table' and name not like 'kysely_%' and name <> 'oauth_keys' order by name",
    ),
  );
  const all: unknown[] = [];
  for (const { name } of rows) all.push((await store.reader.executeQuery(CompiledQuery.raw(`select * from "${name}"`))).rows);
  return hash('sha256', JSON.stringify(all));
}

test('other worlds are served while a large one is made', async () => {
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

test('making a world takes no turn of the event loop for more than a statement', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const turns = await countTurns(() => mock.mock.worlds.create({ lots: LARGE, seed: 'turns' }));
  expect(turns).toBeGreaterThan(LARGE / ROWS_PER_STATEMENT);
});

test('a file is restored in slices too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gristmill-large-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using mock = await openTestMock({ lots: LARGE, db: join(folder, 'world.db') });
  const world = mock.mock.worlds.default;
  const before = await digest(world);
  const image = await world.capture();
  await makeLot(mock);
  expect(await digest(world)).not.toBe(before);
  expect(await countTurns(() => world.beginAnew(image))).toBeGreaterThan(LARGE / 500);
  expect(await digest(world)).toBe(before);
});

test('what falls due all at once, as after a long time, happens in slices too', async () => {
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

/** Each answer is a few turns of the event loop later; the timeout of the test is the bound. */
async function askUntil(mock: TestMock, isSo: () => boolean): Promise<void> {
  while (!isSo()) await mock.control('GET', '/health');
}

async function leave(mock: TestMock, lots: number): Promise<void> {
  const gone = new AbortController();
  const headers = { 'Content-Type': 'application/json' };
  const request = fetch(`${mock.mock.control_url}/worlds`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ lots, seed: 'left' }),
    signal: gone.signal,
  });
  const { worlds } = mock.mock;
  await askUntil(mock, () => worlds.building === 1);
  gone.abort();
  await Promise.all([expect(request).rejects.toThrow(/abort/i), askUntil(mock, () => worlds.building === 0)]);
}

test('a client that goes away leaves no world behind, and what it had begun ends', async () => {
  const errors: unknown[] = [];
  await using mock = await openTestMock({ lots: 20, onError: (error) => errors.push(error) });
  await leave(mock, 100_000);
  await mock.mock.worlds.create({ lots: 20 });
  expect(mock.mock.worlds.all.map(({ id }) => id)).toEqual(['default', 'w2']);
  expect(errors).toEqual([]);
});

test('a mock that is closed meanwhile waits for no world, and leaves none', async () => {
  const mock = await openTestMock({ lots: 20 });
  const made = mock.mock.worlds.create({ lots: 100_000 });
  await Promise.all([expect(made).rejects.toThrow(/closed/), mock.mock.close()]);
  expect(mock.mock.worlds.building).toBe(0);
});

test('a seed gives the world that it always gave', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const digests: string[] = [];
  for (const lots of [20, 2_500]) {
    const world = await mock.mock.worlds.create({ seed: 'slices', lots, clock: TEST_NOW });
    if (world === undefined) throw new Error('there is room for a world');
    digests.push(await digest(world));
  }
  // As they were before worlds were made in slices.
  expect(digests).toEqual([
    'cfed1e8fbd58c57fe02c27866bc150eaa58192fea549880c5fddc7ff2311d5e4',
    'afd5d42c0f5a45bb3cce4bbe1ca8613cb1f1a9340cc90bbc4bf7ee58706b94c8',
  ]);
});
