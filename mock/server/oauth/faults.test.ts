/** Internal errors of the authorization server, and requests that no client would send. */
import { expect, test } from 'vitest';
import { APP, READER, authorizeUrl, postToken } from '../../testing/oauth.ts';
import { openTestMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';

test('ERR-4 an internal error returns server_error without details, and is reported', async () => {
  const faults: unknown[] = [];
  await using t = await openTestMock({ lots: 20, onError: (error) => faults.push(error) });
  const { auth_url } = t.mock;
  expect((await fetch(authorizeUrl(auth_url), { redirect: 'manual' })).status).toBe(303);
  await t.mock.worlds.default.store.write((tx) => tx.schema.dropTable('oauth_clients').execute());
  const response = await fetch(authorizeUrl(auth_url), { redirect: 'manual' });
  const page = await response.text();
  expect([response.status, page]).toEqual([500, expect.stringContaining('server_error')]);
  expect(page).not.toContain('oauth_clients');
  const token = await postToken(auth_url, { ...APP, grant_type: 'refresh_token', refresh_token: 'x' });
  expect(token).toMatchObject({ status: 500, body: { error: 'server_error' } });
  expect(JSON.stringify(token.body)).not.toContain('oauth_clients');
  expect(faults.map(String).join('\n')).toContain('oauth_clients');
});

test('the issuer is derived from the Host of the request, not from proxy headers', async () => {
  await using t = await openTestMock({ lots: 20, dev_tokens: false });
  const headers = ['X-Forwarded-Host: attacker.example', 'X-Forwarded-Proto: https', 'Forwarded: host=attacker.example'];
  const response = await sendRaw(t, ['GET /.well-known/openid-configuration HTTP/1.1', 'Host: Mock.Test:8080', ...headers]);
  expect(response).toContain('"issuer":"http://mock.test:8080"');
  expect(response).toContain('"token_endpoint":"http://mock.test:8080/oauth/token"');
  expect(response).not.toContain('attacker');
});

test('CONV-6 other paths, methods, and bodies get a response below 500', async () => {
  await using t = await openTestMock({ lots: 20 });
  const { auth_url } = t.mock;
  const ask = async (
    method: string,
    path: string,
    body?: string,
    type = 'application/x-www-form-urlencoded',
  ): Promise<number> => {
    const init = body === undefined ? {} : { body, headers: { 'Content-Type': type } };
    return (await fetch(`${auth_url}${path}`, { method, redirect: 'manual', ...init })).status;
  };
  expect(await ask('GET', '/oauth/token')).toBe(404);
  expect(await ask('GET', '/oauth/token/')).toBe(404);
  expect(await ask('GET', '/oauth/elsewhere')).toBe(404);
  expect(await ask('GET', '/.well-known/elsewhere')).toBe(404);
  expect(await ask('DELETE', '/oauth/authorize')).toBe(404);
  expect(await ask('GET', '/oauth/authorize/nothing')).toBe(400);
  expect(await ask('GET', '/oauth/interaction/nothing')).toBe(400);
  expect(await ask('POST', '/oauth/interaction/nothing', 'a=b')).toBe(400);
  expect(await ask('POST', '/oauth/token', '{"grant_type":"client_credentials"}', 'application/json')).toBe(400);
  expect(await ask('POST', '/oauth/token', `grant_type=${'x'.repeat(2_000_000)}`)).toBe(413);
  const { client_id, client_secret } = READER;
  const twice = `grant_type=client_credentials&grant_type=refresh_token&client_id=${client_id}&client_secret=${client_secret}`;
  expect(await ask('POST', '/oauth/token', twice)).toBe(400);
  for (const path of ['%', '/oauth/authorize?client_id=%00', '/oauth/authorize?%', '/oauth/authorize?client_id=a&client_id=b'])
    expect(await ask('GET', `/${path}`.replace('//', '/'))).toBeLessThan(500);
});
