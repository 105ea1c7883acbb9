/** The certified client openid-client, used as its guide says, against the authorization server of the mock. */
import { personas } from '#fixtures/personas';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { APP, READER } from '../../testing/oauth.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock({ clock: 'real' });

function discover(id: string, secret?: string): Promise<client.Configuration> {
  // openid-client requires this option for plain HTTP. Everything else is the default.
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
  const options = { execute: [client.allowInsecureRequests] };
  const authentication = secret === undefined ? client.None() : undefined;
  return client.discovery(new URL(t.mock.auth_url), id, secret, authentication, options);
}

async function signIn(
  config: client.Configuration,
  { redirect_uri, scope, login_hint }: { redirect_uri: string; scope: string; login_hint: string },
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope,
    code_challenge,
    code_challenge_method: 'S256',
    state: expectedState,
    ...(scope.includes('openid') ? { nonce: expectedNonce } : {}),
    prompt: 'none',
    login_hint,
  });
  const response = await fetch(url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  const checks = { pkceCodeVerifier, expectedState, ...(scope.includes('openid') ? { expectedNonce } : {}) };
  return client.authorizationCodeGrant(config, back, checks);
}

test('AUTH-3 AUTH-4 AUTH-9 AUTH-17 a native client uses discovery, a code with PKCE, userinfo, refresh, and revocation', async () => {
  const config = await discover(APP.client_id);
  const metadata = config.serverMetadata();
  expect(metadata.issuer).toBe(t.mock.auth_url);
  expect(metadata.authorization_endpoint).toBe(`${t.mock.auth_url}/oauth/authorize`);
  expect(metadata.token_endpoint).toBe(`${t.mock.auth_url}/oauth/token`);
  expect(metadata.code_challenge_methods_supported).toEqual(['S256']);

  const { redirect_uri } = APP;
  const tokens = await signIn(config, { redirect_uri, scope: 'openid profile email bids.read', login_hint: 'buyer' });
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'openid profile email bids.read', expires_in: 3600 });
  const claims = tokens.claims();
  expect(claims).toMatchObject({ sub: personas.buyer.user_id, iss: t.mock.auth_url, aud: APP.client_id });
  const user = await client.fetchUserInfo(config, tokens.access_token, personas.buyer.user_id);
  expect(user).toEqual({
    sub: personas.buyer.user_id,
    name: expect.any(String),
    email: expect.stringContaining('@'),
    email_verified: true,
  });
  expect((await t.call(tokens.access_token, 'GET', '/bids')).status).toBe(200);
  expect((await t.call(tokens.access_token, 'GET', '/inventory')).status).toBe(403);

  const fresh = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
  expect((await t.call(fresh.access_token, 'GET', '/bids')).status).toBe(200);
  await client.tokenRevocation(config, fresh.refresh_token ?? '');
  expect((await t.call(fresh.access_token, 'GET', '/bids')).status).toBe(401);
  expect((await t.call(tokens.access_token, 'GET', '/bids')).status).toBe(401);
  await expect(client.refreshTokenGrant(config, fresh.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('AUTH-5 a machine client uses client credentials', async () => {
  const config = await discover(READER.client_id, READER.client_secret);
  const tokens = await client.clientCredentialsGrant(config, { scope: 'inventory.read' });
  expect(tokens).toMatchObject({ scope: 'inventory.read', expires_in: 3600 });
  expect(tokens.refresh_token).toBeUndefined();
  expect((await t.call(tokens.access_token, 'GET', '/inventory')).status).toBe(200);
  expect((await t.call(tokens.access_token, 'GET', '/market/prices')).status).toBe(403);
  expect((await client.clientCredentialsGrant(config)).scope).toBe('inventory.read market.read');
  await expect(client.clientCredentialsGrant(config, { scope: 'bids.read' })).rejects.toMatchObject({ error: 'invalid_scope' });
  await client.tokenRevocation(config, tokens.access_token);
  expect((await t.call(tokens.access_token, 'GET', '/inventory')).status).toBe(401);
});
