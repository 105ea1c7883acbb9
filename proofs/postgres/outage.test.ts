/** While the database is unavailable, every surface reports it in its own format, and a missing table is not mistaken for a deleted world. */
import { CONTROL_OPERATIONS } from '#mock/server/control/operations';
import { APP, CHALLENGE, READER, VERIFIER, authorizeUrl } from '#mock/testing/oauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import { startPostgres } from '../postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres.close());

let database = '';
let databases = 0;
beforeEach(async () => {
  databases += 1;
  database = `outage_${databases}`;
  await postgres.createDatabase(database);
});

interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

async function send(url: string, options: RequestInit = {}): Promise<Answered> {
  const response = await fetch(url, { redirect: 'manual', ...options });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const asBuyer = { headers: { Authorization: 'Bearer dev_buyer' } };

/** A request of the client-credentials grant. */
function ask(form: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(form) };
}
const MACHINE = { grant_type: 'client_credentials', ...READER, scope: 'inventory.read' };

const UNAVAILABLE = { error: { status: 503, code: 'unavailable', message: expect.stringContaining('not available') } };
const OAUTH_UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The service is not available at the moment. Repeat the request.',
};

async function open(): Promise<Mock> {
  return createMock({ lots: 20, db: postgres.url(database), onError: () => undefined });
}

test('ERR-1 while PostgreSQL is stopped, the API and the control plane answer 503 with Retry-After, and /health stays 200', async () => {
  await using mock = await open();
  await postgres.stop();
  try {
    // What is in no table, or stays open and reports what it finds later.
    const needs_none = new Set(['/stream']);
    const reads = CONTROL_OPERATIONS.filter(({ method, path }) => method === 'get' && !needs_none.has(path));
    expect(reads.length).toBeGreaterThan(20);
    const urls = [
      `${mock.base_url}/inventory`,
      `${mock.base_url}/nowhere`,
      `${mock.auth_url}/worlds/w1/v1/inventory`,
      ...reads.map(({ path }) => `${mock.control_url}${path.replaceAll(/\{\w+\}/g, 'x')}`),
    ];
    for (const url of urls) {
      const { status, headers, text } = await send(url, asBuyer);
      expect([url, status, headers.get('retry-after')]).toEqual([url, 503, '1']);
      expect(JSON.parse(text)).toEqual(UNAVAILABLE);
    }
    for (const path of ['/worlds', '/reset', '/clock/resume']) {
      const { status, headers } = await send(`${mock.control_url}${path}`, { method: 'POST' });
      expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '1']);
    }
    const ready = await send(`${mock.auth_url}/ready`);
    expect([ready.status, ready.headers.get('retry-after'), JSON.parse(ready.text)]).toEqual([
      503,
      '1',
      { error: { status: 503, code: 'not_ready', message: 'The database does not respond.' } },
    ]);
    expect(await send(`${mock.auth_url}/health`)).toMatchObject({ status: 200, text: '{"alive":true}' });
  } finally {
    await postgres.start();
  }
  await expect.poll(async () => (await send(`${mock.auth_url}/ready`)).status).toBe(200);
});

test('AUTH-8 while PostgreSQL is stopped, programs get temporarily_unavailable as JSON and browsers as a page, with Retry-After', async () => {
  await using mock = await open();
  // Loads the authorization server.
  expect((await send(`${mock.auth_url}/oauth/token`, ask(MACHINE))).status).toBe(200);
  await postgres.stop();
  try {
    const code = { grant_type: 'authorization_code', ...APP, code: 'x', code_verifier: VERIFIER };
    const answers = [
      await send(`${mock.auth_url}/oauth/token`, ask(MACHINE)),
      await send(`${mock.auth_url}/oauth/token`, ask(code)),
      await send(`${mock.auth_url}/oauth/revoke`, ask({ token: 'x', ...READER })),
      await send(`${mock.auth_url}/oauth/userinfo`, asBuyer),
      await send(`${mock.auth_url}/oauth/jwks`),
      await send(`${mock.auth_url}/.well-known/oauth-authorization-server`),
    ];
    for (const { status, headers, text } of answers) {
      expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
        503,
        '1',
        'application/json; charset=utf-8',
      ]);
      expect(JSON.parse(text)).toEqual(OAUTH_UNAVAILABLE);
    }
    for (const url of [authorizeUrl(mock.auth_url), `${mock.auth_url}/oauth/interaction/x`]) {
      const { status, headers, text } = await send(url);
      expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([503, '1', 'text/html; charset=utf-8']);
      expect(text).toContain('<code>temporarily_unavailable</code>');
    }
  } finally {
    await postgres.start();
  }
});

test('AUTH-8 where the database takes no writes, a known client gets the error by redirect, as RFC 6749 says', async () => {
  await using mock = await open();
  expect((await send(`${mock.auth_url}/oauth/token`, ask(MACHINE))).status).toBe(200);
  await postgres.query(`alter database "${database}" set default_transaction_read_only = on`);
  await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await expect.poll(async () => (await send(`${mock.base_url}/inventory`, asBuyer)).status).toBe(200);
  const { status, headers } = await send(authorizeUrl(mock.auth_url, { code_challenge: CHALLENGE }));
  const location = new URL(headers.get('location') ?? 'about:blank');
  expect(status).toBe(303);
  expect(`${location.origin}${location.pathname}`).toBe(APP.redirect_uri);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({ ...OAUTH_UNAVAILABLE, state: 'st-1' });
  const refused = await send(`${mock.auth_url}/oauth/token`, ask(MACHINE));
  expect([refused.status, refused.headers.get('retry-after'), JSON.parse(refused.text)]).toEqual([503, '1', OAUTH_UNAVAILABLE]);
});

test('a world whose schema is gone is a 404; a table that is missing in a world that exists is a 500', async () => {
  const errors: unknown[] = [];
  await using mock = await createMock({ lots: 20, db: postgres.url(database), onError: (error) => errors.push(error) });
  const { control_url, id } = JSON.parse((await send(`${mock.control_url}/worlds`, { method: 'POST' })).text) as {
    control_url: string;
    id: string;
  };
  await postgres.query(`drop table gristmill_default.delivery_locations`, database);
  const missing = await send(`${mock.base_url}/delivery-locations`, { headers: { Authorization: 'Bearer dev_elevator' } });
  expect([missing.status, errors.map(String)]).toEqual([500, ['error: relation "delivery_locations" does not exist']]);
  await postgres.query(`drop schema gristmill_${id} cascade`, database);
  expect((await send(`${control_url}/clock`)).status).toBe(200);
  const gone = await send(control_url.replace('/_gristmill', '/v1/inventory'), asBuyer);
  expect([gone.status, JSON.parse(gone.text)]).toMatchObject([404, { error: { code: 'not_found' } }]);
  expect(errors).toHaveLength(1);
});
