import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { nowMs } from '../clock.ts';
import type { Actors } from '../settings/settings.ts';
import { serveInTest } from '../testing/in-test.ts';
import { sendJson } from '../testing/server.ts';
import { resolveActors } from './resolve-actors.ts';
import type { ActorConfig } from '../settings/schema.ts';

interface TokenRequest {
  form: Record<string, string>;
  authorization: string | undefined;
}

/** A fake token endpoint with the given responses. It records the requests. */
async function serveTokens(
  reply: (asked: TokenRequest, count: number) => [number, unknown],
): Promise<{ auth_url: string; asked: TokenRequest[] }> {
  const asked: TokenRequest[] = [];
  const auth_url = await serveInTest(async (request, response) => {
    if (request.url !== '/oauth/token') return sendJson(response, 404, {});
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const one = { form, authorization: request.headers.authorization };
    asked.push(one);
    sendJson(response, ...reply(one, asked.length));
  });
  return { auth_url, asked };
}

async function resolveBuyer(buyer: ActorConfig, env: Record<string, string> = {}, auth_url?: string): Promise<Actors> {
  return resolveActors(
    { buyer },
    { auth_url, env: { PATH: process.env['PATH'] ?? '', ...env }, cwd: tmpdir(), timeout_ms: 3_000 },
  );
}

test('a token comes from the environment, with the known facts about its caller', async () => {
  const { actors, problems } = await resolveBuyer({ token_env: 'BUYER_TOKEN', team_id: 'tm_1' }, { BUYER_TOKEN: ' live_abc \n' });
  expect(actors.get('buyer')).toEqual({ token: 'live_abc', team_id: 'tm_1', user_id: undefined, shown_as: 'BUYER_TOKEN' });
  expect(problems.size).toBe(0);
});

test.each([
  ['is not set', {}, 'actors.buyer.token_env: the environment variable BUYER_TOKEN is not set'],
  ['is empty', { BUYER_TOKEN: ' ' }, 'actors.buyer.token_env: the environment variable BUYER_TOKEN is empty'],
  [
    'holds a whole header',
    { BUYER_TOKEN: 'Bearer live_abc' },
    "actors.buyer.token_env: what BUYER_TOKEN holds is not a bearer token: it begins with 'Bearer ', which the command adds itself; remove this prefix",
  ],
  [
    'holds no token',
    { BUYER_TOKEN: 'secret\r\nX-Evil: 1' },
    'actors.buyer.token_env: what BUYER_TOKEN holds is not a bearer token: it has characters that tokens cannot have',
  ],
])('if the variable %s, the actor is absent, with a reason that does not quote it', async (_, env, problem) => {
  const { actors, problems } = await resolveBuyer({ token_env: 'BUYER_TOKEN' }, env);
  expect([...actors.keys()]).toEqual([]);
  expect(problems.get('buyer')).toBe(problem);
});

test('a command prints the token, and prints a new one on the next call', async () => {
  const { actors } = await resolveBuyer({ token_command: 'echo "token_$(date +%N)"' });
  const buyer = actors.get('buyer');
  expect(buyer?.token).toMatch(/^token_\d+$/);
  expect(await buyer?.renew?.()).toMatch(/^token_\d+$/);
  expect(await buyer?.renew?.()).not.toBe(buyer?.token);
});

test.each([
  ['fails', 'echo half-a-secret; echo locked >&2; exit 4', 'actors.buyer.token_command: the command exited with 4: locked'],
  ['prints nothing', 'true', 'actors.buyer.token_command: what the command printed is not a bearer token: it is empty'],
  [
    'prints more than a token',
    'echo my secret',
    'actors.buyer.token_command: what the command printed is not a bearer token: it has characters that tokens cannot have',
  ],
])('a command that %s is a problem, and its output is not quoted', async (_, token_command, problem) => {
  const { problems } = await resolveBuyer({ token_command });
  expect(problems.get('buyer')).toBe(problem);
});

