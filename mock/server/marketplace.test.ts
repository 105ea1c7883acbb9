/** What there is at which path, and what is answered where there is nothing. */
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../testing/endpoints.ts';
import { errorIn, pageIn, verdictOf } from '../testing/answers.ts';
import { useMock } from '../testing/open-mock.ts';
import { sendRaw } from '../testing/send-raw.ts';

const t = useMock();

const ALLOW_ORDER = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/** What `Allow` says of each path. */
const METHODS = [...Map.groupBy(ENDPOINTS, ({ path }) => path)].map(([path, endpoints]): readonly [string, string] => {
  const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [path, ALLOW_ORDER.filter((method) => methods.includes(method)).join(', ')];
});

test.for(METHODS)('CONV-6 ERR-1 ERR-4 FARM-3 %s takes %s, and any other method gets 405', async ([path, allow]) => {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter(
    (method) => !allow.split(', ').includes(method),
  );
  expect(others.length).toBeGreaterThan(2);
  for (const method of others) {
    const answer = await t.call('buyer', method, path);
    expect(verdictOf(answer)).toBe('405 method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

const NOTHING: readonly string[] = [
  '/',
  '',
  '/nothing',
  '/inventory/',
  '/inventory/inv_0/',
  '/inventory//bids',
  '/Inventory',
  '/INVENTORY',
  '/bids/bid_0/Accept',
  '/inventory/inv_0/bids/bid_0',
  '/bids/bid_0/cancel',
  '/me',
  '/me/inventory/inv_0/offers',
  '/cash-bid-offers/cbo_0',
  '/inventory.json',
  '/openapi.json',
];

test.for(NOTHING)('CONV-6 CONV-8 there is nothing at %j', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await t.call('buyer', method, path);
    expect(verdictOf(answer)).toBe('404 not_found');
    expect(errorIn(answer).status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test.for([
  ['GET', '/inventory/%'],
  ['GET', '/inventory/%zz'],
  ['POST', '/bids/%E0%A4%A/accept'],
  ['GET', '/trades/%ff'],
  ['DELETE', '/webhooks/%C0%80'],
] as const)('CONV-6 %s %s is no path', async ([method, path]) => {
  expect(verdictOf(await t.call('buyer', method, path))).toBe('400 malformed_request');
});

test.for(['%00', '%2F', '..%2F..', '%F0%9F%8C%BE', `x${'y'.repeat(4000)}`, '%20', "'; drop table lots; --", 'inv_0%00'])(
  'CONV-2 CONV-6 an id may be any text, and there is no %s',
  async (id) => {
    for (const path of [`/inventory/${id}`, `/bids/${id}`, `/trades/${id}`, `/teams/${id}`]) {
      expect(verdictOf(await t.call('buyer', 'GET', path))).toBe('404 not_found');
    }
  },
);

test('HEAD answers as GET does, without the body', async () => {
  for (const [path, status] of [
    ['/inventory', 200],
    ['/inventory/inv_0', 404],
    ['/bids?limit=0', 400],
  ] as const) {
    const answer = await t.call('buyer', 'HEAD', path);
    expect(answer.status).toBe(status);
    expect(answer.text).toBe('');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
  expect((await t.call(null, 'HEAD', '/inventory')).status).toBe(401);
});

test('CONV-6 a world that does not exist has nothing', async () => {
  for (const path of ['/worlds/nowhere/v1/inventory', '/worlds//v1/inventory', '/worlds/default']) {
    const answer = await sendRaw(t, [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer dev_buyer']);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  }
});

test('INV-10 a long query is read to its end', async () => {
  const slugs = Array.from({ length: 150 }, (_, index) => `none-${index}`).join(',');
  const all = pageIn(await t.call('buyer', 'GET', '/inventory?commodity=canola')).total;
  expect(pageIn(await t.call('buyer', 'GET', `/inventory?commodity=${slugs},canola&x=${'y'.repeat(8000)}`)).total).toBe(all);
  expect(all).toBeGreaterThan(0);
});

const BROKEN: readonly (readonly [what: string, head: readonly string[]])[] = [
  [
    'a path far too long',
    [`GET /v1/inventory?grade=${'x'.repeat(20_000)} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer dev_buyer'],
  ],
  ['a header far too long', ['GET /v1/inventory HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${'x'.repeat(20_000)}`]],
  ['a header that is none', ['GET /v1/inventory HTTP/1.1', 'Host: localhost', 'Authorization Bearer dev_buyer']],
  ['a method that is none', ['FETCH /v1/inventory HTTP/1.1', 'Host: localhost', 'Authorization: Bearer dev_buyer']],
  ['no HTTP at all', ['hello']],
  ...['http://[bad/v1/inventory', 'http://[::1/v1/inventory', 'HTTPS://[bad/_gristmill/health', 'http://:80:80/'].map(
    (target) => [`the address ${target}`, [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close']] as const,
  ),
];

test.for(BROKEN)('ERR-1 CONV-6 %s gets an Error object', async ([, head]) => {
  const [start = '', text = ''] = (await sendRaw(t, head)).split('\r\n\r\n');
  expect(start).toMatch(/^HTTP\/1\.1 400 /);
  expect(start).toContain('Content-Type: application/json; charset=utf-8');
  expect(start).toContain(`Content-Length: ${text.length}`);
  expect(JSON.parse(text)).toMatchObject({ error: { status: 400, code: 'malformed_request' } });
});
