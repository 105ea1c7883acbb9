/** Clients: registering and revoking them on the control plane, their secrets, and restarts, resets, and snapshots. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { READER, authorize, authorizeUrl, exchange, postToken, refresh, signIn } from '../../testing/oauth.ts';
import { createMock } from '../server.ts';
import { openTestMock, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let auth_url: string;
beforeAll(() => {
  ({ auth_url } = t.mock);
});

const REDIRECT_URI = 'http://127.0.0.1:9123/back';

async function register(body: object): Promise<{ client_id: string; client_secret: string }> {
  const made = await t.control('POST', '/clients', { name: 'Mine', kind: 'web', redirect_uris: [REDIRECT_URI], ...body });
  expect(made.status).toBe(201);
  return made.body as { client_id: string; client_secret: string };
}

test('a registered client can sign users in, and its secret is shown once', async () => {
  const client = await register({});
  const change = { ...client, redirect_uri: REDIRECT_URI };
  expect((await signIn(auth_url, change)).status).toBe(200);
  const { text } = await t.control('GET', '/clients');
  expect(text).toContain(client.client_id);
  expect(text).not.toContain(client.client_secret);
  const fresh = await t.control('POST', `/clients/${client.client_id}/secret`);
  expect((await signIn(auth_url, change)).body.error).toBe('invalid_client');
  expect((await signIn(auth_url, { ...change, client_secret: fresh.body.client_secret as string })).status).toBe(200);
});

test('revoking a client ends its tokens, and it gets no new ones', async () => {
  const client = await register({});
  const change = { ...client, redirect_uri: REDIRECT_URI };
  const { body } = await signIn(auth_url, change);
  const { code } = await authorize(auth_url, change);
  expect((await t.control('DELETE', `/clients/${client.client_id}`)).status).toBe(200);
  expect((await t.call(body.access_token, 'GET', '/bids')).status).toBe(401);
  expect(await refresh(auth_url, body.refresh_token, client)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect((await exchange(auth_url, code, change)).body.error).toBe('invalid_client');
  const page = await fetch(authorizeUrl(auth_url, change), { redirect: 'manual' });
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('invalid_client')]);
  const minted = await t.control('POST', '/tokens', { persona: 'buyer', client_id: client.client_id });
  expect(minted).toMatchObject({ status: 422, body: { error: { errors: [{ field: 'client_id', message: 'is revoked' }] } } });
  expect((await t.control('DELETE', '/clients/nobody')).status).toBe(404);
});

test.for<readonly [string, readonly string[], string]>([
  ['web', [], 'redirect_uris'],
  ['machine', [REDIRECT_URI], 'redirect_uris'],
  ['web', ['callback'], 'redirect_uris[0]'],
  ['web', [`${REDIRECT_URI}#part`], 'redirect_uris[0]'],
  ['web', ['https://*.example/back'], 'redirect_uris[0]'],
  ['web', ['com.example.app:/back'], 'redirect_uris[0]'],
  ['native', [REDIRECT_URI, 'http://app.example/back'], 'redirect_uris[1]'],
  ['native', ['app:/back'], 'redirect_uris[0]'],
  ['native', ['javascript:alert(1)'], 'redirect_uris[0]'],
])('a %s client with %j is rejected', async ([kind, redirect_uris, field]) => {
  const response = await t.control('POST', '/clients', { name: 'Mine', kind, redirect_uris });
  expect(response).toMatchObject({ status: 422, body: { error: { errors: [{ field }] } } });
});

test('without developer tokens, the published client secrets do not work', async () => {
  await using mock = await createMock({ lots: 20, dev_tokens: false });
  const cc = { grant_type: 'client_credentials', ...READER };
  expect((await postToken(mock.auth_url, cc)).body.error).toBe('invalid_client');
  expect((await postToken(mock.auth_url, { ...cc, client_secret: 'none' })).body.error).toBe('invalid_client');
  const page = await fetch(authorizeUrl(mock.auth_url), { redirect: 'manual' });
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('invalid_client')]);
  const made = await fetch(`${mock.control_url}/clients/${READER.client_id}/secret`, { method: 'POST' });
  const { client_secret } = (await made.json()) as { client_secret: string };
  expect((await postToken(mock.auth_url, { ...cc, client_secret })).status).toBe(200);
});

test('AUTH-3 tokens and codes from before a restart work after it, on the same database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gristmill-oauth-'));
  const db = join(folder.path, 'world.db');
  const options = { lots: 20, db, public_url: 'https://mock.example', dev_tokens: true };
  const urlOf = (mock: { server: { address: () => unknown } }): string =>
    `http://127.0.0.1:${(mock.server.address() as { port: number }).port}`;
  const first = await createMock(options);
  const { code } = await authorize(urlOf(first), { scope: 'openid bids.read' });
  const { body } = await exchange(urlOf(first), code);
  const status = async (mock: Parameters<typeof urlOf>[0]): Promise<number> =>
    (await fetch(`${urlOf(mock)}/v1/bids`, { headers: { Authorization: `Bearer ${body.access_token}` } })).status;
  expect(await status(first)).toBe(200);
  const keys = async (mock: Parameters<typeof urlOf>[0]): Promise<unknown> => (await fetch(`${urlOf(mock)}/oauth/jwks`)).json();
  const keys_before = await keys(first);
  await first.close();
  await using second = await createMock(options);
  expect(await keys(second)).toEqual(keys_before);
  expect(await status(second)).toBe(200);
  expect((await refresh(urlOf(second), body.refresh_token)).status).toBe(200);
  const metadata = (await (await fetch(`${urlOf(second)}/.well-known/openid-configuration`)).json()) as Record<string, string>;
  expect(metadata).toMatchObject({
    issuer: 'https://mock.example',
    authorization_endpoint: 'https://mock.example/oauth/authorize',
    token_endpoint: 'https://mock.example/oauth/token',
    jwks_uri: 'https://mock.example/oauth/jwks',
  });
  const page = await fetch(authorizeUrl(urlOf(second), { prompt: undefined }), { redirect: 'manual' });
  expect(page.headers.getSetCookie().every((cookie) => /; secure/i.test(cookie))).toBe(true);
});

test('a reset ends all tokens and creates new keys; a snapshot restores both', async () => {
  await using own = await openTestMock();
  const { body } = await signIn(own.mock.auth_url);
  const keys = async (): Promise<string> => (await fetch(`${own.mock.auth_url}/oauth/jwks`)).text();
  const before = await keys();
  const snapshot = await own.control('POST', '/snapshots');
  await own.control('POST', '/reset');
  expect((await own.call(body.access_token, 'GET', '/bids')).status).toBe(401);
  expect(await keys()).not.toBe(before);
  expect((await signIn(own.mock.auth_url)).status).toBe(200);
  await own.control('POST', `/snapshots/${snapshot.body.id as string}/restore`);
  expect((await own.call(body.access_token, 'GET', '/bids')).status).toBe(200);
  expect(await keys()).toBe(before);
  expect((await refresh(own.mock.auth_url, body.refresh_token)).status).toBe(200);
});
