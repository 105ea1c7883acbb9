/** What a world in a file keeps across restarts, and its errors if the file cannot grow. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DatabaseFileError } from '../../market/store/engine/database-error.ts';
import { bidIn } from '../../testing/responses.ts';
import { TEST_NOW, bidBody, makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { useFolder } from '../../testing/use-folder.ts';

const folder = useFolder();

async function readNow(mock: TestMock): Promise<{ now: string; mode: string }> {
  return (await mock.control('GET', '/clock')).body as { now: string; mode: string };
}

test('a frozen clock keeps its time across a restart, and a reset returns it to its start', async () => {
  const options = { db: join(folder, 'frozen.db'), lots: 20 };
  {
    await using mock = await openTestMock(options);
    await mock.control('POST', '/clock/advance', { seconds: 90 });
  }
  {
    await using mock = await openTestMock(options);
    expect(await readNow(mock)).toMatchObject({ now: '2026-06-10T12:01:30.000Z', mode: 'frozen' });
  }
  // The clock of the file has precedence, like its seed.
  await using mock = await openTestMock({ ...options, clock: '2027-01-01T00:00:00Z' });
  expect(await readNow(mock)).toMatchObject({ now: '2026-06-10T12:01:30.000Z', mode: 'frozen' });
  await mock.control('POST', '/reset');
  expect(await readNow(mock)).toMatchObject({ now: TEST_NOW, mode: 'frozen' });
});

test("a running clock keeps its distance from the machine's across a restart, also after it was resumed", async () => {
  const options = { db: join(folder, 'running.db'), lots: 20 };
  const ahead_ms = 40 * 86_400_000;
  {
    await using mock = await openTestMock({ ...options, clock: 'real' });
    await mock.control('POST', '/clock/set', { now: new Date(Date.now() + ahead_ms).toISOString() });
  }
  {
    await using mock = await openTestMock({ ...options, clock: 'real' });
    const { now, mode } = await readNow(mock);
    expect(mode).toBe('real');
    expect(Math.abs(Date.parse(now) - Date.now() - ahead_ms)).toBeLessThan(60_000);
    await mock.control('POST', '/clock/freeze');
  }
  await using mock = await openTestMock({ ...options, clock: 'real' });
  expect(await readNow(mock)).toMatchObject({ mode: 'frozen' });
});

test('developer tokens depend on where a file is served, not on the file', async () => {
  const db = join(folder, 'tokens.db');
  const ask = async (dev_tokens: boolean): Promise<number> => {
    await using mock = await openTestMock({ db, lots: 20, dev_tokens });
    return (await mock.call('dev_buyer', 'GET', '/bids')).status;
  };
  expect([await ask(true), await ask(false), await ask(false), await ask(true)]).toEqual([200, 401, 401, 200]);
});

test('a restart does not generate the same test secrets again', async () => {
  const options = { db: join(folder, 'secrets.db'), lots: 20, test_secrets: true };
  const minted: unknown[] = [];
  for (let start = 0; start < 2; start += 1) {
    await using mock = await openTestMock(options);
    const response = await mock.control('POST', '/tokens', { persona: 'buyer' });
    expect(response.status).toBe(201);
    minted.push((response.body as { access_token: string }).access_token);
  }
  expect(new Set(minted).size).toBe(2);
});

const names = (response: { body: unknown }): readonly string[] => (response.body as { on: string[] }).on;

test('violations, variants, and faults survive a restart, a reset, and a snapshot, until the mock is started with other violations', async () => {
  const options = { db: join(folder, 'armed.db'), lots: 20, violations: ['PAGE-14/inbox-ignores-limit'] };
  const fault = { request: { operation_id: 'listBids' }, status: 503, skip: 1, count: 2 };
  let inbox = '';
  {
    await using mock = await openTestMock(options);
    const { body: taken } = await mock.control('POST', '/snapshots');
    await mock.control('PUT', '/violations', { names: ['PAGE-10/inbox-without-total'] });
    await mock.control('PUT', '/variants', { names: ['bare-filters'] });
    await mock.control('POST', '/faults', fault);
    expect((await mock.callDeviant('dev_buyer', 'GET', '/bids')).status).toBe(200);
    expect((await mock.callDeviant('dev_buyer', 'GET', '/bids')).status).toBe(503);
    await mock.control('POST', `/snapshots/${(taken as { id: string }).id}/restore`);
    await mock.control('POST', '/reset');
    inbox = ((await mock.control('GET', '/inbox')).body as { url: string }).url;
  }
  {
    await using mock = await openTestMock(options);
    expect(names(await mock.control('GET', '/violations'))).toEqual(['PAGE-10/inbox-without-total']);
    expect(names(await mock.control('GET', '/variants'))).toEqual(['bare-filters']);
    const statuses = [];
    for (let sent = 0; sent < 2; sent += 1) statuses.push((await mock.callDeviant('dev_buyer', 'GET', '/bids')).status);
    expect(statuses).toEqual([503, 200]);
    const { body } = await mock.control('POST', '/faults', fault);
    expect(body).toMatchObject({ id: 'flt_2' });
    expect(new URL(((await mock.control('GET', '/inbox')).body as { url: string }).url).search).toBe(new URL(inbox).search);
  }
  await using mock = await openTestMock({ ...options, violations: [] });
  expect(names(await mock.control('GET', '/violations'))).toEqual([]);
});

/** Limits how much the file of the default world can grow. @param pages of 4 KiB. Default: no limit */
async function limitGrowth(mock: TestMock, pages?: number): Promise<void> {
  const { reader: db } = mock.mock.worlds.default.store;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  const limit = pages === undefined ? 1_000_000 : (rows[0]?.page_count ?? 0) + pages;
  await sql.raw(`pragma max_page_count = ${limit}`).execute(db);
}

