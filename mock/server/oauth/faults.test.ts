/** What goes wrong on our side, and what comes in that no client would send. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { APP, READER, authorizeUrl, postToken } from '../../testing/oauth.ts';
import { openTestMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';

test('ERR-4 a bug of ours is server_error without a detail, and is reported', async () => {
  const faults: unknown[] = [];
  await using t = await openTestMock({ lots: 20, onError: (error) => faults.push(error) });
  const { auth_url } = t.mock;
  expect((await fetch(authorizeUrl(auth_url), { redirect: 'manual' })).status).toBe(303);
  await t.mock.worlds.default.store.write((tx) => tx.schema.dropTable('oauth_clients').execute());
  const answer = await fetch(authorizeUrl(auth_url), { redirect: 'manual' });
  const page = await answer.text();
  expect([answer.status, page]).toEqual([500, expect.stringContaining('server_error')]);
  expect(page).not.toContain('oauth_clients');
  const token = await postToken(auth_url, { ...APP, grant_type: 'refresh_token', refresh_token: 'x' });
  expect(token).toMatchObject({ status: 500, body: { error: 'server_error' } });
  expect(JSON.stringify(token.body)).not.toContain('oauth_clients');
  expect(faults.map(String).join('\n')).toContain('oauth_clients');
});

function statusWith(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

/** What is a host, however unusual, and what is none; where the developer tokens are off every host is served. */
const HOSTS: readonly (readonly [host: string, issuer: string | undefined])[] = [
  ['mock.test', 'http://mock.test'],
  ['Mock.Test:8080', 'http://mock.test:8080'],
  ['[::1]:4010', 'http://[::1]:4010'],
  ['[::ffff:1.2.3.4]', 'http://[::ffff:102:304]'],
  ['grist_mill:4010', 'http://grist_mill:4010'],
  ['mock.test.', 'http://mock.test.'],
  ['a..b', 'http://a..b'],
  ['_', 'http://_'],
  ['0x7f.1:80', 'http://127.0.0.1'],
  ['999.999.999.999', undefined],
  ['a:99999', undefined],
  ['[::::]', undefined],
  ['1.2.3.4.5', undefined],
  ['a b', undefined],
  ['user@mock.test', undefined],
  ['mock.test/path', undefined],
  ['mock.test?x', undefined],
  ['mock.test:port', undefined],
];

test('the issuer is made of the Host that was called, and of nothing else; what is no host is 400 and no fault of ours', async () => {
  const faults: unknown[] = [];
  await using t = await openTestMock({ lots: 20, dev_tokens: false, onError: (error) => faults.push(error) });
  for (const path of [
    '/.well-known/openid-configuration',
    '/oauth/token',
    '/oauth/authorize',
    '/oauth/interaction/none',
    '/oauth/jwks',
  ]) {
    for (const [Host, issuer] of HOSTS) {
      const status = await statusWith(`${t.mock.auth_url}${path}`, { Host });
      if (issuer === undefined) expect([Host, status]).toEqual([Host, 400]);
      else expect(status, Host).toBeLessThan(500);
    }
  }
  expect(faults).toEqual([]);
  for (const [Host, issuer] of HOSTS.filter(([, origin]) => origin !== undefined)) {
    const answer = await sendRaw(t, ['GET /.well-known/openid-configuration HTTP/1.1', `Host: ${Host}`]);
    expect(answer).toContain(`"issuer":"${issuer}"`);
  }
  const discovery = `${t.mock.auth_url}/.well-known/openid-configuration`;
  const forwarded = { 'X-Forwarded-Host': 'attacker.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=attacker.example' };
  const metadata = (await (await fetch(discovery, { headers: forwarded })).json()) as Record<string, string>;
  expect(metadata).toMatchObject({ issuer: t.mock.auth_url, token_endpoint: `${t.mock.auth_url}/oauth/token` });
});

test('CONV-6 other paths, methods and bodies get an answer, and never 500', async () => {
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
