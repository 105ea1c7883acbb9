import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { type Visitor, checkVisitor } from './guard.ts';

const HOST = '127.0.0.1:4010';
const OPEN = { admin_token: undefined, public_url: undefined, served_hosts: new Set(['mock.example']) };

function visit(headers: Visitor['headers'] = {}, remoteAddress = '127.0.0.1', localAddress = '127.0.0.1'): Visitor {
  return { headers: { host: HOST, ...headers }, socket: { remoteAddress, localAddress } };
}

describe('allowed requests', () => {
  test.each<[string, Visitor]>([
    ['a program on this machine', visit()],
    ['to the name of this machine', visit({ host: 'localhost:4010' })],
    ['to a subdomain of localhost', visit({ host: 'mock.localhost' })],
    // No browser sends an empty host.
    ['to an empty host, from this machine to itself', visit({ host: '' })],
    ['to a host name that the operator named', visit({ host: 'mock.example:4010' })],
    ['to another loopback address', visit({ host: '127.8.9.10' })],
    ['over IPv6', visit({ host: '[::1]:4010' }, '::1', '::1')],
    ['over IPv6 with a mapped IPv4 address', visit({}, '::ffff:127.0.0.1', '::ffff:127.0.0.1')],
    ['from an address of this machine to itself', visit({ host: '10.1.2.3:4010' }, '10.1.2.3', '10.1.2.3')],
    ['a page of the mock itself', visit({ origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' })],
    ['a person who typed the address', visit({ 'sec-fetch-site': 'none' })],
  ])('%s', (_title, visitor) => {
    expect(checkVisitor(visitor, OPEN)).toBeUndefined();
  });

  test('with an admin token, requests to a served host', () => {
    const visitor = visit({ host: 'mock.example:8443' });
    const guarded = { ...OPEN, admin_token: 'let-me-in-please', public_url: 'https://mock.example' };
    const sent = { ...visitor, headers: { ...visitor.headers, authorization: 'Bearer let-me-in-please' } };
    expect(checkVisitor(sent, guarded)).toBeUndefined();
    expect(checkVisitor(sent, { ...guarded, served_hosts: new Set<string>() })).toMatchObject({ refused: 'forbidden' });
  });

  test('with an admin token, requests that send it, from anywhere', () => {
    const guarded = { ...OPEN, admin_token: 'let-me-in-please' };
    const visitor = visit({ host: '10.1.2.3:4010', authorization: 'Bearer let-me-in-please' }, '10.9.9.9', '10.1.2.3');
    expect(checkVisitor(visitor, guarded)).toBeUndefined();
    expect(checkVisitor({ ...visitor, headers: { ...visitor.headers, 'x-forwarded-for': '1.2.3.4' } }, guarded)).toBeUndefined();
  });
});

describe('rejected requests', () => {
  test.each<[string, Visitor]>([
    ['a page of another origin', visit({ origin: 'https://evil.example' })],
    ['a page of another port', visit({ origin: 'http://127.0.0.1:3000' })],
    ['a page without an origin', visit({ origin: 'null' })],
    ['a page of another site', visit({ 'sec-fetch-site': 'cross-site' })],
    ['a page of the same site', visit({ 'sec-fetch-site': 'same-site' })],
    ['to a host name that an attacker pointed here', visit({ host: 'rebound.example:4010' })],
    ['to a host name that only looks like a loopback address', visit({ host: '127.0.0.1.evil.example' })],
    ['to an address of another machine', visit({ host: '10.1.2.3:4010' })],
    ['to a malformed host', visit({ host: '[::1' })],
    ['from another machine', visit({ host: '10.1.2.3' }, '10.9.9.9', '10.1.2.3')],
    ['from an unknown address', { headers: { host: HOST }, socket: {} }],
    ['through a proxy on this machine', visit({ 'x-forwarded-for': '1.2.3.4' })],
    ['through a proxy that sends Forwarded', visit({ forwarded: 'for=1.2.3.4' })],
    ['a webhook delivery', visit({ 'svc-signature': 't=1,v1=00' })],
  ])('%s', (_title, visitor) => {
    expect(checkVisitor(visitor, OPEN)).toMatchObject({ refused: 'forbidden' });
  });

  test.each([undefined, 'let-me-in-please', 'Basic let-me-in-please', 'Bearer let-me-in-pleas', 'Bearer let-me-in-please '])(
    'with an admin token, a client that sends %j',
    (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      expect(checkVisitor(visit(headers), { ...OPEN, admin_token: 'let-me-in-please' })).toMatchObject({
        refused: 'unauthenticated',
      });
    },
  );

  // A local proxy that adds no header would let everybody in.
  test('behind a public address, requests without an admin token, even from this machine', () => {
    expect(checkVisitor(visit(), { ...OPEN, public_url: 'https://mock.example' })).toMatchObject({ refused: 'forbidden' });
    expect(checkVisitor(visit(), { ...OPEN, public_url: 'http://localhost:8080' })).toBeUndefined();
  });

  test('with an admin token, a page of another origin, even if it sends the token', () => {
    const visitor = visit({ authorization: 'Bearer let-me-in-please', origin: 'https://evil.example' });
    expect(checkVisitor(visitor, { ...OPEN, admin_token: 'let-me-in-please' })).toMatchObject({ refused: 'forbidden' });
  });
});

/** Sends headers that `fetch` does not let us choose. */
async function send(url: string, method: string, headers: Record<string, string>): Promise<object> {
  const response = await request(url, { method, headers });
  return { status: response.statusCode, headers: response.headers, body: await response.body.json() };
}

describe('over HTTP', () => {
  test('PRIV-4 PRIV-6 a webhook to the control plane cannot pay an invoice', async () => {
    await using test_mock = await openTestMock();
    const lot = await makeLot(test_mock);
    const accepted = await test_mock.call('seller', 'POST', `/bids/${await makeBid(test_mock, 'buyer', lot)}/accept`);
    const trade_id = accepted.body.data.id;
    for (const invoice of ['buyer', 'seller']) {
      const url = `${test_mock.mock.control_url}/trades/${trade_id}/invoices/${invoice}/pay`;
      const made = await test_mock.call('buyer', 'POST', '/webhooks', { body: { url, events: ['bid.rejected'] } });
      expect(made.status).toBe(201);
    }
    const other = await makeBid(test_mock, 'buyer', await makeLot(test_mock));
    expect((await test_mock.call('buyer', 'POST', `/bids/${other}/reject`)).status).toBe(200);
    await test_mock.control('POST', '/clock/run');

    const { body } = await test_mock.control('GET', '/deliveries?event=bid.rejected');
    expect(body.items.map(({ response_status }: { response_status: number }) => response_status)).toContain(403);
    const trade = await test_mock.call('buyer', 'GET', `/trades/${trade_id}`);
    expect(trade.body.data).toMatchObject({ status: 'Pending', counterparty: null });
  });

  test('a cross-origin request changes nothing and cannot read the response', async () => {
    await using test_mock = await openTestMock();
    const { control_url } = test_mock.mock;
    for (const headers of [{ Origin: 'https://evil.example' }, { Host: 'evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const refused = await send(`${control_url}/reset`, 'POST', headers);
      expect(refused).toMatchObject({ status: 403, body: { error: { status: 403, code: 'forbidden' } } });
      expect(refused).not.toHaveProperty('headers.access-control-allow-origin');
    }
    const preflight = await send(`${control_url}/reset`, 'OPTIONS', {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
    });
    expect(preflight).toMatchObject({ status: 403 });
    const local = await send(`${control_url}/reset`, 'OPTIONS', {});
    expect(local).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  test('the admin token opens the control plane, and a token of the API does not', async () => {
    await using test_mock = await openTestMock({ admin_token: 'let-me-in-please' });
    const { control_url } = test_mock.mock;
    const refused = await send(`${control_url}/clock`, 'GET', { Authorization: 'Bearer dev_buyer' });
    expect(refused).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: { code: 'unauthenticated' } },
    });
    const opened = await send(`${control_url}/clock`, 'GET', { Authorization: 'Bearer let-me-in-please' });
    expect(opened).toMatchObject({ status: 200 });
  });
});
