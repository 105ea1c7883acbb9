import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestMock } from '../../testing/open-mock.ts';
import { openReceiver } from '../../testing/receiver.ts';
import type { Resolve } from './addresses.ts';
import { isPrivateAddress, leadsToPrivate } from './addresses.ts';
import { classifyReply } from './outcome.ts';
import { Sender } from './sender.ts';

const PUBLIC = '93.184.215.14';

/** Resolves each lookup to the next of these addresses, and repeats the last. */
function resolveTo(...responses: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return (_hostname, _options, callback) => {
    const found = responses[Math.min(asked, responses.length - 1)] ?? [];
    asked += 1;
    const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(callback, null, addresses);
  };
}

/** The result of a delivery to that URL. */
async function deliver(url: string, resolve: Resolve, is_shared = true): Promise<string> {
  const sender = new Sender({ timeout_ms: 2_000, is_shared, resolve });
  onTestFinished(() => sender.close());
  const reply = await sender.post({ url, headers: {}, body: '{}' }, new AbortController());
  return reply === undefined ? 'nothing' : reply.kind;
}

/** Hosts outside the public network, by kind. They are refused even if a name server gives a public address. */
const PRIVATE: Readonly<Record<string, string>> = {
  loopback: '127.0.0.1 127.255.255.254 127.1 127.0.1 [::1] [0:0:0:0:0:0:0:1]',
  'spelled in other bases':
    '2130706433 017700000001 0x7f000001 0x7f.1 0177.0.0.1 0x7F.0x0.0x0.0x1 127.0.0.1. 3232235521 ' +
    '0xa9fea9fe 0251.0376.0251.0376 ２１３０７０６４３３ %31%32%37.0.0.1 ①②⑦.0.0.1',
  'names of this machine and its network':
    'localhost LOCALHOST localhost. api.localhost a.b.localhost. localhost.localdomain ip6-localhost ' +
    'printer.local router.home.arpa postgres metadata',
  'metadata of clouds':
    '169.254.169.254 169.254.170.2 168.63.129.16 100.100.100.200 192.0.0.192 [fd00:ec2::254] ' +
    '[fd20:ce::254] [::ffff:169.254.169.254] [::ffff:168.63.129.16] [64:ff9b::a83f:8110] ' +
    'metadata.google.internal metadata.google.internal. instance-data.ec2.internal',
  'this network': '0.0.0.0 0.1.2.3 [::]',
  'private networks': '10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255',
  'carrier-grade NAT': '100.64.0.1 100.127.255.254',
  'link-local': '169.254.0.1 [fe80::1] [febf:ffff::1]',
  'unique local and site-local': '[fc00::1] [fd12:3456:789a::1] [fec0::1] [feff::1]',
  'multicast and broadcast': '224.0.0.1 239.255.255.255 255.255.255.255 [ff02::1] [ff0e::1]',
  'protocol assignments and reserved': '192.0.0.8 192.0.0.170 240.0.0.1 254.255.255.255 [2001:1::1] [4000::1] [200::1]',
  documentation: '192.0.2.1 198.51.100.7 203.0.113.9 [2001:db8::1] [3fff::1] [3fff:fff::1]',
  benchmarks: '198.18.0.1 198.19.255.255 [2001:2::1]',
  'relays and sinks': '192.88.99.1 192.31.196.1 192.52.193.1 192.175.48.1 [2001:3::1] [2620:4f:8000::1]',
  'IPv4-mapped': '[::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:10.0.0.1] [0:0:0:0:0:ffff:c0a8:1] [::ffff:0.0.0.0]',
  'IPv4-compatible': '[::127.0.0.1] [::10.0.0.1] [::8.8.8.8] [::7f00:1]',
  'IPv4-translated': '[::ffff:0:127.0.0.1] [::ffff:0:7f00:1] [::ffff:0:8.8.8.8] [0:0:0:0:ffff:0:a00:1]',
  NAT64: '[64:ff9b::127.0.0.1] [64:ff9b::a00:1] [64:ff9b::8.8.8.8] [64:ff9b:1::1] [64:ff9b:1:ffff::a00:1]',
  '6to4': '[2002:7f00:1::] [2002:a00:1::1] [2002:c0a8:101::1] [2002:808:808::1]',
  Teredo: '[2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:0:7f00:1::]',
  'ORCHID, discard, segment routing': '[2001:10::1] [2001:20::1] [2001:30::1] [100::1] [5f00::1]',
};

const SPELLINGS = Object.entries(PRIVATE).flatMap(([kind, hosts]) => hosts.split(' ').map((host) => [kind, host] as const));

