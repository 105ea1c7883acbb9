/** Requests that the authorization server refuses are in the journal, with the reason that the client does not learn. */
import { expect, test } from 'vitest';
import { APP, DESK, VERIFIER, authorize, authorizeUrl, exchange, postToken } from '../../testing/oauth.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 20 });

interface Shown {
  method: string;
  path: string;
  status: number;
  oauth_error: string | null;
}

async function lastEntry(): Promise<Shown> {
  const { body } = await t.control('GET', '/requests?operation_id=oauth&limit=1');
  return (body as { items: Shown[] }).items[0] ?? { method: '', path: '', status: 0, oauth_error: null };
}

test('AUTH-8 the journal distinguishes a code that was used from one that never existed', async () => {
  const { auth_url } = t.mock;
  const { code } = await authorize(auth_url);
  const { body: granted } = await exchange(auth_url, code);
  await exchange(auth_url, code);
  const reused = await lastEntry();
  expect(reused).toMatchObject({
    method: 'POST',
    path: '/oauth/token',
    status: 400,
    oauth_error: 'invalid_grant: authorization code already consumed',
  });
  const shown = JSON.stringify(reused);
  expect(shown).toContain('grant_type=authorization_code&code=[redacted]');
  for (const secret of [code, VERIFIER, granted.access_token, granted.refresh_token]) expect(shown).not.toContain(secret);

  await exchange(auth_url, 'not-a-code');
  expect((await lastEntry()).oauth_error).toBe('invalid_grant: authorization code not found');
});

test('a wrong client secret is in the journal, without the secret', async () => {
  const { client_id } = DESK;
  const form = { grant_type: 'client_credentials', client_id, client_secret: 'wrong-secret', code: 'a-code', other: 'a-secret' };
  await postToken(t.mock.auth_url, form);
  const entry = await lastEntry();
  expect(entry).toMatchObject({ status: 401, oauth_error: expect.stringMatching(/^invalid_client: .*secret/) as string });
  for (const secret of ['wrong-secret', 'a-code', 'a-secret']) expect(JSON.stringify(entry)).not.toContain(secret);
});

test('errors of the authorization endpoint are in the journal, both redirects and pages', async () => {
  const { auth_url } = t.mock;
  await authorize(auth_url, { login_hint: 'nobody' });
  expect(await lastEntry()).toMatchObject({
    method: 'GET',
    path: expect.stringContaining('/oauth/authorize?client_id=gristmill-app&redirect_uri=http') as string,
    status: 303,
    oauth_error: 'login_required: login_hint is not a persona or a user of this world',
  });

  // With a page too, where oidc-provider drops unknown scopes.
  for (const prompt of ['none', 'login']) {
    await authorize(auth_url, { scope: 'bids.read bids.wrte', prompt });
    expect((await lastEntry()).oauth_error).toBe("invalid_scope: scope 'bids.wrte' is unknown; did you mean bids.write?");
  }

  await authorize(auth_url, { code_challenge_method: 'plain' });
  expect((await lastEntry()).path).toMatch(
    /&code_challenge=\[redacted\]&code_challenge_method=plain$|&code_challenge_method=plain&/,
  );

  await fetch(`${auth_url}/oauth/interaction/nothing`);
  expect(await lastEntry()).toMatchObject({ status: 400, oauth_error: expect.stringMatching(/^session_not_found: /) as string });
  await fetch(`${auth_url}/oauth/token`);
  expect(await lastEntry()).toMatchObject({ status: 404, oauth_error: 'Not Found' });
});

test('AUTH-8 the page about an unregistered redirect URI lists those of the client', async () => {
  const response = await fetch(authorizeUrl(t.mock.auth_url, { redirect_uri: 'http://127.0.0.1:8765/wrong' }));
  const page = await response.text();
  for (const uri of [APP.redirect_uri, 'com.example.gristmill:/callback']) expect(page).toContain(`<code>${uri}</code>`);
  expect((await lastEntry()).oauth_error).toMatch(/^invalid_redirect_uri: /);
});

test('requests that succeed are not in the journal', async () => {
  await t.control('POST', '/reset');
  await exchange(t.mock.auth_url, (await authorize(t.mock.auth_url))['code']);
  expect((await t.control('GET', '/requests')).body).toMatchObject({ total: 0 });
});
