import { check, type Check } from '../../check/check.ts';
import type { OauthClientSettings, Reply } from '#client';
import { ensureSuccess, expectAnyRefusal, expectStatus, expectThat, noteAssertion, warnUnless } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { COLLECTIONS, PARTNER_SCOPES, READ_ONLY_SCOPES, SCOPE_NAMES, SELF_SERVICE_SCOPES } from './endpoints.ts';
import {
  actorWith,
  authorize,
  exchangeCode,
  getCode,
  getRefreshToken,
  machineClient,
  exchangeRefreshToken,
  refreshTokenIn,
  requestMachineToken,
  requestToken,
  requestUserToken,
  scopesIn,
  userClient,
} from './oauth-client.ts';

/** The scopes that client credentials cannot have. */
const USER_SCOPES = SCOPE_NAMES.filter((scope) => !READ_ONLY_SCOPES.includes(scope));

/** Requests scopes by client credentials, and expects a token without one of them, or none. */
async function expectNotGiven(t: CheckContext, client: OauthClientSettings, asked: string, scope: string): Promise<void> {
  const response = await requestMachineToken(t, asked, client);
  if (response.status !== 200) {
    expectAnyRefusal(response);
    return;
  }
  expectThat(!scopesIn(response, asked).includes(scope) || (await isUnusable(t, response, scope)), {
    message: `A client-credentials token was given ${scope}.`,
    reply: response,
    expected: 'an error, or a token without that scope',
    observed: scopesIn(response, asked).join(' '),
  });
}

/** Requests scopes by client credentials. @returns those that the token has; none if there is no token */
async function machineScopes(t: CheckContext, scope: string): Promise<readonly string[]> {
  const reply = await requestMachineToken(t, scope);
  return reply.status === 200 ? scopesIn(reply, scope) : [];
}

/** Requests scopes with a code, and expects a token with these. */
async function expectGranted(t: CheckContext, scopes: readonly string[], asked: string): Promise<Reply> {
  const response = await requestUserToken(t, asked);
  expectStatus(response, 200);
  const given = scopesIn(response, asked);
  for (const scope of scopes) {
    expectThat(given.includes(scope), {
      message: `${scope} was requested but not granted.`,
      reply: response,
      expected: scope,
      observed: given.join(' '),
    });
  }
  return response;
}

