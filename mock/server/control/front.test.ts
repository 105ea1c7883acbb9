/** `dashboard_url`: a page for a person, the addresses for a program, and nothing for whoever is not let in. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Addresses } from '../server.ts';
import { expect, test } from 'vitest';
import { TEST_NOW, openTestMock, useMock } from '../../testing/open-mock.ts';

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

const t = useMock();

/** Sends headers that `fetch` would not let us choose. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[IncomingMessage, string]> {
  const sent = request(url, { method, headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the response is all that the event has
  return [response, await text(response)];
}

test('a browser gets a page that says where things are, who one can be, and what to paste', async () => {
  const [response, page] = await get(t.mock.dashboard_url, { Accept: HTML });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept',
  });
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  for (const part of [t.mock.base_url, t.mock.auth_url, t.mock.control_url, TEST_NOW, 'dev_elevator'])
    expect(page).toContain(part);
  expect(page.match(/<code>curl /g)).toHaveLength(3);
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) {
    const [followed, told] = await get(link);
    expect([link, followed.statusCode]).toEqual([link, 200]);
    if (link.endsWith('/metrics')) expect(told).toMatch(/^# HELP gristmill_/);
    else expect(JSON.parse(told)).toBeTypeOf('object');
  }
  const [, document] = await get(`${t.mock.control_url}/openapi-marketplace.json`);
  expect(JSON.parse(document)).toMatchObject({ paths: { '/inventory': {} } });
});

test('a program gets the same addresses as JSON', async () => {
  const { base_url, auth_url, control_url, dashboard_url, tokens } = t.mock;
  for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }]) {
    const [response, json] = await get(dashboard_url, headers);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(json)).toEqual({ base_url, auth_url, control_url, dashboard_url, tokens });
  }
});

test('every world has a page, and an unknown world has none', async () => {
  const world = await t.mock.control<Addresses>('POST', '/worlds', { lots: 20, violations: ['PRIV-1/farm-named'] });
  const [, page] = await get(world.dashboard_url, { Accept: HTML });
  expect(page).toContain(world.base_url);
  expect(page).toContain('Broken on purpose: PRIV-1/farm-named');
  const [, json] = await get(world.dashboard_url);
  expect(JSON.parse(json)).toMatchObject({ base_url: world.base_url });
  for (const path of ['worlds/nowhere/', 'worlds/w1', 'index.html', 'worlds/'])
    expect((await get(`${t.mock.dashboard_url}${path}`, { Accept: HTML }))[0].statusCode, path).toBe(404);
  expect((await get(t.mock.dashboard_url, { Accept: HTML }, 'POST'))[0].statusCode).toBe(404);
});

test.for<[headers: Record<string, string>, status: number]>([
  [{ Origin: 'https://evil.example' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ Host: 'rebound.example' }, 403],
  [{ 'X-Forwarded-For': '192.0.2.1' }, 403],
  [{ 'Sec-Fetch-Site': 'none' }, 200],
])('it shows tokens, and is guarded as the control plane is: with %j it answers %s', async ([headers, status]) => {
  for (const accept of [HTML, '*/*']) {
    const [response, body] = await get(t.mock.dashboard_url, { Accept: accept, ...headers });
    expect(response.statusCode).toBe(status);
    expect(body.includes('dev_buyer')).toBe(status === 200);
  }
});

test('where others can reach it, it is for the admin, and shows no token but how to get one', async () => {
  await using shared = await openTestMock({ lots: 20, dev_tokens: false, admin_token: 'let-me-in-please' });
  const { dashboard_url } = shared.mock;
  expect((await get(dashboard_url, { Accept: HTML }))[0].statusCode).toBe(401);
  const [response, page] = await get(dashboard_url, { Accept: HTML, Authorization: 'Bearer let-me-in-please' });
  expect(response.statusCode).toBe(200);
  expect(page).not.toMatch(/dev_|let-me-in/);
  expect(page).toContain('$GRISTMILL_ADMIN_TOKEN');
});
