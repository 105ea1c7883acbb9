import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMock } from './server.ts';
import type { MockOptions } from './options.ts';
import { MockOptionError, isReachable, resolveOptions } from './options.ts';

const SHARED = { shared: true, admin_token: 'let-me-in-please' };

test.for<[options: Record<string, unknown>, message: string]>([
  [{ clok: 'frozen' }, "clok: is not an option of createMock; the closest is 'clock'"],
  [{ is_lenient: true }, "is_lenient: is not an option of createMock; the closest is 'lenient'"],
  [{ lots: 20, test_secret: true }, "test_secret: is not an option of createMock; the closest is 'test_secrets'"],
  [{ zzzzzzzz: 1 }, 'zzzzzzzz: is not an option of createMock; the options are port, host, '],
  [{ clock: 'frosen' }, "clock: 'frosen' is not valid; use real, frozen, or an instant"],
  [{ lots: 19 }, 'lots: 19 is not valid; use a whole number of 20 or more'],
  [
    { allowed_hosts: ['mock', '*.mock'] },
    "allowed_hosts: '*.mock' is not a host name; leave out scheme and port, as in mock.internal",
  ],
  [{ allowed_hosts: ['mock:4010'] }, "allowed_hosts: 'mock:4010' is not a host name"],
  [{ allowed_hosts: ['[::1'] }, "allowed_hosts: '[::1' is not a host name"],
  [{ lots: 20.5 }, 'lots: 20.5 is not valid'],
  [{ world_ttl: '1 day' }, "world_ttl: '1 day' is not valid; use a time from 1m to 365d, such as 30m, 24h, or 7d, or none"],
  [{ shared: true }, 'admin_token: a shared mock needs an admin token'],
  [{ ...SHARED, dev_tokens: true }, 'dev_tokens: everyone knows'],
  [{ ...SHARED, test_secrets: true }, 'test_secrets: everyone can compute'],
  [{ ...SHARED, db: 'unused.db' }, 'secret_keys: a shared mock with a database needs a key'],
  [{ ...SHARED, db: 'unused.db', secret_keys: ['short'] }, 'secret_keys: a key has fewer than 32 characters'],
])('%j is rejected by name', async ([options, message]) => {
  // A program without types can pass anything.
  await expect(createMock(options as MockOptions)).rejects.toThrow(MockOptionError);
  await expect(createMock(options as MockOptions)).rejects.toThrow(message);
});

test('a mock serves its configured hosts, the one it listens at, and that of its proxy', () => {
  const { served_hosts } = resolveOptions({
    host: 'desk.lan',
    public_url: 'https://Market.example:8443/grain',
    allowed_hosts: ['Mock.Internal.', 'grist_mill', '192.0.2.7', '2001:DB8::1', '[2001:db8::2]'],
  });
  const hosts = ['mock.internal', 'grist_mill', '192.0.2.7', '2001:db8::1', '2001:db8::2', 'desk.lan', 'market.example'];
  expect([...served_hosts]).toEqual(hosts);
});

test('the clock option accepts the same formats as the control plane', () => {
  expect(resolveOptions({ clock: '2026-06-10T14:00+02:00' }).world.clock).toBe('2026-06-10T12:00:00.000Z');
});

test.for<[host: string, public_url: string | undefined, is_reachable: boolean]>([
  ['127.0.0.1', undefined, false],
  ['::1', 'http://127.0.0.1:8080', false],
  ['localhost', 'https://mock.localhost/', false],
  ['127.0.0.1', 'http://[::1]:9', false],
  ['0.0.0.0', undefined, true],
  ['127.0.0.1', 'https://mock.example', true],
  ['127.0.0.1', 'https://127.0.0.1.mock.example', true],
])('listening at %s behind %s, others can reach it: %s', ([host, public_url, is_reachable]) => {
  expect(isReachable(host, public_url)).toBe(is_reachable);
  const settled = resolveOptions({ host, public_url });
  expect([settled.dev_tokens, settled.world.is_shared]).toEqual([!is_reachable, is_reachable]);
  // PRIV-9: ids follow from the seed.
  const seeds = [settled.world.seed, resolveOptions({ host, public_url }).world.seed];
  expect([new Set(seeds).size, seeds.includes('1')]).toEqual(is_reachable ? [2, false] : [1, true]);
  expect(resolveOptions({ host, public_url, seed: '7' }).world.seed).toBe('7');
  expect(resolveOptions({ host, public_url, dev_tokens: is_reachable, shared: false })).toMatchObject({
    dev_tokens: is_reachable,
    world: { is_shared: false },
  });
});

test('WHK-11 behind a public address, developer tokens and private receivers are off, and the control plane requires the admin token', async () => {
  const public_url = 'https://mock.example';
  await using open = await createMock({ lots: 20, public_url });
  expect(open.tokens).toEqual({});
  await expect(open.clock.now()).rejects.toThrow('403 forbidden');

  await using mock = await createMock({ lots: 20, public_url, admin_token: 'let-me-in-please' });
  // A listening TCP server has an address with a port.
  const { port } = mock.server.address() as AddressInfo;
  const ask = (token: string, body: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { access_token } = await mock.control<{ access_token: string }>('POST', '/tokens', { persona: 'buyer' });
  const hook = { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] };
  expect([(await ask('dev_buyer', hook)).status, (await ask(access_token, hook)).status]).toEqual([401, 422]);
});