test('ERR-4 a full disk rolls back the change, is reported in one sentence, and recovers when there is space', async () => {
  const db = join(folder, 'full.db');
  const errors: unknown[] = [];
  let placed: string[] = [];
  {
    await using mock = await openTestMock({ db, lots: 20, onError: (error) => errors.push(error) });
    const lot = await makeLot(mock);
    await limitGrowth(mock, 2);
    const refused: unknown[] = [];
    const body = bidBody({ quantity_mt: 1, additional_terms: 'Dry bins only. '.repeat(30) });
    for (let sent = 0; sent < 60 && refused.length < 3; sent += 1) {
      const response = await mock.callDeviant('buyer', 'POST', `/inventory/${lot}/bids`, { body });
      if (response.status === 201) placed.push(bidIn(response).id);
      else refused.push(response.body);
    }
    expect(refused.length).toBe(3);
    for (const response of refused)
      expect(response).toEqual({ error: { status: 503, code: 'unavailable', message: expect.any(String) as string } });
    expect(JSON.stringify(refused)).not.toMatch(/disk|full|sqlite|db/i);
    expect(errors.map(String)).toEqual(
      Array(3).fill(
        `DatabaseFileError: the disk is full: '${db}' cannot grow, so the last change was undone; free some space, and the mock continues`,
      ),
    );
    // One line is enough until something could be written again.
    expect(errors.map((error) => error instanceof DatabaseFileError && error.is_repeat)).toEqual([false, true, true]);
    // Reads return what the responses said.
    const listed = await mock.call('buyer', 'GET', `/bids?limit=50`);
    expect(JSON.stringify(listed.body)).toContain(placed.at(-1));
    const { rows } = await sql<{ total: number }>`select count(*) as total from bids where lot_id = ${lot}`.execute(
      mock.mock.worlds.default.store.reader,
    );
    expect(rows).toEqual([{ total: placed.length }]);

    await limitGrowth(mock);
    placed = [...placed, await makeBid(mock, 'buyer', lot, { quantity_mt: 1 })];
  }
  await using mock = await openTestMock({ db, lots: 20 });
  for (const id of placed) expect((await mock.call('buyer', 'GET', `/bids/${id}`)).status).toBe(200);
});

test('a transaction that continues after SQLite rolled it back writes nothing', async () => {
  const db = join(folder, 'lost.db');
  await using mock = await openTestMock({ db, lots: 20 });
  const { store } = mock.mock.worlds.default;
  await limitGrowth(mock, 1);
  const fill = store.write(async (tx) => {
    const long = tx.insertInto('oauth_keys').values({ name: 'long', value: 'x'.repeat(100_000) });
    await long.execute().catch(() => undefined);
    await tx.insertInto('oauth_keys').values({ name: 'short', value: 'x' }).execute();
  });
  await expect(fill).rejects.toThrow(/^the disk is full: /);
  const kept = await store.reader.selectFrom('oauth_keys').select('name').where('name', 'in', ['long', 'short']).execute();
  expect(kept).toEqual([]);
  await limitGrowth(mock);
  await store.write((tx) => tx.insertInto('oauth_keys').values({ name: 'short', value: 'x' }).execute());
});

test('a clock change or reset that cannot be saved changes nothing', async () => {
  const db = join(folder, 'full-clock.db');
  await using mock = await openTestMock({ db, lots: 20, onError: () => undefined });
  const lot = await makeLot(mock);
  const bid = await makeBid(mock, 'buyer', lot);
  await mock.control('POST', '/clock/advance', { seconds: 5 });
  const before = await readNow(mock);
  // A read-only database fails as a full one does, from the first byte.
  const { reader: store } = mock.mock.worlds.default.store;
  await sql.raw('pragma query_only = on').execute(store);
  expect((await mock.control('POST', '/clock/advance', { seconds: 5 })).status).toBe(503);
  expect((await mock.control('POST', '/clock/resume')).status).toBe(503);
  expect((await mock.control('POST', '/reset')).status).toBe(503);
  await sql.raw('pragma query_only = off').execute(store);
  expect(await readNow(mock)).toEqual(before);
  expect((await mock.call('buyer', 'GET', `/bids/${bid}`)).status).toBe(200);
  expect((await mock.control('POST', '/reset')).status).toBe(200);
  expect((await mock.call('buyer', 'GET', `/bids/${bid}`)).status).toBe(404);
});
