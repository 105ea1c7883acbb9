import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serveInTest } from '../../testing/in-test.ts';
import { readWorld, detectMock } from './target.ts';

/** Responses by path; 404 elsewhere. */
async function serve(responses: Record<string, (response: ServerResponse, authorization?: string) => void>): Promise<string> {
  return serveInTest((request, response) => {
    const reply = responses[request.url ?? ''];
    if (reply === undefined) response.writeHead(404).end();
    else reply(response, request.headers.authorization);
  });
}

const say = (text: string) => (response: ServerResponse) => void response.end(text);
const MOCK = say('{"name":"gristmill","version":"1"}');

test('a mock is recognized at the root of its base_url', async () => {
  const origin = await serve({ '/_gristmill/health': MOCK });
  expect(await detectMock(`${origin}/v1`)).toEqual({
    base_url: `${origin}/v1`,
    control_url: `${origin}/_gristmill`,
    admin_token: undefined,
  });
});

test('a world has its own control plane; if not, the origin is asked', async () => {
  const origin = await serve({
    '/worlds/w1/_gristmill/health': MOCK,
    '/_gristmill/health': MOCK,
    '/behind/a/proxy/v1/inventory?limit=1': (response) => void response.writeHead(401).end('{}'),
  });
  expect((await detectMock(`${origin}/worlds/w1/v1`))?.control_url).toBe(`${origin}/worlds/w1/_gristmill`);
  expect((await detectMock(`${origin}/behind/a/proxy/v1`))?.control_url).toBe(`${origin}/_gristmill`);
});

test('an address where the mock serves no API is not the mock, so that its default world stays as it is', async () => {
  const origin = await serve({ '/_gristmill/health': MOCK });
  expect(await detectMock(`${origin}/worlds/w9/v1`)).toBeUndefined();
});

test('the admin token is sent only to a control plane that asks for one', async () => {
  const seen: (string | undefined)[] = [];
  const origin = await serve({
    '/_gristmill/health': (response, authorization) => {
      seen.push(authorization);
      if (authorization === 'Bearer admin') MOCK(response);
      else response.writeHead(401).end('{}');
    },
  });
  expect(await detectMock(`${origin}/v1`)).toBeUndefined();
  expect((await detectMock(`${origin}/v1`, 'admin'))?.admin_token).toBe('admin');
  expect(seen).toEqual([undefined, undefined, 'Bearer admin']);
});

test('an admin token is not sent to a control plane that requires none', async () => {
  const seen: (string | undefined)[] = [];
  const origin = await serve({
    '/_gristmill/health': (response, authorization) => {
      seen.push(authorization);
      response.writeHead(403).end('{"name":"gristmill"}');
    },
  });
  expect(await detectMock(`${origin}/v1`, 'admin')).toBeUndefined();
  expect(seen).toEqual([undefined]);
});

test.each([
  ['another name', say('{"name":"grist"}')],
  ['html', say('<html>')],
  ['null', say('null')],
  ['a list', say('[{"name":"gristmill"}]')],
  ['a status', (response: ServerResponse) => void response.writeHead(500).end('{"name":"gristmill"}')],
  ['a redirect', (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end()],
  ['a flood', (response: ServerResponse) => void response.end(`{"name":"gristmill","x":"${'x'.repeat(100_000)}"}`)],
  ['nothing', () => {}],
  ['half a response', (response: ServerResponse) => void response.writeHead(200, { 'content-length': 99 }).write('{"name"')],
  ['a reset', (response: ServerResponse) => void response.socket?.resetAndDestroy()],
])('a server that responds with %s is not the mock', async (_, response) => {
  const origin = await serve({ '/_gristmill/health': response, '/elsewhere': MOCK });
  expect(await detectMock(`${origin}/v1`, 'admin', 300)).toBeUndefined();
});

test('an address without a server is not the mock', async () => {
  expect(await detectMock('http://127.0.0.1:1/v1')).toBeUndefined();
});

test.each(['base_url', 'auth_url', 'control_url'])('a world whose %s is elsewhere gets no token', (key) => {
  const mock = { base_url: 'http://127.0.0.1:4010/v1', control_url: 'http://127.0.0.1:4010/_gristmill', admin_token: 'secret' };
  const root = 'http://127.0.0.1:4010/worlds/w1';
  const created = { id: 'w1', base_url: `${root}/v1`, auth_url: root, control_url: `${root}/_gristmill` };
  expect(readWorld(mock, created)).toEqual({ ...created, admin_token: 'secret' });
  expect(() => readWorld(mock, { ...created, [key]: 'http://127.0.0.1:4011/worlds/w1' })).toThrow(
    "the mock gives http://127.0.0.1:4011/worlds/w1 as the address of a world, which is not on http://127.0.0.1:4010; use the mock's own address",
  );
  expect(() => readWorld(mock, { ...created, [key]: 7 })).toThrow('the control plane of the mock created no world');
});
