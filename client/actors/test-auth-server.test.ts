import { expect, test } from 'vitest';
import { serveInTest } from '../testing/in-test.ts';
import { sendJson } from '../testing/server.ts';
import { testAuthServer } from './test-auth-server.ts';

const MACHINE = { client_id: 'm', client_secret: 's' };
const UNAUTHENTICATED = { error: { status: 401, code: 'unauthenticated', message: 'x' } };

test.for<[string, [status: number, body: unknown], [status: number, body: unknown], string | undefined]>([
  ['issues a token', [200, { access_token: 'a' }], [404, {}], undefined],
  ['rejects the client', [401, { error: 'invalid_client' }], [404, {}], 'oauth.machine.client_secret_env'],
  ['rejects the scope', [400, { error: 'invalid_scope' }], [404, {}], undefined],
  ['is not there', [404, { error: 'not_found' }], [404, { error: 'not_found' }], 'target.auth_url'],
  ['is the API itself', [401, UNAUTHENTICATED], [401, UNAUTHENTICATED], 'target.auth_url'],
  ['returns the errors of the API', [401, UNAUTHENTICATED], [404, {}], undefined],
])('AUTH-5 a token endpoint that %s', async ([, token, elsewhere, config_key]) => {
  const origin = await serveInTest(({ url }, response) => {
    if (url === '/v1/inventory?limit=1') sendJson(response, 200, {});
    else sendJson(response, ...(url === '/oauth/token' ? token : elsewhere));
  });
  const at = { auth_url: origin, base_url: `${origin}/v1`, oauth: { machine: MACHINE, user: undefined }, timeout_ms: 3_000 };
  expect((await testAuthServer(at)).map((problem) => problem.config_key)).toEqual(config_key === undefined ? [] : [config_key]);
});

test.for([
  ['right', 'right', []],
  ['wrong', 'right', ['oauth.machine.client_secret_env']],
  ['right', 'wrong', ['oauth.user.client_secret_env']],
  ['wrong', 'wrong', ['oauth.machine.client_secret_env', 'oauth.user.client_secret_env']],
] as const)('AUTH-4 the secrets of both clients are tested: %s, %s', async ([of_machine, of_user, config_keys]) => {
  const good = [MACHINE.client_id, 'u'].map((id) => `Basic ${btoa(`${id}:right`)}`);
  const origin = await serveInTest(({ url, headers }, response) => {
    if (url === '/v1/inventory?limit=1') sendJson(response, 200, {});
    else if (!good.includes(headers.authorization ?? '')) sendJson(response, 401, { error: 'invalid_client' });
    else if (headers.authorization === good[0]) sendJson(response, 200, { access_token: 'a' });
    else sendJson(response, 400, { error: 'invalid_grant' });
  });
  const oauth = {
    machine: { ...MACHINE, client_secret: of_machine },
    user: { client_id: 'u', client_secret: of_user, redirect_uri: 'https://a.example/callback', params: {} },
  };
  const problems = await testAuthServer({ auth_url: origin, base_url: `${origin}/v1`, oauth, timeout_ms: 3_000 });
  expect(problems.map(({ config_key }) => config_key)).toEqual(config_keys);
});
