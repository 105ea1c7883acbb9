import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '../settings/config-error.ts';
import { serveInTest } from '../testing/in-test.ts';
import { sendJson } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import { HttpClient } from './http-client.ts';
import { describeProxies, readProxies } from './proxies.ts';

/** A proxy that responds to every request with what it was asked for. */
async function useProxy(no_proxy = ''): Promise<string> {
  const proxy = await serveInTest((request, response) => sendJson(response, 200, { asked: request.url }));
  for (const [key, value] of Object.entries({ HTTP_PROXY: proxy, http_proxy: '', NO_PROXY: no_proxy, no_proxy: '' }))
    vi.stubEnv(key, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return proxy;
}

async function get(base_url: string): Promise<unknown> {
  const client = new HttpClient(makeSettings({ base_url, request_timeout_ms: 2_000 }));
  onTestFinished(async () => client.close());
  return (await client.send({ check: 'OP-1/x', actor: 'buyer', method: 'GET', path: '/market' })).json;
}

test('requests go through the proxy of the environment', async () => {
  await useProxy();
  expect(await get('http://staging.invalid/v1')).toEqual({ asked: 'http://staging.invalid/v1/market' });
});

test('no proxy is used for this machine and for the hosts of NO_PROXY', async () => {
  await useProxy('other.invalid, staging.invalid');
  const target = await serveInTest((request, response) => sendJson(response, 200, { direct: request.url }));
  expect(await get(`${target}/v1`)).toEqual({ direct: '/v1/market' });
  await expect(get('http://staging.invalid/v1')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
});

test.for<[name: string, env: Readonly<Record<string, string>>, proxies: object | undefined]>([
  ['none', { HTTP_PROXY: '', NO_PROXY: 'a.example' }, undefined],
  [
    'lower case first',
    { https_proxy: 'http://a.example:1', HTTPS_PROXY: 'http://b.example' },
    { httpsProxy: 'http://a.example:1/' },
  ],
  ['without a scheme', { HTTP_PROXY: 'a.example:3128' }, { httpProxy: 'http://a.example:3128/' }],
])('the environment gives proxies: %s', ([, env, proxies]) => {
  const noProxy = 'localhost,127.0.0.1,::1,';
  expect(readProxies(env)).toEqual(proxies === undefined ? undefined : { ...proxies, noProxy });
});

test('a proxy that is not an http URL is a configuration error, which does not repeat the password', () => {
  expect(() => readProxies({ HTTPS_PROXY: 'socks5://user:hush@a.example' })).toThrow(ConfigError);
  expect(() => readProxies({ HTTPS_PROXY: 'socks5://user:hush@a.example' })).toThrow(/^HTTPS_PROXY: (?!.*hush)/);
});

test('an error of a connection names the proxy, unless the target is on this machine', async () => {
  const proxy = await useProxy();
  expect(describeProxies('https://staging.invalid/v1')).toContain(new URL(proxy).host);
  expect(describeProxies('http://127.0.0.1:4010/v1')).toBe('');
});
