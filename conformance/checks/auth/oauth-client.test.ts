import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../../runner/run-check.ts';
import { OAUTH_CHECKS } from './oauth.ts';

const REDIRECT_URI = 'http://127.0.0.1:8765/callback';

/** The result of AUTH-4/refresh. @param responses the status and error of the token endpoint, by grant type; else it issues tokens */
async function evaluateRefresh(responses: Record<string, [status: number, error: string]>): Promise<CheckResult> {
  const origin = await serveInTest(async (request, response) => {
    const url = new URL(request.url ?? '/', REDIRECT_URI);
    if (url.pathname === '/oauth/authorize') {
      const location = `${REDIRECT_URI}?code=c&state=${url.searchParams.get('state') ?? ''}`;
      response.writeHead(302, { location }).end();
      return;
    }
    const form = new URLSearchParams(await text(request));
    const rejected = responses[form.get('grant_type') ?? ''];
    if (rejected === undefined) sendJson(response, 200, { access_token: 'a', token_type: 'bearer', refresh_token: 'r' });
    else sendJson(response, rejected[0], { error: rejected[1] });
  });
  const check = OAUTH_CHECKS.find(({ id }) => id === 'AUTH-4/refresh');
  if (check === undefined) throw new Error('the check exists');
  const user = { client_id: 'desk', client_secret: 'secret-of-desk', redirect_uri: REDIRECT_URI, params: {} };
  const run = new Run(
    makeSettings({ base_url: `${origin}/v1`, auth_url: origin, oauth: { machine: undefined, user } }),
    NO_LEDGER,
  );
  const result = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return result;
}

test.for<[string, Parameters<typeof evaluateRefresh>[0], string]>([
  ['rejects the client is not blamed', { authorization_code: [401, 'invalid_client'] }, 'skip'],
  ['does not allow the grant is not blamed', { authorization_code: [400, 'unauthorized_client'] }, 'skip'],
  ['rejects the code is blamed', { authorization_code: [400, 'invalid_grant'] }, 'fail'],
  ['rejects a client that it accepted before is blamed', { refresh_token: [401, 'invalid_client'] }, 'fail'],
])('AUTH-4 a token endpoint that %s', async ([, responses, verdict]) => {
  const result = await evaluateRefresh(responses);
  const config_key = verdict === 'skip' ? 'oauth.user.client_secret_env' : undefined;
  expect([result.verdict, result.config_key]).toEqual([verdict, config_key]);
});