const REACHED =
  '1.1.1.1 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 168.63.129.15 172.15.255.255 172.32.0.1 192.0.1.1 192.169.0.1 198.20.0.1 223.255.255.255 ' +
  '134744072 [::ffff:8.8.8.8] [2606:4700::1111] [2a00:1450:4001::200e] hooks.example.com localhost.example.com internal.example.com notlocalhost.example';

describe('WHK-11 a shared mock', () => {
  const hosts = new Set(SPELLINGS.map(([, host]) => host));
  test(`the table has ${hosts.size} spellings of private hosts`, () => {
    expect(hosts.size).toBeGreaterThan(80);
  });

  test.for(SPELLINGS)('%s: %s is rejected when subscribed and when called', async ([, host]) => {
    for (const url of [`http://${host}/hook`, `https://${host}:8443/hook`]) {
      expect(await leadsToPrivate(url, resolveTo([PUBLIC]))).toBe(true);
      expect(await deliver(url, resolveTo([PUBLIC]))).toBe('forbidden');
    }
  });

  test.for(SPELLINGS.filter(([, host]) => /^[\d.]+$|^\[/.test(host)))(
    '%s: %s is rejected if a name resolves to it',
    async ([, host]) => {
      const address = new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/, '$1');
      expect(isPrivateAddress(address)).toBe(true);
      const resolve = resolveTo([PUBLIC, address]);
      expect(await leadsToPrivate('https://hooks.example.com/', resolve)).toBe(true);
      expect(await deliver('https://hooks.example.com/', resolve)).toBe('forbidden');
    },
  );

  test.for(['fe80::1%eth0', '2606:4700::1111%1', '', 'nonsense', '1.2.3.4.5', '12345::'])(
    '%j is not a public address',
    (address) => {
      expect(isPrivateAddress(address)).toBe(true);
    },
  );

  test.for(REACHED.split(' '))('%s is public', async (host) => {
    expect(await leadsToPrivate(`http://${host}/hook`, resolveTo([PUBLIC]))).toBe(false);
  });

  test('a name is checked again on each call', async () => {
    await using receiver = await openReceiver();
    const url = receiver.url.replace('127.0.0.1', 'rebound.example');
    const resolve = resolveTo([PUBLIC], ['127.0.0.1']);
    expect(await leadsToPrivate(url, resolve)).toBe(false);
    expect(await deliver(url, resolve)).toBe('forbidden');
    expect(classifyReply({ kind: 'forbidden', reason: '' }, 1, true)).toEqual({ status: 'failed', delay_seconds: null });
    expect(receiver.received).toEqual([]);
  });

  test('the connection goes to the address that was checked', async () => {
    await using receiver = await openReceiver();
    const url = receiver.url.replace('127.0.0.1', 'rebound.example');
    // A second lookup would lead to the receiver.
    expect(await deliver(url, resolveTo(['192.0.2.1'], ['127.0.0.1']))).toBe('forbidden');
    expect(receiver.received).toEqual([]);
  });

  test('a name that does not resolve is checked on the call', async () => {
    const resolve: Resolve = (_hostname, _options, callback) => {
      setImmediate(callback, new Error('ENOTFOUND'), []);
    };
    expect(await leadsToPrivate('http://nobody.invalid/hook', resolve)).toBe(false);
    expect(await deliver('http://nobody.invalid/hook', resolve)).toBe('silence');
  });

  test('a rejected address returns 422', async () => {
    await using shared = await openTestMock({ lots: 20, public_url: 'https://mock.example', dev_tokens: true });
    for (const host of ['[::ffff:0:127.0.0.1]', '168.63.129.16', 'localhost.', 'hooks.localhost', '2130706433']) {
      const body = { url: `http://${host}/hook`, events: ['bid.accepted'] };
      const refused = await shared.call('buyer', 'POST', '/webhooks', { body });
      expect([host, refused.status, refused.body.error.errors?.[0]?.field]).toEqual([host, 422, 'url']);
    }
  });
});

describe("WHK-11 on a developer's machine", () => {
  test.for(['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]'])('%s is called', async (host) => {
    await using receiver = await openReceiver();
    expect(await deliver(receiver.url.replace('127.0.0.1', host), resolveTo(['127.0.0.1']), false)).toBe('response');
    expect(receiver.received).toHaveLength(1);
  });

  test('private receivers are accepted', async () => {
    await using mine = await openTestMock({ lots: 20 });
    for (const host of ['127.0.0.1:9', 'localhost:9', '[::1]:9', '10.0.0.1', 'receiver']) {
      const body = { url: `http://${host}/hook`, events: ['bid.accepted'] };
      expect((await mine.call('buyer', 'POST', '/webhooks', { body })).status).toBe(201);
    }
  });
});
