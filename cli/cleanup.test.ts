import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redactor, openLedger } from '#client';
import { makeTestFolder } from '#client/testing/folder';
import { serve } from '#client/testing/server';
import { createMock } from '#mock';
import type { Mock } from '#mock';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runHere } from './testing/run-here.ts';

let dir = '';
let mock: Mock;
beforeEach(async () => {
  dir = makeTestFolder(onTestFinished);
  mock = await createMock({ lots: 20 });
});
afterEach(async () => {
  await mock.close();
});

interface Wire {
  data: { id: string; status: string };
  items: { id: string; status: string; url: string }[];
}

async function send(actor: string, method: string, path: string, body?: object): Promise<Wire> {
  const response = await fetch(`${mock.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer dev_${actor}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Wire;
}

const HOOK = { url: 'http://127.0.0.1:9/inbox/4f7a', events: ['bid.accepted'] };

/**
 * Leaves what a killed run leaves: a farm, a listing and a bid on it, and two webhooks. Its ledger knows of the second webhook only that its
 * creation began.
 * @returns the id of the listing
 */
async function makeMess(path: string): Promise<string> {
  const ledger = openLedger(path, { base_url: mock.base_url, marker: 'seed' });
  const make = async (kind: string, actor: string, at: string, body: object): Promise<string> => {
    const entry = ledger.begin({ kind, actor, path: at, body: JSON.stringify(body) }, new Redactor());
    const { id } = (await send(actor, 'POST', at, body)).data;
    entry.made(id);
    return id;
  };
  const place = { latitude: 50.3, longitude: -107.8, nearest_city: 'Swift Current', nearest_province: 'SK' };
  const farm_id = await make('farm', 'seller', '/me/farms', { name: 'Quiet Hollow', ...place });
  await fetch(`${mock.control_url}/farms/${farm_id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: '{"payment_method":true}',
  });
  const lot = await make('listing', 'seller', '/me/inventory', {
    commodity: 'barley',
    farm_id,
    quantity_mt: 50,
    grade: 'No. 1 CW',
  });
  const delivery = { from: '2030-01-01', to: '2030-02-01' };
  await make('bid', 'buyer', `/inventory/${lot}/bids`, { price: { amount: 250, unit: 'MT' }, quantity_mt: 10, delivery });
  await make('webhook', 'buyer', '/webhooks', { ...HOOK, url: `${HOOK.url}b` });
  ledger.begin({ kind: 'webhook', actor: 'buyer', path: '/webhooks', body: JSON.stringify(HOOK) }, new Redactor());
  await send('buyer', 'POST', '/webhooks', HOOK);
  return lot;
}

test('cleanup deletes what a killed run left and reports the rest; for a second call, there is no ledger', async () => {
  const path = join(dir, 'ledger.jsonl');
  const lot = await makeMess(path);
  const { code, out, complaint } = await runHere('cleanup', '--ledger', path, '--yes');
  expect([code, complaint]).toEqual([0, '']);
  expect(out).toMatch(
    /5 of the 5 objects that a run created on http:.* may still exist\.\n {2}deleted, or not found: 4 of 5\n {2}cannot be deleted: a farm of seller: the API cannot delete farms \(FARM-3\): farm_\w+\n$/,
  );
  expect((await send('buyer', 'GET', '/webhooks')).items).toEqual([]);
  expect((await send('seller', 'GET', `/me/inventory/${lot}/bids?status=pending`)).items).toEqual([]);
  expect((await send('seller', 'GET', `/me/inventory/${lot}`)).data.status).toBe('archived');
  expect(existsSync(path)).toBe(false);
  expect((await runHere('cleanup', '--ledger', path, '--yes')).complaint).toMatch(/^gristmill: --ledger: there is no file/);
});

test('without a terminal and --yes nothing is deleted', async () => {
  const path = join(dir, 'ledger.jsonl');
  await makeMess(path);
  const { code, out, complaint } = await runHere('cleanup', '--ledger', path);
  expect(out).toMatch(/will remain: a farm of seller: cannot be deleted: farm_\w+\n$/);
  expect([code, complaint]).toEqual([2, expect.stringMatching(/^gristmill: --yes: there is no terminal/)]);
  expect((await send('buyer', 'GET', '/webhooks')).items).toHaveLength(2);
  expect(existsSync(path)).toBe(true);
});

