/** While the database is unavailable, each part of the mock reports that in its own format. A missing table is not mistaken for a deleted world. */
import { CONTROL_OPERATIONS } from '#mock/server/control/operations';
import type { TestResponse } from '#mock/testing/open-mock';
import { APP, READER, VERIFIER, authorizeUrl, postForm, postToken } from '#mock/testing/oauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import { call } from '../call.ts';
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

const BUYER = 'dev_buyer';
const MACHINE = { grant_type: 'client_credentials', ...READER, scope: 'inventory.read' };
const AS_JSON = [503, '1', 'application/json; charset=utf-8'];
const AS_PAGE = [503, '1', 'text/html; charset=utf-8'];

/** The status and the headers that an outage determines. */
function headOf({ status, headers }: Pick<TestResponse, 'status' | 'headers'>): unknown[] {
  return [status, headers.get('Retry-After'), headers.get('Content-Type')];
}

const UNAVAILABLE = { error: { status: 503, code: 'unavailable', message: expect.stringContaining('not available') } };
const OAUTH_UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The service is not available at the moment. Repeat the request.',
};

async function open(): Promise<Mock> {
  return createMock({ lots: 20, db: postgres.url(database), onError: () => undefined });
}

test('ERR-1 while PostgreSQL is stopped, the API and the control plane return 503 with Retry-After, and /health stays 200', async () => {
  await using mock = await open();
  await postgres.stop();
  try {
    // A stream stays open and reports the error later.
    const reads = CONTROL_OPERATIONS.filter(({ method, path }) => method === 'get' && path !== '/stream');
    expect(reads.length).toBeGreaterThan(20);
    const urls = [
      `${mock.base_url}/inventory`,
      `${mock.base_url}/nowhere`,
      `${mock.auth_url}/worlds/w1/v1/inventory`,
      ...reads.map(({ path }) => `${mock.control_url}${path.replaceAll(/\{\w+\}/g, 'x')}`),
    ];
    for (const url of urls) {
      const response = await call(BUYER, 'GET', url);
      expect([url, ...headOf(response)]).toEqual([url, ...AS_JSON]);
      expect(response.body).toEqual(UNAVAILABLE);
    }
    for (const path of ['/worlds', '/reset', '/clock/resume'])
      expect([path, ...headOf(await call(null, 'POST', `${mock.control_url}${path}`))]).toEqual([path, ...AS_JSON]);
    const ready = await call(null, 'GET', `${mock.auth_url}/ready`);
    expect(headOf(ready)).toEqual(AS_JSON);
    expect(ready.body).toEqual({ error: { status: 503, code: 'not_ready', message: 'The database does not respond.' } });
    expect(await call(null, 'GET', `${mock.auth_url}/health`)).toMatchObject({ status: 200, text: '{"alive":true}' });
  } finally {
    await postgres.start();
  }
  await expect.poll(async () => (await call(null, 'GET', `${mock.auth_url}/ready`)).status).toBe(200);
});

test('AUTH-8 while PostgreSQL is stopped, programs get temporarily_unavailable as JSON and browsers as a page, with Retry-After', async () => {
  await using mock = await open();
  // Loads the authorization server.
  expect((await postToken(mock.auth_url, MACHINE)).status).toBe(200);
  await postgres.stop();
  try {
    const code = { grant_type: 'authorization_code', ...APP, code: 'x', code_verifier: VERIFIER };
    const responses = [
      await postToken(mock.auth_url, MACHINE),
      await postToken(mock.auth_url, code),
      await postForm(`${mock.auth_url}/oauth/revoke`, { token: 'x', ...READER }),
      await call(BUYER, 'GET', `${mock.auth_url}/oauth/userinfo`),
      await call(null, 'GET', `${mock.auth_url}/oauth/jwks`),
      await call(null, 'GET', `${mock.auth_url}/.well-known/oauth-authorization-server`),
    ];
    for (const response of responses) {
      expect(headOf(response)).toEqual(AS_JSON);
      expect(response.body).toEqual(OAUTH_UNAVAILABLE);
    }
    for (const url of [authorizeUrl(mock.auth_url), `${mock.auth_url}/oauth/interaction/x`]) {
      const page = await call(null, 'GET', url);
      expect(headOf(page)).toEqual(AS_PAGE);
      expect(page.text).toContain('<code>temporarily_unavailable</code>');
    }
  } finally {
    await postgres.start();
  }
});

test('AUTH-8 while the database is read-only, a known client gets the error by redirect, as RFC 6749 says', async () => {
  await using mock = await open();
  expect((await postToken(mock.auth_url, MACHINE)).status).toBe(200);
  await postgres.query(`alter database "${database}" set default_transaction_read_only = on`);
  await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await expect.poll(async () => (await call(BUYER, 'GET', `${mock.base_url}/inventory`)).status).toBe(200);
  const { status, headers } = await fetch(authorizeUrl(mock.auth_url), { redirect: 'manual' });
  const location = new URL(headers.get('location') ?? 'about:blank');
  expect(status).toBe(303);
  expect(`${location.origin}${location.pathname}`).toBe(APP.redirect_uri);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({ ...OAUTH_UNAVAILABLE, state: 'st-1' });
  const refused = await postToken(mock.auth_url, MACHINE);
  expect(headOf(refused)).toEqual(AS_JSON);
  expect(refused.body).toEqual(OAUTH_UNAVAILABLE);
});

test('a world whose schema is gone is a 404; a table that is missing in a world that exists is a 500', async () => {
  const errors: unknown[] = [];
  await using mock = await createMock({ lots: 20, db: postgres.url(database), onError: (error) => errors.push(error) });
  const { control_url, base_url, id } = await mock.world();
  await postgres.query(`drop table gristmill_default.delivery_locations`, database);
  const missing = await call('dev_elevator', 'GET', `${mock.base_url}/delivery-locations`);
  expect([missing.status, errors.map(String)]).toEqual([500, ['error: relation "delivery_locations" does not exist']]);
  await postgres.query(`drop schema gristmill_${id} cascade`, database);
  expect((await call(null, 'GET', `${control_url}/clock`)).status).toBe(200);
  const gone = await call(BUYER, 'GET', `${base_url}/inventory`);
  expect(gone).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect(errors).toHaveLength(1);
});