test('AUTH-5 client credentials: the secret goes in the header, form-encoded', async () => {
  const { auth_url, asked } = await serveTokens(() => [200, { access_token: 'at_1', token_type: 'Bearer', expires_in: 3_600 }]);
  const oauth = { client_id: 'desk', client_secret_env: 'SECRET', scope: 'market.read' };
  const { actors } = await resolveBuyer({ oauth }, { SECRET: 'a:b c' }, auth_url);
  expect(actors.get('buyer')).toMatchObject({ token: 'at_1' });
  expect(actors.get('buyer')?.expires_at_ms).toBeGreaterThan(nowMs() + 3_500_000);
  expect(asked).toEqual([
    {
      form: { grant_type: 'client_credentials', scope: 'market.read' },
      authorization: `Basic ${Buffer.from('desk:a%3Ab+c').toString('base64')}`,
    },
  ]);
});

test('AUTH-4 a refresh token that the server replaces is stored, and reported as used up', async () => {
  const { auth_url, asked } = await serveTokens((_, count) => [
    200,
    { access_token: `at_${count}`, refresh_token: `rt_${count}` },
  ]);
  const oauth = { client_id: 'app', refresh_token_env: 'REFRESH' };
  const { actors } = await resolveBuyer({ oauth }, { REFRESH: 'rt_0' }, auth_url);
  const buyer = actors.get('buyer');
  expect(buyer).toMatchObject({ token: 'at_1', used_up_env: 'REFRESH' });
  expect(await Promise.all([buyer?.renew?.(), buyer?.renew?.()])).toEqual(['at_2', 'at_3']);
  expect(asked.map(({ form }) => form)).toEqual([
    { grant_type: 'refresh_token', refresh_token: 'rt_0', client_id: 'app' },
    { grant_type: 'refresh_token', refresh_token: 'rt_1', client_id: 'app' },
    { grant_type: 'refresh_token', refresh_token: 'rt_2', client_id: 'app' },
  ]);
});

test('a refresh token that stays valid is not reported as used up', async () => {
  const { auth_url } = await serveTokens(() => [200, { access_token: 'at', refresh_token: 'rt_0' }]);
  const { actors } = await resolveBuyer(
    { oauth: { client_id: 'app', refresh_token_env: 'REFRESH' } },
    { REFRESH: 'rt_0' },
    auth_url,
  );
  expect(actors.get('buyer')).not.toHaveProperty('used_up_env');
});

test.each([
  [[400, { error: 'invalid_grant', error_description: 'it is used' }], /it returned 400 invalid_grant: it is used$/],
  [[500, 'oops'], /it returned 500$/],
  [[200, { token: 'x' }], /has no usable access_token/],
  [[302, {}], /it returned 302$/],
] as const)('a token endpoint that returns %j is a problem', async ([status, json], problem) => {
  const { auth_url } = await serveTokens(() => [status, json]);
  const { problems } = await resolveBuyer({ oauth: { client_id: 'app' } }, {}, auth_url);
  expect(problems.get('buyer')).toMatch(/^actors\.buyer\.oauth: got no token from /);
  expect(problems.get('buyer')).toMatch(problem);
});

test.each([
  [
    { client_id: 'a', client_secret_env: 'S' },
    'http://127.0.0.1:1',
    /oauth\.client_secret_env: the environment variable S is not set/,
  ],
  [
    { client_id: 'a', refresh_token_env: 'R' },
    'http://127.0.0.1:1',
    /oauth\.refresh_token_env: the environment variable R is not set/,
  ],
  [{ client_id: 'a' }, 'http://127.0.0.1:1', /oauth: got no token from .*ECONNREFUSED/],
  [{ client_id: 'a' }, undefined, /oauth: needs target\.auth_url/],
])('an OAuth setup that cannot work names the key: %j', async (oauth, auth_url, problem) => {
  expect((await resolveBuyer({ oauth }, {}, auth_url)).problems.get('buyer')).toMatch(problem);
});

test('an actor without a source for its token is reported with what to configure', async () => {
  expect((await resolveBuyer({ team_id: 'tm_1' })).problems.get('buyer')).toBe(
    'actors.buyer: has no source for a token; add token_env, token_command, or oauth',
  );
});