test('a ledger of another target, and --read-only, are rejected', async () => {
  const path = join(dir, 'ledger.jsonl');
  await makeMess(path);
  const world = (await (await fetch(`${mock.control_url}/worlds`, { method: 'POST' })).json()) as { base_url: string };
  const other = await runHere('cleanup', world.base_url, '--ledger', path, '--yes');
  expect([other.code, other.complaint]).toEqual([
    2,
    expect.stringMatching(
      /^gristmill: target: .* was written for http:.* give http:.* as the target, or choose another ledger with --ledger/,
    ),
  ]);
  const read_only = await runHere('cleanup', '--read-only', '--ledger', path, '--yes');
  expect([read_only.code, read_only.complaint]).toEqual([2, expect.stringContaining("unknown option '--read-only'")]);
});

describe('a ledger of another origin than the configured target', () => {
  /** A ledger that names a server that must not get the token, and the requests that have arrived there. */
  async function openTrap(): Promise<{ path: string; arrivals: unknown[] }> {
    const path = join(dir, 'ledger.jsonl');
    const arrivals: unknown[] = [];
    const trap = await serve(({ url }, response) => {
      arrivals.push(url);
      response.writeHead(401).end();
    });
    onTestFinished(async () => trap[Symbol.asyncDispose]());
    const ledger = openLedger(path, { base_url: trap.base_url, marker: 'seed' });
    ledger.begin({ kind: 'webhook', actor: 'buyer', path: '/webhooks', body: '{}' }, new Redactor()).made('whk_1');
    ledger.close();
    return { path, arrivals };
  }
  beforeEach(() => {
    vi.stubEnv('CLEANUP_TOKEN', 'secret_token');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const config = (target: object): string => {
    const path = join(dir, 'gristmill.config.json');
    writeFileSync(path, JSON.stringify({ ...target, actors: { buyer: { token_env: 'CLEANUP_TOKEN' } } }));
    return path;
  };

  test('is rejected, and nothing is sent', async () => {
    const { path, arrivals } = await openTrap();
    const file = config({ target: { base_url: mock.base_url } });
    const { code, complaint } = await runHere('cleanup', '--config', file, '--ledger', path, '--yes');
    expect([code, arrivals]).toEqual([2, []]);
    expect(complaint).toMatch(
      /^gristmill: --ledger: .*ledger\.jsonl was written for http:.*, and the configured target is http:.*; to clean up there, give /,
    );
  });

  test('is rejected if tokens are configured without a target', async () => {
    const { path, arrivals } = await openTrap();
    const { code, complaint } = await runHere('cleanup', '--config', config({}), '--ledger', path, '--yes');
    expect([code, arrivals]).toEqual([2, []]);
    expect(complaint).toContain('and no target is configured; to clean up there, give ');
    // Without the ledger, the next attempt could stop at another one.
    expect(complaint).toContain(` as the target and add --ledger ${path}`);
  });

  test('is compared with GRISTMILL_TARGET, too', async () => {
    const { path, arrivals } = await openTrap();
    vi.stubEnv('GRISTMILL_TARGET', mock.base_url);
    expect((await runHere('cleanup', '--config', config({}), '--ledger', path, '--yes')).code).toBe(2);
    expect(arrivals).toEqual([]);
  });
});

test('a missing configuration is reported even if there is nothing to clean up', async () => {
  const home = process.cwd();
  process.chdir(dir);
  try {
    const { code, complaint } = await runHere('cleanup', '--config', 'missing.json');
    expect([code, complaint]).toEqual([2, expect.stringMatching(/^gristmill: --config: there is no file missing\.json/)]);
  } finally {
    process.chdir(home);
  }
});

test('if the target cannot be reached, the ledger stays and the exit code is 3', async () => {
  const path = join(dir, 'ledger.jsonl');
  await makeMess(path);
  await mock.close();
  const { code, out } = await runHere('cleanup', '--ledger', path, '--yes', '--timeout', '2');
  expect([code, existsSync(path)]).toEqual([3, true]);
  expect(out).toMatch(/not deleted: a listing of seller: /);
});

test('what an earlier run left on the target is a warning of doctor', async () => {
  const home = process.cwd();
  process.chdir(dir);
  try {
    await makeMess('.gristmill/ledger-1.jsonl');
    const { code, out } = await runHere('doctor', mock.base_url);
    expect([code, out.split('\n').filter((line) => line.includes('ledger'))]).toEqual([
      0,
      [
        'warn  earlier runs: .gristmill/ledger-1.jsonl lists 5 objects that an earlier run may have left on the target: unless that run is still going on, delete them with gristmill cleanup',
      ],
    ]);
  } finally {
    process.chdir(home);
  }
});
