/** Several processes on one database: what one of them does has its effect on the next request to another. */
import { resolveConfig } from '#conformance';
import { runRaces } from '#scenarios';
import type { Driver } from '#mock/driver/driver';
import { createDriver } from '#mock/driver/driver';
import { afterAll, describe, expect, test } from 'vitest';
import { BID, call } from '../call.ts';
import { makeFolder, runCli } from '../conform/run-cli.ts';
import { startMockProcess } from '#client/testing/mock-process';
import { startPostgres } from '../postgres.ts';
import { startCluster } from './cluster.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
const PROCESSES = 3;
const RACE_TRIES = IS_FULL ? 20 : 2;
/** In CI, a part of the checks. */
const SHARD = IS_FULL ? [] : ['--shard', '3/40'];

const postgres = await startPostgres();
afterAll(() => postgres.close());
// All at the same moment, on an empty database.
const cluster = await startCluster(PROCESSES, await postgres.createDatabase('sandbox'), ['--lots', '40']);
afterAll(() => cluster[Symbol.asyncDispose]());
const places = cluster.processes.map(({ addresses }) => addresses);
/** Drivers of two of the processes. */
const one = driverOf(0);
const two = driverOf(1);

function driverOf(index: number): Driver {
  const addresses = places[index];
  if (addresses === undefined) throw new Error(`only ${places.length} processes have started`);
  return createDriver(addresses, addresses.control_url, undefined);
}

/** The addresses of a world at each of the processes. */
function urlsOf(id: string): string[] {
  return places.map(({ base_url }) => base_url.replace('/v1', `/worlds/${id}/v1`));
}

describe('what processes share', () => {
  test('one clock, and what is due when it moves', async () => {
    await one.clock.freeze();
    const before = await two.clock.now();
    await one.clock.advance('90s');
    expect(Date.parse(await two.clock.now()) - Date.parse(before)).toBe(90_000);
    await two.clock.advance('1h');
    expect(await one.clock.now()).toBe(await two.clock.now());
    await one.clock.resume();
    expect((await two.control<{ mode: string }>('GET', '/clock')).mode).toBe('real');
  });

  test('worlds, with their deviations, until one of them deletes them', async () => {
    const made = await one.control<{ id: string }>('POST', '/worlds', { lots: 20, variants: ['bare-filters'] });
    for (const url of urlsOf(made.id))
      expect((await call('dev_buyer', 'GET', `${url}/inventory/filters`)).body).toHaveProperty('commodities');
    const clean = await two.control<{ id: string }>('POST', '/worlds', { lots: 20 });
    const { items } = await one.control<{ items: { id: string }[] }>('GET', '/worlds');
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(['default', made.id, clean.id]));
    await one.control('DELETE', `/worlds/${made.id}`);
    for (const url of urlsOf(made.id)) expect((await call('dev_buyer', 'GET', `${url}/bids`)).status).toBe(404);
    await two.control('DELETE', `/worlds/${clean.id}`);
  });

  test('tokens and subscriptions, and a violation that is turned on', async () => {
    const { access_token } = await one.control<{ access_token: string }>('POST', '/tokens', { persona: 'buyer' });
    for (const { base_url } of places) expect((await call(access_token, 'GET', `${base_url}/bids`)).status).toBe(200);
    await two.control('PUT', '/variants', { names: ['bare-filters'] });
    expect(await one.control('GET', '/variants')).toMatchObject({ on: ['bare-filters'] });
    await one.control('PUT', '/variants', { names: [] });
    expect((await call('dev_buyer', 'GET', `${cluster.base_url}/inventory/filters`)).body).toHaveProperty('data');
  });

  test('faults: one that applies once applies in one process', async () => {
    await one.fault({ request: { operation_id: 'listBids' }, status: 503, count: 1 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 2 * PROCESSES; turn += 1)
      statuses.push((await call('dev_buyer', 'GET', `${cluster.base_url}/bids`)).status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
    expect(await two.control('DELETE', '/faults')).toEqual({ deleted: 1 });
  });

  test('the journal, waits, and streams', async () => {
    await using receiver = await one.webhooks.receiver({ events: ['bid.rejected'] });
    let found: unknown;
    void two
      .waitFor('request', { operation_id: 'listGrades' }, { timeoutMs: 60_000 })
      .catch((error: unknown) => error)
      .then((entry) => (found = entry));
    const streaming = new AbortController();
    const kinds = new Set<string>();
    const following = (async () => {
      for await (const { kind } of two.follow({ isFromStart: true, signal: streaming.signal })) kinds.add(kind);
    })().catch(() => undefined);
    const { body } = await call('dev_buyer', 'GET', `${cluster.base_url}/inventory?limit=1`);
    const bid = await call('dev_buyer', 'POST', `${cluster.base_url}/inventory/${String(body.items[0].id)}/bids`, { body: BID });
    expect(bid.status).toBe(201);
    await expect
      .poll(async () => (await two.requests({ limit: 1_000 })).items.some(({ operation_id }) => operation_id === 'placeBid'))
      .toBe(true);
    // Sent again, because a wait begins once its process has read from the database which request is the newest.
    await expect
      .poll(async () => {
        await call('dev_buyer', 'GET', `${places[0]?.base_url ?? ''}/grades`);
        return found;
      })
      .toMatchObject({ operation_id: 'listGrades' });
    await expect.poll(() => [...kinds]).toContain('request');
    streaming.abort();
    await following;
    expect(receiver.url).toMatch(/^http/);
  });

  test('snapshots: taken by one, restored by another', async () => {
    const { id } = await one.snapshot('shared');
    const before = await one.clock.now();
    await one.clock.freeze();
    await one.clock.advance('2h');
    await two.control('POST', `/snapshots/${id}/restore`);
    expect((await one.control<{ mode: string }>('GET', '/clock')).mode).toBe('real');
    expect(Date.parse(await one.clock.now()) - Date.parse(before)).toBeLessThan(3_600_000);
    expect(await one.control('GET', '/snapshots')).toMatchObject({ items: [{ id, name: 'shared' }] });
    await two.control('DELETE', `/snapshots/${id}`);
  });
});

test('a process prints which of its flags it ignores, because the world was created with other flags', async () => {
  const [KEPT, OTHER] = ['BID-26/reject-without-effect', 'PAGE-9/no-total'];
  const database = await postgres.createDatabase('kept');
  await using first = await startMockProcess(['--db', database, '--lots', '20', '--violate', KEPT]);
  expect(first.addresses).toMatchObject({ violations: [KEPT] });
  await using second = await startMockProcess(['--db', database, '--lenient', '--test-secrets', '--violate', OTHER]);
  expect(second.addresses).toMatchObject({ violations: [KEPT] });
  await expect.poll(second.errors).toContain('--lenient and --test-secrets: ignored');
  await expect.poll(second.errors).toContain(`--violate ${OTHER}: ignored`);
});

test("BID-20 BID-31 the explorer's races are clean across processes", async () => {
  const settings = await resolveConfig({ target: cluster.base_url, ledger: false, seed: 'processes' }, '/', {});
  const results = await runRaces(settings, { tries: RACE_TRIES });
  expect(results.length).toBeGreaterThan(3);
  expect(results.filter(({ finding }) => finding !== undefined)).toEqual([]);
});

test('the gate finds several processes behind a balancer conformant', async () => {
  using folder = makeFolder();
  const { code, stdout } = await runCli(['conform', cluster.base_url, ...SHARD], folder.path);
  expect(code, stdout).toBe(0);
  for (const { errors } of cluster.processes) expect(errors()).toBe('');
});
