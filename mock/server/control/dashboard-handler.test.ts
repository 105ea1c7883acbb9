/** `dashboard_url`: a page for a person, the addresses for a program, and nothing for a caller without access. */
import { request } from 'undici';
import type { Addresses } from '../server.ts';
import { expect, test } from 'vitest';
import { openTestMock, useMock } from '../../testing/open-mock.ts';

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

const t = useMock();

type Response = Awaited<ReturnType<typeof request>>;

/** Sends headers that `fetch` does not let us choose. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[Response, string]> {
  const response = await request(url, { method, headers });
  return [response, await response.body.text()];
}

test('a browser gets the dashboard, which loads only files of the mock', async () => {
  const [response, page] = await get(t.mock.dashboard_url, { Accept: HTML });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept',
  });
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(response.headers['content-security-policy']).not.toContain('unsafe');
  const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href = '']) => href);
  expect(links.map((link) => link.replace(/-[\w-]{8}\./, '.'))).toEqual([
    'dashboard/icon.svg',
    'dashboard/style.css',
    'dashboard/app.js',
  ]);
  for (const link of links) {
    const url = new URL(link, t.mock.dashboard_url).href;
    const [file, content] = await get(url);
    expect([link, file.statusCode, file.headers['cache-control']]).toEqual([link, 200, 'public, max-age=31536000, immutable']);
    expect(content.length).toBeGreaterThan(100);
    const [again] = await get(url, { 'If-None-Match': String(file.headers['etag']) });
    expect(again.statusCode).toBe(304);
  }
  for (const name of ['nothing.js', 'pages.json', '__proto__'])
    expect((await get(`${t.mock.dashboard_url}dashboard/${name}`))[0].statusCode, name).toBe(404);
});

test('the frame of the API reference has its own policy, without other origins', async () => {
  const [response, page] = await get(`${t.mock.dashboard_url}dashboard/reference`);
  expect(response.headers['content-security-policy']).toMatch(/style-src 'self' 'unsafe-inline'.*frame-ancestors 'self'/);
  expect(response.headers['content-security-policy']).not.toMatch(/https?:/);
  expect(page).toMatch(/<script defer src="scalar-\w+\.js">/);
  expect(page).not.toContain('dev_');
});

test('a program gets JSON at the same addresses', async () => {
  const { base_url, auth_url, control_url, dashboard_url, tokens } = t.mock;
  for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }]) {
    const [response, json] = await get(dashboard_url, headers);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(json)).toEqual({ base_url, auth_url, control_url, dashboard_url, tokens });
  }
});

test('every world has a page, and an unknown world has none', async () => {
  const world = await t.mock.control<Addresses>('POST', '/worlds', { lots: 20, violations: ['PRIV-1/farm-named'] });
  const [page] = await get(world.dashboard_url, { Accept: HTML });
  expect(page.statusCode).toBe(200);
  expect((await get(`${world.dashboard_url}dashboard/reference`))[0].statusCode).toBe(200);
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
])('the dashboard is guarded like the control plane: with %j it returns %s', async ([headers, status]) => {
  for (const accept of [HTML, '*/*']) {
    const [response, body] = await get(t.mock.dashboard_url, { Accept: accept, ...headers });
    expect(response.statusCode).toBe(status);
    expect(body.includes('dev_buyer')).toBe(status === 200 && accept !== HTML);
  }
});

test('with an admin token, a browser gets a page that asks for it, and a program must send it', async () => {
  await using shared = await openTestMock({ lots: 20, dev_tokens: false, admin_token: 'let-me-in-please' });
  const { dashboard_url } = shared.mock;
  expect((await get(dashboard_url))[0].statusCode).toBe(401);
  expect((await get(`${shared.mock.control_url}/overview`))[0].statusCode).toBe(401);
  const [response, page] = await get(dashboard_url, { Accept: HTML });
  expect(response.statusCode).toBe(200);
  expect(page).not.toMatch(/dev_|let-me-in/);
  for (const headers of [{ Origin: 'https://evil.example' }, { Host: 'rebound.example' }])
    expect((await get(dashboard_url, { Accept: HTML, ...headers }))[0].statusCode).toBe(403);
  const [, overview] = await get(`${shared.mock.control_url}/overview`, { Authorization: 'Bearer let-me-in-please' });
  expect(overview).toContain('GRISTMILL_ADMIN_TOKEN');
  expect(overview).not.toContain('let-me-in');
});
