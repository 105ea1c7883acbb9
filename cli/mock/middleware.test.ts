/** What --rate-limit and --cors put before the API. */
import type { Mock } from '#mock';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { allowOrigins, limitRate } from './middleware.ts';

const ORIGIN = 'https://page.example';

async function call(
  url: string,
  token: string | undefined,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(init.headers as Record<string, string> | undefined),
  }; // ours are plain
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }; // JSON, or nothing
}

/** A mock that accepts three requests per minute from each caller. */
async function openLimited(): Promise<Mock> {
  const mock: Mock = await createMock({ lots: 20, before: [limitRate(3, () => mock.worlds)] });
  return mock;
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return (await call(url, undefined, { headers })).status;
}

test('ERR-4 a caller beyond the rate limit gets 429 with Retry-After; the control plane has no limit', async () => {
  await using mock = await openLimited();
  const statuses = await Promise.all([1, 2, 3, 4, 5].map(async () => (await call(`${mock.base_url}/bids`, 'dev_buyer')).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429]);
  const refused = await call(`${mock.base_url}/bids`, 'dev_buyer');
  expect(refused.body).toMatchObject({ error: { status: 429, code: 'rate_limited' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await call(`${mock.base_url}/bids`, 'dev_rival')).status).toBe(200);
  for (const _ of [1, 2, 3]) expect((await call(`${mock.base_url}/bids`, undefined)).status).toBe(401);
  expect((await call(`${mock.base_url}/bids`, undefined)).status).toBe(429);
  for (const _ of [1, 2, 3, 4]) expect((await call(`${mock.control_url}/health`, undefined)).status).toBe(200);
});

test('ERR-4 a caller has one budget for all of its tokens and spellings', async () => {
  await using mock = await openLimited();
  const other = await mock.control<{ access_token: string }>('POST', '/tokens', { persona: 'buyer', scopes: ['bids.read'] });
  const spellings = ['Bearer dev_buyer', 'bearer   dev_buyer', `BEARER ${other.access_token}`];
  for (const Authorization of spellings) expect(await statusOf(`${mock.base_url}/bids`, { Authorization })).toBe(200);
  for (const Authorization of spellings) expect(await statusOf(`${mock.base_url}/bids`, { Authorization })).toBe(429);
});

test("ERR-4 requests without a valid token share the budget of their address, and reduce no caller's budget", async () => {
  await using mock = await openLimited();
  const attempts = ['Bearer guess-1', 'Bearer guess-2', 'Basic Z3Vlc3M6Mw=='];
  for (const Authorization of attempts) expect(await statusOf(`${mock.base_url}/bids`, { Authorization })).toBe(401);
  expect(await statusOf(`${mock.base_url}/bids`, { Authorization: 'Bearer guess-4' })).toBe(429);
  expect(await statusOf(`${mock.base_url}/bids`, {})).toBe(429);
  const signedIn = await call(`${mock.auth_url}/oauth/token`, undefined, {
    method: 'POST',
    headers: { Authorization: 'Basic Z3Vlc3M6NQ==' },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  expect(signedIn.status).toBe(429);
  expect((await call(`${mock.base_url}/bids`, 'dev_buyer')).status).toBe(200);
});

test('ERR-4 a caller of one world reduces no budget in another world, however the path is spelled', async () => {
  await using mock = await openLimited();
  const { id } = await mock.control<{ id: string }>('POST', '/worlds', { lots: 20 });
  const elsewhere = ['w', '%77', 'w'].map((first) => `${mock.auth_url}/worlds/${first}${id.slice(1)}/v1/bids`);
  for (const url of elsewhere) expect((await call(url, 'dev_buyer')).status).toBe(200);
  for (const url of elsewhere) expect((await call(url, 'dev_buyer')).status).toBe(429);
  expect((await call(`${mock.base_url}/bids`, 'dev_buyer')).status).toBe(200);
  // The budget of the address is untouched.
  expect((await call(`${mock.base_url}/bids`, undefined)).status).toBe(401);
});

test('pages of any origin can call the API, and none the control plane', async () => {
  await using mock = await createMock({ lots: 20, before: [allowOrigins()] });
  const read = await call(`${mock.base_url}/inventory`, 'dev_buyer', { headers: { Origin: ORIGIN } });
  expect([read.status, read.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
  const preflight = await call(`${mock.base_url}/inventory/inv_1/bids`, undefined, {
    method: 'OPTIONS',
    headers: {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,idempotency-key',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key');
  const { id } = (await call(`${mock.control_url}/worlds`, undefined, { method: 'POST' })).body as { id: string };
  for (const control_url of [mock.control_url, `${mock.auth_url}/worlds/${id}/_gristmill`]) {
    const refused = await call(`${control_url}/clock`, undefined, { headers: { Origin: ORIGIN } });
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    const asked = await call(`${control_url}/reset`, undefined, {
      method: 'OPTIONS',
      headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' },
    });
    expect([asked.status, asked.headers.get('Access-Control-Allow-Methods')]).toEqual([403, null]);
  }
});

test('without --cors, no origin is allowed', async () => {
  await using mock = await createMock({ lots: 20 });
  const read = await call(`${mock.base_url}/inventory`, 'dev_buyer', { headers: { Origin: ORIGIN } });
  expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull();
});
