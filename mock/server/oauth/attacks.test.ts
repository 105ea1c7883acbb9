/** RFC 6749, section 10, and RFC 9700: each attack gets the standard error. */
import { personas } from '#fixtures/personas';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Parameters } from '../../testing/oauth.ts';
import {
  APP,
  CHALLENGE,
  DESK,
  READER,
  VERIFIER,
  authorize,
  authorizeUrl,
  exchange,
  postForm,
  postToken,
  refresh,
  signIn,
} from '../../testing/oauth.ts';
import { TEST_NOW, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let auth_url: string;
beforeAll(() => {
  ({ auth_url } = t.mock);
});
beforeEach(() => {
  t.mock.worlds.default.clock.set(Date.parse(TEST_NOW));
});

const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };

async function statusOf(token: string, path = '/bids?limit=1'): Promise<number> {
  return (await t.call(token, 'GET', path)).status;
}

test.for<readonly [string, Parameters]>([
  ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
  ['a plain challenge', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
  ['a challenge without its method, which means plain', { code_challenge_method: undefined }],
  ['a challenge that is not a hash', { code_challenge: 'short' }],
])('AUTH-8 %s gets invalid_request and no code', async ([, change]) => {
  const back = await authorize(auth_url, change);
  expect(back).toMatchObject({ error: 'invalid_request', state: 'st-1', iss: auth_url });
  expect(back['code']).toBeUndefined();
});

test.for<readonly [string, Parameters]>([
  ['wrong', { code_verifier: VERIFIER.replace('d', 'e') }],
  ['missing', { code_verifier: undefined }],
  ['the challenge itself', { code_verifier: CHALLENGE }],
])('AUTH-8 a verifier that is %s gets invalid_grant, and the code still works with the right one', async ([, change]) => {
  const { code } = await authorize(auth_url);
  expect(await exchange(auth_url, code, change)).toMatchObject(INVALID_GRANT);
  expect((await exchange(auth_url, code)).status).toBe(200);
});

test('AUTH-8 a confidential client needs a verifier too', async () => {
  const { client_id, redirect_uri, client_secret } = DESK;
  const { code } = await authorize(auth_url, { client_id, redirect_uri });
  const change = { client_id, redirect_uri, client_secret, code_verifier: undefined };
  expect(await exchange(auth_url, code, change)).toMatchObject(INVALID_GRANT);
});

test('AUTH-8 a second use of a code revokes its tokens', async () => {
  const { code } = await authorize(auth_url);
  const { body } = await exchange(auth_url, code);
  expect(await statusOf(body.access_token)).toBe(200);
  expect(await exchange(auth_url, code)).toMatchObject(INVALID_GRANT);
  expect(await statusOf(body.access_token)).toBe(401);
  expect(await refresh(auth_url, body.refresh_token)).toMatchObject(INVALID_GRANT);
});

test('AUTH-8 reusing a code revokes its tokens, even after the code expired and the tokens were refreshed', async () => {
  const { code } = await authorize(auth_url);
  const first = await exchange(auth_url, code);
  const fresh = await refresh(auth_url, first.body.refresh_token);
  await t.control('POST', '/clock/advance', { seconds: 600 });
  expect(await statusOf(fresh.body.access_token)).toBe(200);
  expect(await exchange(auth_url, code)).toMatchObject(INVALID_GRANT);
  expect(await statusOf(fresh.body.access_token)).toBe(401);
});

test('AUTH-8 ten concurrent uses of a code leave no working token', async () => {
  const { code } = await authorize(auth_url);
  const responses = await Promise.all(Array.from({ length: 10 }, () => exchange(auth_url, code)));
  const won = responses.filter(({ status }) => status === 200);
  expect(won.length).toBeLessThanOrEqual(1);
  for (const { body } of won) expect(await statusOf(body.access_token)).toBe(401);
  expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
});

test('AUTH-8 a code lasts 60 seconds by the clock of the world', async () => {
  const { code } = await authorize(auth_url);
  const { code: other } = await authorize(auth_url);
  await t.control('POST', '/clock/advance', { seconds: 59 });
  expect((await exchange(auth_url, code)).status).toBe(200);
  await t.control('POST', '/clock/advance', { seconds: 1 });
  expect(await exchange(auth_url, other)).toMatchObject(INVALID_GRANT);
});

test.for([
  'http://127.0.0.1:8765/callback/',
  'http://127.0.0.1:8765/callback/more',
  'http://127.0.0.1:9999/callback',
  'http://127.0.0.1:8765/Callback',
  'http://127.0.0.1:8765@attacker.example/callback',
])('AUTH-8 redirect URI %s gets an error page without a redirect', async (redirect_uri) => {
  const response = await fetch(authorizeUrl(auth_url, { redirect_uri }), { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('x-frame-options')).toBe('DENY');
  expect(await response.text()).toContain('invalid_redirect_uri');
});

test('AUTH-8 a second use of a refresh token revokes the family', async () => {
  const { body: first } = await signIn(auth_url);
  const { body: second } = await refresh(auth_url, first.refresh_token);
  const { body: third } = await refresh(auth_url, second.refresh_token);
  expect(await statusOf(third.access_token)).toBe(200);
  expect(await refresh(auth_url, first.refresh_token)).toMatchObject(INVALID_GRANT);
  expect(await refresh(auth_url, third.refresh_token)).toMatchObject(INVALID_GRANT);
  for (const { access_token } of [first, second, third]) expect(await statusOf(access_token)).toBe(401);
});

test('AUTH-8 a 401 says why the token was revoked, and the log which request did it', async () => {
  // After the requests of the other tests.
  await t.control('POST', '/clock/advance', { seconds: 86_400 });
  const twice = await signIn(auth_url);
  await refresh(auth_url, twice.body.refresh_token);
  await refresh(auth_url, twice.body.refresh_token);
  const { body: refused } = await t.control('GET', '/requests?operation_id=oauth&limit=1');
  const seq = refused.items[0].seq as number;
  const rejected = await t.call(twice.body.access_token, 'GET', '/bids');
  const reason = 'because a refresh token of the same sign-in was used twice.';
  expect(rejected.body.error.message).toBe(`The access token was revoked, ${reason}`);
  const { body: log } = await t.control('GET', '/requests?limit=1');
  const { body: entry } = await t.control('GET', `/requests/${log.items[0].seq}`);
  expect(entry.why.near_misses).toEqual([
    { seq, text: expect.stringMatching(new RegExp(`^The token was revoked at 20.+Z, ${reason} That was request ${seq}\\.$`)) },
  ]);

  const { code } = await authorize(auth_url);
  const { body: replayed } = await exchange(auth_url, code);
  await exchange(auth_url, code);
  const after_code = await t.call(replayed.access_token, 'GET', '/bids');
  expect(after_code.body.error.message).toContain('because the authorization code of its sign-in was used twice.');
  const { body: ended } = await signIn(auth_url);
  await postForm(`${auth_url}/oauth/revoke`, { token: ended.access_token, client_id: APP.client_id });
  const after_end = await t.call(ended.access_token, 'GET', '/bids');
  expect(after_end.body.error.message).toBe('The access token was revoked, because its client revoked it.');
});

test('AUTH-8 ten concurrent uses of a refresh token leave no working token', async () => {
  const { body: first } = await signIn(auth_url);
  const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(auth_url, first.refresh_token)));
  expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  const won = responses.filter(({ status }) => status === 200);
  expect(won.length).toBeLessThanOrEqual(1);
  for (const { body } of [{ body: first }, ...won]) {
    expect(await statusOf(body.access_token)).toBe(401);
    expect(await refresh(auth_url, body.refresh_token)).toMatchObject(INVALID_GRANT);
  }
});