export const OAUTH_CHECKS: readonly Check[] = [
  check('AUTH-3/code-with-pkce', 'The authorization code flow with PKCE returns a working token', [], async (t) => {
    const response = await requestUserToken(t, 'inventory.read bids.read');
    expectStatus(response, 200);
    const user = actorWith(t, 'user by code', response);
    const type = response.body.get('token_type').string();
    expectThat(type.toLowerCase() === 'bearer', {
      message: 'The token response does not have token_type Bearer.',
      reply: response,
      observed: type,
    });
    expectStatus(await user.get('/inventory'), 200);
  }),
  check('AUTH-3/verifier-is-checked', 'Exchanging a code with a wrong code_verifier fails', [], async (t) => {
    const code = await getCode(t, 'inventory.read');
    const wrong = await exchangeCode(t, { ...code, verifier: 'w'.repeat(43) });
    expectAnyRefusal(wrong);
    ensureSuccess(await requestUserToken(t, 'inventory.read'));
  }),
  check('AUTH-3/code-works-once', 'A code can be exchanged only once', [], async (t) => {
    const code = await getCode(t, 'inventory.read');
    ensureSuccess(await exchangeCode(t, code));
    const again = await exchangeCode(t, code);
    // The document names OAuth 2.0. RFC 6749, section 4.1.2, requires this.
    warnUnless(again.status >= 400, {
      message: 'The token endpoint exchanged a code a second time.',
      reply: again,
      expected: 'an error',
      likely_cause: 'The code is looked up, but not marked as used.',
    });
  }),
  check('AUTH-3/only-what-was-asked', 'A token has the requested scopes and no others', [], async (t) => {
    const response = await requestUserToken(t, 'inventory.read');
    expectStatus(response, 200);
    const user = actorWith(t, 'user by code', response);
    expectStatus(await user.get('/inventory'), 200);
    expectStatus(await user.get('/trades'), 403);
  }),
  check('AUTH-4/refresh', 'A refresh token can be exchanged for a new access token', [], async (t) => {
    const first = await requestUserToken(t, 'inventory.read');
    expectStatus(first, 200);
    const second = await exchangeRefreshToken(t, refreshTokenIn(t, first));
    expectStatus(second, 200);
    const token = second.body.get('access_token').text();
    expectThat(token !== first.body.get('access_token').value, {
      message: 'The new access token is the same as the old one.',
      reply: second,
    });
    expectStatus(await t.withToken('user by refresh', token).get('/inventory'), 200);
    expectAnyRefusal(await exchangeRefreshToken(t, 'nonsense'));
  }),
  check('AUTH-5/read-only', 'A client-credentials token can have the two read-only scopes', [], async (t) => {
    for (const scope of READ_ONLY_SCOPES) {
      const response = await requestMachineToken(t, scope);
      expectStatus(response, 200);
      const machine = actorWith(t, 'machine', response);
      expectStatus(await machine.get(scope === 'inventory.read' ? '/inventory' : '/market/commodities'), 200);
    }
  }),
  ...USER_SCOPES.map((scope) =>
    check(`AUTH-5/never-${scope.replace('.', '-')}`, `A client-credentials token never has ${scope}`, [], async (t) => {
      // First, because it shows that the client works.
      expectThat((await machineScopes(t, 'inventory.read')).includes('inventory.read'), {
        message: 'A client-credentials token does not have inventory.read, which this flow offers.',
      });
      for (const asked of [scope, `inventory.read ${scope}`]) await expectNotGiven(t, machineClient(t), asked, scope);
    }),
  ),
  check('AUTH-5/client-of-users', 'With client credentials, an app gets no scopes of its users', [], async (t) => {
    // Shows that the client works.
    ensureSuccess(await requestUserToken(t, 'inventory.read'));
    for (const scope of USER_SCOPES) await expectNotGiven(t, userClient(t), scope, scope);
  }),
  check(
    'AUTH-5/reader-holds-no-more',
    'The client-credentials actor can read the inventory and the market, and nothing else',
    ['reader'],
    async (t) => {
      expectStatus(await t.reader.get('/inventory'), 200);
      expectStatus(await t.reader.get('/market/commodities'), 200);
      for (const path of [
        '/bids',
        '/trades',
        '/teams',
        '/cash-bids',
        '/webhooks',
        '/delivery-locations',
        '/me/inventory',
        '/me/farms',
      ]) {
        const reply = await t.reader.get(path);
        // The document does not say whether the scope or the team is checked first.
        expectStatus(reply, 403, ...(path.startsWith('/me/') || path === '/teams' ? [] : [400]));
      }
    },
  ),
  ...PARTNER_SCOPES.map((scope) =>
    check(
      `AUTH-6/no-${scope.replace('.', '-')}`,
      `A client that is not an approved partner is not granted ${scope}`,
      [],
      async (t) => {
        // The challenge and the verifier of RFC 7636, appendix B.
        const { code, location } = await authorize(t, userClient(t), `inventory.read ${scope}`, {
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        });
        if (code === undefined) {
          t.observe(`a request for ${scope} returns ${location?.searchParams.get('error') ?? 'no code'}`);
          // Shows that the scope is the reason: without it, there is a code.
          await getCode(t, 'inventory.read');
          noteAssertion();
          return;
        }
        const response = await exchangeCode(t, { code, verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' });
        ensureSuccess(response);
        const given = scopesIn(response, `inventory.read ${scope}`);
        expectThat(!given.includes(scope), {
          message: `A client that is not an approved partner was granted ${scope}.`,
          reply: response,
          observed: given.join(' '),
        });
      },
    ),
  ),
  check('AUTH-9/openid-scopes', 'The scopes openid, profile, and email are granted on request', [], async (t) => {
    const response = await expectGranted(t, ['openid', 'profile', 'email'], 'openid profile email inventory.read');
    response.body.get('access_token').text();
  }),
  check('AUTH-17/id-token', 'With the scope openid, the token response has an id_token', [], async (t) => {
    const response = await requestUserToken(t, 'openid inventory.read');
    expectStatus(response, 200);
    const parts = response.body.get('id_token').text().split('.');
    expectThat(parts.length === 3, { message: 'The id_token is not a JWT.', reply: response, expected: 'three parts' });
  }),
  check('AUTH-13/names', 'Each self-service scope of the table is granted under its name', [], async (t) => {
    await expectGranted(t, SELF_SERVICE_SCOPES, SELF_SERVICE_SCOPES.join(' '));
  }),
  check('AUTH-8/details', 'Reports the status for a second use of a code, and whether PKCE is optional', [], async (t) => {
    const code = await getCode(t, 'inventory.read');
    ensureSuccess(await exchangeCode(t, code));
    t.observe(`a second use of a code returns ${(await exchangeCode(t, code)).status}`);
    const { code: without_pkce } = await authorize(t, userClient(t), 'inventory.read', {});
    t.observe(without_pkce !== undefined ? 'PKCE is optional' : 'PKCE is required');
  }),
  check('AUTH-3/verifier-is-needed', 'The token endpoint rejects a code without code_verifier', [], async (t) => {
    const { code } = await getCode(t, 'inventory.read');
    const { redirect_uri } = userClient(t);
    expectAnyRefusal(await requestToken(t, userClient(t), { grant_type: 'authorization_code', code, redirect_uri }));
    ensureSuccess(await requestUserToken(t, 'inventory.read'));
  }),
  check('AUTH-4/same-scopes', 'A refreshed token has the scopes of the original token', [], async (t) => {
    const asked = 'inventory.read bids.read';
    const { refresh_token } = await getRefreshToken(t, asked);
    const second = await exchangeRefreshToken(t, refresh_token);
    expectStatus(second, 200);
    const given = scopesIn(second, asked);
    // RFC 6749, section 6: without `scope` in the request, the scopes stay as they were.
    for (const scope of asked.split(' '))
      warnUnless(given.includes(scope), {
        message: `A refreshed token lacks ${scope}.`,
        reply: second,
        expected: asked,
        observed: given.join(' '),
      });
  }),
  check('AUTH-4/same-team', 'A refreshed token has the team of the original token', [], async (t) => {
    const { refresh_token, first } = await getRefreshToken(t, 'inventory.read bids.read');
    const before = await actorWith(t, 'user by code', first).get('/bids');
    if (before.status === 400) t.unverifiable('this user has no team, so its token cannot read bids', 'oauth.user');
    ensureSuccess(before);
    const second = await exchangeRefreshToken(t, refresh_token);
    ensureSuccess(second);
    const after = await actorWith(t, 'user by refresh', second).get('/bids');
    warnUnless(after.is_success, {
      message: 'GET /bids succeeds with the first token, and not with a refreshed one.',
      reply: after,
      expected: 'status 200',
      likely_cause: 'The refresh token does not keep the team, or the new token is issued without it.',
    });
  }),
  check('AUTH-6/refresh-does-not-widen', 'A refresh never grants the partner scopes', [], async (t) => {
    const { refresh_token } = await getRefreshToken(t, 'inventory.read');
    const scope = ['inventory.read', ...PARTNER_SCOPES].join(' ');
    const wider = await exchangeRefreshToken(t, refresh_token, { scope });
    const given = wider.status === 200 ? scopesIn(wider, scope) : [];
    const extra = PARTNER_SCOPES.filter((one) => given.includes(one));
    expectThat(extra.length === 0, {
      message: `A refresh granted ${extra.join(', ')} to a client that is not an approved partner.`,
      reply: wider,
      expected: 'an error, or a token without them',
    });
  }),
];

/** Whether a token cannot use a scope that its response names. What matters is which endpoints the token can use. */
async function isUnusable(t: CheckContext, response: Reply, scope: string): Promise<boolean> {
  const [probe] = COLLECTIONS.filter(({ scopes }) => scopes.includes(scope)).toSorted(
    (one, other) => one.scopes.length - other.scopes.length,
  );
  return probe !== undefined && (await actorWith(t, 'machine', response).get(probe.path)).status === 403;
}
