import { serve } from '#client/testing/server';
import { createMock } from '#mock';
import { expect, test, vi } from 'vitest';
import { runHere } from './testing/run-here.ts';

test('AUTH-2 prints a token with the requested scopes and nothing else', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, out } = await runHere('token', '--as', 'buyer', '--scopes', 'bids.read bids.write', '--mock', mock.auth_url);
  expect([code, out]).toEqual([0, expect.stringMatching(/^live_[\w-]{43}\n$/)]);
  const status = async (path: string): Promise<number> =>
    (await fetch(`${mock.base_url}${path}`, { headers: { Authorization: `Bearer ${out.trim()}` } })).status;
  expect([await status('/bids'), await status('/inventory')]).toEqual([200, 403]);
});

test('AUTH-10 prints a sandbox token of another world in full', async () => {
  await using mock = await createMock({ lots: 20 });
  const world = (await (await fetch(`${mock.control_url}/worlds`, { method: 'POST' })).json()) as { base_url: string };
  const { out } = await runHere('token', '--as', 'seller', '--sandbox', '--expires-in', '1m', '--json', '--mock', world.base_url);
  expect(JSON.parse(out)).toMatchObject({
    livemode: false,
    expires_in: 60,
    team_id: null,
    client_id: 'gristmill-partner-sandbox',
  });
});

test.each([
  [['--as', 'nobody'], /^gristmill: --as: 'nobody' is not a persona; use buyer, .*, or the id of a user\n/],
  [['--as', 'dev_buyer'], /^gristmill: --as: 'dev_buyer' is not a persona; did you mean buyer\?\n/],
  [['--as', 'usr_0'], /^gristmill: --as: is not a user of this world/],
  [['--as', 'buyer', '--scopes', 'everything'], /^gristmill: --scopes: /],
  [['--as', 'reader', '--scopes', 'bids.read'], /^gristmill: --scopes: can only be /],
  [['--as', 'buyer', '--team', 'tm_0'], /^gristmill: --team: /],
  [
    ['--as', 'buyer', '--expires-in', 'soon'],
    /^gristmill: --expires-in: 'soon' is invalid; use 1 to 999999999 whole seconds, or a duration such as 30s/,
  ],
  [['--as', 'buyer', '--mock', 'nowhere'], /^gristmill: --mock: /],
  [['--as', 'buyer', '--mock', 'http://127.0.0.1:1'], /^gristmill: --mock: no mock responds/],
  [['--scopes', 'bids.read'], /^gristmill: --as: is missing/],
])('%j is rejected in one line', async (args, complaint) => {
  await using mock = await createMock({ lots: 20 });
  const response = await runHere('token', ...(args.includes('--mock') ? [] : ['--mock', mock.auth_url]), ...args);
  expect(response.code).toBe(2);
  expect(response.out).toBe('');
  expect(response.complaint).toMatch(complaint);
  expect(response.complaint.trim().split('\n')).toHaveLength(1);
});

test.each([301, 307])('a redirect (%s) is not followed, so the admin token reaches no other address', async (status) => {
  const arrived: unknown[] = [];
  await using server = await serve((request, response) => {
    arrived.push(request.url);
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  const { origin } = new URL(server.base_url);
  const { code, complaint } = await runHere('token', '--as', 'buyer', '--mock', origin, '--admin-token', 'a-long-secret');
  expect([code, complaint]).toEqual([
    2,
    expect.stringMatching(/^gristmill: --mock: .* is not a Gristmill mock: .* (?:301|307);/),
  ]);
  expect(arrived).toEqual(['/']);
});

test('a mock with an admin token requires it', async () => {
  await using mock = await createMock({ lots: 20, admin_token: 'a-long-secret' });
  expect((await runHere('token', '--as', 'buyer', '--mock', mock.auth_url)).complaint).toMatch(/^gristmill: --admin-token: /);
  expect((await runHere('token', '--as', 'buyer', '--mock', mock.auth_url, '--admin-token', 'a-long-secret')).code).toBe(0);
});

test('GRISTMILL_MOCK names the mock, and --mock overrides it', async () => {
  await using mock = await createMock({ lots: 20 });
  const { origin } = new URL(mock.base_url);
  vi.stubEnv('GRISTMILL_MOCK', origin);
  try {
    expect((await runHere('token', '--as', 'buyer')).code).toBe(0);
    expect((await runHere('token', '--as', 'buyer', '--mock', 'nowhere')).complaint).toMatch(/^gristmill: --mock: /);
    vi.stubEnv('GRISTMILL_MOCK', 'nowhere');
    expect((await runHere('token', '--as', 'buyer')).complaint).toMatch(/^gristmill: GRISTMILL_MOCK: 'nowhere' is not an http/);
  } finally {
    vi.unstubAllEnvs();
  }
});
