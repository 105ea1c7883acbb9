/** Which hosts a mock with developer tokens serves. A web page can point its own name to this machine (DNS rebinding), so that is refused. */
import type { AddressInfo } from 'node:net';
import type { Page } from '#spec';
import { beforeAll, describe, expect, test } from 'vitest';
import { VERIFIER } from '../../testing/oauth.ts';
import { openTestMock, useMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';

const EVIL = 'evil.example';
const REFUSED = `"message":"Host: ${EVIL} is not served here; start the mock with --allow-host ${EVIL}"`;
const BUYER = 'Authorization: Bearer dev_buyer';

const t = useMock({ lots: 20, allowed_hosts: ['grain.example', 'grist_mill', 'fd00::5'] });
let world_id: string;
beforeAll(async () => {
  world_id = (await t.mock.worlds.create({ lots: 20 }))?.id ?? '';
});

function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
}

function codeOf(response: string): string | undefined {
  return /"code":"(\w+)"/.exec(response)?.[1];
}

/** `403 forbidden` */
function verdictOf(response: string): string {
  return `${statusOf(response)} ${codeOf(response)}`;
}

describe('a foreign host', () => {
  const CHALLENGE = `code_challenge=${VERIFIER}&code_challenge_method=S256`;
  test.for([
    ['GET', '/v1/inventory'],
    ['POST', '/v1/webhooks'],
    ['GET', '/v1/nowhere'],
    ['OPTIONS', '/v1/inventory'],
    ['GET', '/worlds/{id}/v1/inventory'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', `/oauth/authorize?client_id=gristmill-app&response_type=code&prompt=none&login_hint=buyer&${CHALLENGE}`],
    ['POST', '/oauth/token'],
    ['GET', '/worlds/{id}/.well-known/openid-configuration'],
    ['GET', '/_gristmill/clock'],
    ['GET', '/worlds/{id}/_gristmill/clock'],
    ['GET', '/'],
    ['GET', '/worlds/{id}/'],
  ] as const)('is rejected at %s %s, with a hint', async ([method, path]) => {
    const target = path.replace('{id}', world_id);
    const response = await sendRaw(t, [`${method} ${target} HTTP/1.1`, `Host: ${EVIL}:4010`, BUYER, 'Content-Length: 0']);
    expect(verdictOf(response)).toBe('403 forbidden');
    expect(response).toContain(REFUSED);
    expect(response).not.toMatch(/access-control-allow/i);
  });

  test('reaches no subscription, as in a DNS rebinding attack', async () => {
    const body = JSON.stringify({ url: 'http://127.0.0.1:1/', events: ['bid.rejected'] });
    const head = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const response = await sendRaw(t, ['POST /v1/webhooks HTTP/1.1', `Host: ${EVIL}`, BUYER, ...head], body);
    expect(statusOf(response)).toBe(403);
    expect((await t.call('buyer', 'GET', '/webhooks')).body.items).toEqual([]);
  });

  test.for([
    [`Host: ${EVIL}.`],
    ['Host: EVIL.example'],
    ['Host: 127.0.0.1.evil.example'],
    ['Host: 10.1.2.3'],
    ['Host: [2001:db8::1]:80'],
    [`Host: ${EVIL}`, 'X-Forwarded-Host: localhost'],
    [`Host: ${EVIL}`, 'Forwarded: host=localhost'],
  ])('in the spelling %j', async (head) => {
    const response = await sendRaw(t, ['GET /v1/grades HTTP/1.1', ...head, BUYER]);
    expect(verdictOf(response)).toBe('403 forbidden');
  });

  // RFC 9112, section 3.2.2: the target has precedence over Host.
  test('in an absolute request target is rejected, whatever Host says', async () => {
    const response = await sendRaw(t, [`GET http://${EVIL}/v1/grades HTTP/1.1`, 'Host: localhost', BUYER]);
    expect(verdictOf(response)).toBe('403 forbidden');
  });
});

describe('a served host', () => {
  test.for<readonly [head: string, origin: string]>([
    ['Host: localhost:4010', 'http://localhost:4010'],
    ['Host: mock.localhost', 'http://mock.localhost'],
    ['Host: [::1]:8080', 'http://[::1]:8080'],
    ['Host: Grain.Example:8080', 'http://grain.example:8080'],
    ['Host: grain.example.', 'http://grain.example.'],
    ['Host: grist_mill:4010', 'http://grist_mill:4010'],
    ['Host: [fd00::5]', 'http://[fd00::5]'],
    ['Host: localhost\r\nX-Forwarded-Host: evil.example', 'http://localhost'],
  ])('PAGE-17 %j: links begin with %s', async ([head, origin]) => {
    const response = await sendRaw(t, ['GET /v1/grades?limit=1 HTTP/1.1', head, 'Authorization: Bearer dev_reader']);
    expect(response).toContain(`"href":"${origin}/v1/grades?limit=1&offset=0"`);
    expect(response).toContain(`"next":"${origin}/v1/grades?limit=1&offset=1"`);
    expect(response).not.toContain('evil');
  });

  test('PAGE-17 in an absolute request target is accepted, whatever Host says', async () => {
    const response = await sendRaw(t, ['GET http://localhost:9/v1/grades?limit=1 HTTP/1.1', `Host: ${EVIL}`, BUYER]);
    expect(response).toContain('"href":"http://localhost:9/v1/grades?limit=1&offset=0"');
    expect(response).not.toContain('evil');
  });

  test('is the address of the connection, for an HTTP/1.0 client without Host', async () => {
    const response = await sendRaw(t, ['GET /v1/grades HTTP/1.0', BUYER]);
    expect(response).toContain(`"href":"${t.mock.base_url}/grades?`);
  });

  test('is any host if developer tokens are off', async () => {
    await using shared = await openTestMock({ lots: 20, dev_tokens: false });
    const response = await sendRaw(shared, ['GET /v1/grades HTTP/1.1', `Host: ${EVIL}`, BUYER]);
    expect(codeOf(response)).toBe('unauthenticated');
  });

  test('is that of public_url, and the one that the mock listens at', async () => {
    const options = { lots: 20, host: 'localhost', public_url: 'https://market.example', dev_tokens: true };
    await using proxied = await openTestMock(options);
    // It listens on TCP, so that its address has a port.
    const { port, address } = proxied.mock.server.address() as AddressInfo;
    const local = {
      ...proxied,
      mock: { ...proxied.mock, base_url: `http://${address.includes(':') ? '[::1]' : address}:${port}` },
    };
    for (const host of ['market.example', 'MARKET.example:443', 'localhost']) {
      expect(statusOf(await sendRaw(local, ['GET /v1/grades HTTP/1.1', `Host: ${host}`, BUYER]))).toBe(200);
    }
    expect(statusOf(await sendRaw(local, ['GET /v1/grades HTTP/1.1', `Host: ${EVIL}`, BUYER]))).toBe(403);
  });
});

test('PAGE-17 behind a proxy, links begin with the address of the proxy', async () => {
  await using proxied = await openTestMock({ lots: 20, public_url: 'https://market.example', dev_tokens: true });
  // It listens on TCP, so that its address has a port.
  const { port } = proxied.mock.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/v1/grades?limit=2&offset=2`, {
    headers: { Authorization: 'Bearer dev_reader' },
  });
  const page = (await response.json()) as Page<unknown>; // what the document says of GET /grades
  for (const link of [page.next, page.previous, page.href])
    expect(link).toMatch(/^https:\/\/market\.example\/v1\/grades\?limit=2&offset=[024]$/);
});

const MALFORMED: readonly (readonly [title: string, head: readonly string[], target?: string])[] = [
  ['two of them', ['Host: localhost', 'Host: localhost']],
  ['none, in HTTP/1.1', []],
  ['no IPv4 address', ['Host: 999.999.999.999']],
  ['a port beyond the last', ['Host: a:99999']],
  ['a port that is not a number', ['Host: localhost:http']],
  ['no IPv6 address', ['Host: [::::]']],
  ['an IPv6 address without brackets', ['Host: ::1']],
  ['user information', [`Host: localhost@${EVIL}`]],
  ['a path', ['Host: localhost/x']],
  ['a list', [`Host: localhost, ${EVIL}`]],
  ['a quotation mark', ['Host: local"host']],
  ['a letter beyond ASCII', ['Host: grän.example']],
  ['not a host', ['Host: not a host']],
  ['user information in a whole URL', ['Host: localhost'], `http://user@localhost/v1/grades`],
  ['no host in a whole URL', ['Host: localhost'], `http:///v1/grades`],
];

test.for(MALFORMED)('CONV-6 %s gets 400 on every path', async ([, head, target]) => {
  for (const path of ['/v1/grades', '/.well-known/openid-configuration', '/_gristmill/clock', '/', '/nowhere']) {
    const response = await sendRaw(t, [`GET ${target ?? path} HTTP/1.1`, ...head, BUYER]);
    expect([path, verdictOf(response)]).toEqual([path, '400 malformed_request']);
    expect(response).toContain('Content-Type: application/json');
    expect(response).not.toMatch(/evil|stack|\.ts/);
  }
});
