/** Responses to requests that reach no operation. */
import { expect, test } from 'vitest';
import { errorIn, verdictOf } from '../testing/responses.ts';
import { useMock } from '../testing/open-mock.ts';
import { sendRaw } from '../testing/send-raw.ts';

const t = useMock({ lots: 20 });

test.for([
  ['/inventory', 'GET, HEAD'],
  ['/cash-bids', 'GET, HEAD, POST'],
  ['/me/inventory/inv_0', 'GET, HEAD, PATCH, DELETE'],
] as const)('CONV-6 ERR-4 FARM-3 %s accepts %s, and any other method gets 405', async ([path, allow]) => {
  for (const method of ['PUT', 'OPTIONS', 'PROPFIND']) {
    const response = await t.call('buyer', method, path);
    expect(verdictOf(response)).toBe('405 method_not_allowed');
    expect(response.headers.get('allow')).toBe(allow);
  }
});

test.for(['/', '/inventory/', '/inventory//bids', '/INVENTORY', '/bids/bid_0/cancel', '/me', '/inventory.json', '/openapi.json'])(
  'CONV-6 CONV-8 %s gets 404',
  async (path) => {
    const response = await t.call('buyer', 'GET', path);
    expect(verdictOf(response)).toBe('404 not_found');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  },
);

test.for([
  ['/inventry', 'No such path; did you mean /v1/inventory?'],
  ['/inventory/inv_1/bid', 'No such path; did you mean /v1/inventory/{id}/bids?'],
  ['/bids/bid_1/acept', 'No such path; did you mean /v1/bids/{id}/accept?'],
  ['/v2/inventory', 'No such path; did you mean /v1/inventory?'],
  ['/inventory/', 'No such path; did you mean /v1/inventory?'],
  ['/nothing-like-it', 'No such path. GET /_gristmill/openapi-marketplace.json lists all paths.'],
] as const)('the 404 for %s is: %s', async ([path, message]) => {
  expect(errorIn(await t.call(null, 'GET', path)).message).toBe(message);
});

test.for(['/inventory/%', '/inventory/%zz', '/trades/%ff'])('CONV-6 %s gets 400', async (path) => {
  expect(verdictOf(await t.call('buyer', 'GET', path))).toBe('400 malformed_request');
});

test.for(['%00', '%2F', '..%2F..', '%F0%9F%8C%BE', 'y'.repeat(4000), "'; drop table lots; --"])(
  'CONV-2 CONV-6 the unknown id %s gets 404',
  async (id) => {
    expect(verdictOf(await t.call('buyer', 'GET', `/inventory/${id}`))).toBe('404 not_found');
  },
);

test('requests without an operation are in the journal, with their caller', async () => {
  await t.call('buyer', 'PUT', '/inventory');
  await t.call(null, 'GET', '/inventry');
  const { body } = await t.control('GET', '/requests?operation_id=unknown&limit=2');
  expect(body).toMatchObject({
    items: [
      { method: 'PUT', path: '/v1/inventory', status: 405, actor: { client_id: expect.any(String) as string } },
      { method: 'GET', path: '/v1/inventry', status: 404, actor: null },
    ],
  });
});

test('HEAD responds as GET does, without the body', async () => {
  for (const [path, status] of [
    ['/inventory', 200],
    ['/inventory/inv_0', 404],
  ] as const) {
    const response = await t.call('buyer', 'HEAD', path);
    expect([response.status, response.text]).toEqual([status, '']);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test('CONV-6 an unknown world gets 404', async () => {
  for (const path of ['/worlds/nowhere/v1/inventory', '/worlds//v1/inventory', '/worlds/default']) {
    expect(await sendRaw(t, [`GET ${path} HTTP/1.1`, 'Host: localhost'])).toMatch(/^HTTP\/1\.1 404 /);
  }
});
