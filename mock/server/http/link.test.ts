/** Links keep the query they came from, and lead back to the address that was asked. */
import type { AddressInfo } from 'node:net';
import type { Page } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { openTestMock } from '../../testing/open-mock.ts';
import { pageIn } from '../../testing/read-answer.ts';
import { sendRaw } from '../../testing/send-raw.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 300, allowed_hosts: ['grain.example', 'x'] });
});
afterAll(() => t[Symbol.asyncDispose]());

/** Everything of a link's query but limit and offset. */
function keptOf(link: string | null): string[] {
  return [...new URL(link ?? '').searchParams]
    .filter(([name]) => !['limit', 'offset'].includes(name))
    .map(([name, value]) => `${name}=${value}`);
}

const QUERIES: readonly (readonly [who: string, path: string, query: Readonly<Record<string, string>>])[] = [
  ['buyer', '/inventory', { sort: '-price', units: 'BU', min_quantity: '100', province: 'SK' }],
  ['buyer', '/inventory', { commodity: 'canola,cwrs-wheat,barley', crop_year: '2025', is_organic: 'false' }],
  ['buyer', '/inventory', { near: '51.2, -107.5 ,900', max_quantity: '1000', sort: 'quantity' }],
  ['buyer', '/inventory', { 'a b&c=d?é': 'x+y%z#', units: 'LB' }],
  ['buyer', '/bids', { status: 'pending', units: 'ST' }],
  ['seller', '/me/inventory', { status: 'listed', units: 'CWT' }],
  ['reader', '/market/prices/canola/history', { from: '2026-01-01', to: '2026-05-31', interval: 'week' }],
];

test.for(QUERIES)('PAGE-5 PAGE-6 PAGE-12 PAGE-17 as %s, %s keeps %j in every link', async ([who, path, query]) => {
  const asked = `${path}?${new URLSearchParams(query).toString()}`;
  const first = pageIn(await t.call(who, 'GET', `${asked}&limit=1`));
  expect(first.total).toBeGreaterThan(2);
  const middle = pageIn(await t.call(who, 'GET', `${asked}&limit=1&offset=1`));
  for (const link of [middle.next, middle.previous, middle.href]) {
    expect(keptOf(link)).toEqual(Object.entries(query).map(([name, value]) => `${name}=${value}`));
    expect(link?.startsWith(`${t.mock.base_url}${path}?`)).toBe(true);
    const followed = pageIn(await t.call(who, 'GET', (link ?? '').slice(t.mock.base_url.length)));
    expect(followed.total).toBe(first.total);
  }
  expect(new URL(middle.next ?? '').searchParams.get('offset')).toBe('2');
  expect(pageIn(await t.call(who, 'GET', (middle.previous ?? '').slice(t.mock.base_url.length))).items).toEqual(first.items);
});

test('PAGE-11 PAGE-17 href states what was applied, also where nothing was asked', async () => {
  expect(pageIn(await t.call('buyer', 'GET', '/inventory')).href).toBe(`${t.mock.base_url}/inventory?limit=20&offset=0`);
  expect(pageIn(await t.call('buyer', 'GET', '/inventory?limit=007&offset=-0')).href).toBe(
    `${t.mock.base_url}/inventory?limit=7&offset=0`,
  );
});

const HOSTS: readonly (readonly [target: string, host: string, href: string])[] = [
  ['/v1/grades?limit=1', 'grain.example', 'http://grain.example/v1/grades?limit=1&offset=0'],
  ['/v1/grades?limit=1', 'grain.example:8080', 'http://grain.example:8080/v1/grades?limit=1&offset=0'],
  ['/v1/grades?limit=1', '[::1]:8080', 'http://[::1]:8080/v1/grades?limit=1&offset=0'],
  ['http://grain.example/v1/grades?limit=1', 'grain.example', 'http://grain.example/v1/grades?limit=1&offset=0'],
  // A fragment is for the client alone.
  ['/v1/grades?limit=1#x?y', 'grain.example', 'http://grain.example/v1/grades?limit=1&offset=0'],
  ['/v1/grades#x', 'grain.example', 'http://grain.example/v1/grades?limit=20&offset=0'],
  ['/v1/grades?a=b?c&limit=1', 'grain.example', 'http://grain.example/v1/grades?a=b%3Fc&limit=1&offset=0'],
];

test.for(HOSTS)('PAGE-17 sent to %s at %s: %s', async ([target, host, href]) => {
  const answer = await sendRaw(t, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Authorization: Bearer dev_reader']);
  expect(answer).toContain(`"href":"${href}"`);
});

test.for([['Host:'], []])('PAGE-17 with %j for a host: the address that was connected to', async (host) => {
  const answer = await sendRaw(t, [
    `GET /v1/grades?limit=1 HTTP/1.${host.length === 0 ? 0 : 1}`,
    ...host,
    'Authorization: Bearer dev_reader',
  ]);
  expect(answer).toContain(`"href":"${t.mock.base_url}/grades?limit=1&offset=0"`);
});

test('PAGE-17 behind a proxy links begin with its address', async () => {
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

test('PAGE-17 the links of another world stay in it', async () => {
  const world = await t.mock.worlds.create({ lots: 40 });
  const id = world?.id ?? '';
  const answer = await sendRaw(t, [
    `GET /worlds/${id}/v1/inventory?limit=1 HTTP/1.1`,
    'Host: x',
    'Authorization: Bearer dev_buyer',
  ]);
  expect(answer).toContain(`"next":"http://x/worlds/${id}/v1/inventory?limit=1&offset=1"`);
  expect(await t.mock.worlds.delete(id)).toBe(true);
});