test('AUTH-1 a token of another world gets 401', async () => {
  const { body: other } = await t.control('POST', '/worlds', { lots: 20 });
  const { body } = await signIn(other.auth_url as string);
  const call = (base_url: string): Promise<Response> =>
    fetch(`${base_url}/bids`, { headers: { Authorization: `Bearer ${body.access_token}` } });
  expect((await call(other.base_url as string)).status).toBe(200);
  expect(await statusOf(body.access_token)).toBe(401);
  expect(await refresh(auth_url, body.refresh_token)).toMatchObject(INVALID_GRANT);
  const { code } = await authorize(other.auth_url as string);
  expect(await exchange(auth_url, code)).toMatchObject(INVALID_GRANT);
});

test('AUTH-16 a JWT is never an access token: not an id_token, a tampered one, or one with alg none', async () => {
  const { body } = await signIn(auth_url, { scope: 'openid bids.read' });
  const [head = '', claims = '', signature = ''] = (body.id_token ?? '').split('.');
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const wider = encode({
    ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
    scope: 'bids.write',
    sub: personas.rival.user_id,
  });
  const unsigned = `${encode({ alg: 'none', typ: 'at+jwt' })}.${wider}.`;
  for (const token of [body.id_token ?? '', `${head}.${wider}.${signature}`, unsigned, `${unsigned}${signature}`]) {
    expect(await statusOf(token)).toBe(401);
  }
});

test.for(['wrong', '', 'none'])('a secret that is %j: invalid_client', async (client_secret) => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: READER.client_id, client_secret });
  const response = await postForm(`${auth_url}/oauth/token`, Object.fromEntries(form));
  expect(response).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});

test('a client id that is not percent-encoded text gets invalid_request, and the mock keeps running', async () => {
  const headers = { Authorization: `Basic ${btoa('%ff:x')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${auth_url}/oauth/token`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect((await signIn(auth_url)).status).toBe(200);
});

test('the store has no client secret in plain text', async () => {
  const row = await t.mock.worlds.default.store.reader
    .selectFrom('oauth_clients')
    .select('secret_hash')
    .where('client_id', '=', READER.client_id)
    .executeTakeFirstOrThrow();
  const { client_id } = READER;
  const response = await postToken(auth_url, {
    grant_type: 'client_credentials',
    client_id,
    client_secret: row.secret_hash ?? '',
  });
  expect(response).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});

test('one client cannot revoke the token of another', async () => {
  const { body } = await signIn(auth_url);
  const { client_id, client_secret } = DESK;
  const response = await postForm(`${auth_url}/oauth/revoke`, { client_id, client_secret, token: body.access_token });
  expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  expect(await statusOf(body.access_token)).toBe(200);
});

test('AUTH-3 the implicit, hybrid, and password flows do not exist', async () => {
  for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
    const back = await authorize(auth_url, { response_type, scope: 'openid', nonce: 'n' });
    expect(back['location']).toMatch(/error=unsupported_response_type|error=unauthorized_client|error=invalid_request/);
  }
  const response = await postToken(auth_url, {
    grant_type: 'password',
    client_id: APP.client_id,
    username: 'buyer',
    password: 'x',
  });
  expect(response).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
});
