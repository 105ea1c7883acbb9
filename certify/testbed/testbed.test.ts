import { networkInterfaces } from 'node:os';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { Testbed } from './testbed.ts';

const countServers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('a testbed that cannot be opened leaves no server behind', async () => {
  const before = countServers();
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('no sign-in')));
  try {
    await expect(Testbed.open(readConfig(undefined, '', ['true']), '7')).rejects.toThrow('no sign-in');
  } finally {
    vi.unstubAllGlobals();
  }
  await expect.poll(countServers).toBe(before);
});

const has_ipv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1') === true);

test.skipIf(!has_ipv6)(
  'a client that listens at the host of its URL is ready, although it does not listen at 127.0.0.1',
  async () => {
    const serve = `require('http').createServer((q, r) => r.end('{}')).listen(process.env.MARKETPLACE_PORT, '::1')`;
    const config = readConfig('do: { url: "http://[::1]:{port}/" }', '', [process.execPath, '-e', serve]);
    const testbed = await Testbed.open(config, '7');
    try {
      expect((await testbed.ensureRunning())?.is_running).toBe(true);
    } finally {
      await testbed.close();
    }
  },
);
