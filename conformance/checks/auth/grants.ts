/**
 * What a code or a refresh token is bound to in OAuth 2.0 (RFC 6749), which the document names without details. So all of this warns. That a
 * code works once, and that the redirect URI must match exactly, are assumptions (AUTH-8), and are only reported.
 */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, warnUnless, type OauthClientSettings, type Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import {
  actorWith,
  authorize,
  exchangeRefreshToken,
  getCode,
  getRefreshToken,
  machineClient,
  requestMachineToken,
  requestToken,
  requestUserToken,
  scopesIn,
  userClient,
} from './oauth-client.ts';

/** Scopes with an endpoint that shows whether a token really has them. */
const MORE = [
  ['bids.read', '/bids'],
  ['trades.read', '/trades'],
] as const;

/** Another client that the authorization server knows. @throws Unverifiable if there is none */
async function otherClient(t: CheckContext): Promise<OauthClientSettings> {
  const machine = machineClient(t);
  if (machine.client_id === userClient(t).client_id)
    t.unverifiable('both clients of the configuration are the same', 'oauth.machine');
  ensureSuccess(await requestMachineToken(t, 'inventory.read', machine));
  return machine;
}

/** Shows that a rejected refresh has another reason. @throws Blocked if a plain one is rejected */
async function ensureRefreshing(t: CheckContext): Promise<void> {
  const { refresh_token } = await getRefreshToken(t, 'inventory.read');
  ensureSuccess(await exchangeRefreshToken(t, refresh_token));
}

function expectNoToken(reply: Reply, message: string, section: string): void {
  // A server can report any error: nothing but a token is wrong.
  warnUnless(reply.status !== 200, {
    message,
    reply,
    expected: `an error, such as invalid_grant (RFC 6749, section ${section})`,
    likely_cause: 'The token endpoint does not compare the client of the request with the client of the grant.',
  });
}

export const GRANTS_CHECKS: readonly Check[] = [
  check('AUTH-4/does-not-widen', 'A refresh grants no scope that the first token did not have', [], async (t) => {
    await ensureRefreshing(t);
    const { refresh_token, first } = await getRefreshToken(t, 'inventory.read');
    const before = scopesIn(first, 'inventory.read');
    const scope = ['inventory.read', ...MORE.map(([name]) => name)].join(' ');
    const wider = await exchangeRefreshToken(t, refresh_token, { scope });
    const given = wider.status === 200 ? scopesIn(wider, scope) : [];
    for (const [name, path] of MORE) {
      const is_given = given.includes(name) && !before.includes(name);
      // What matters is what the token can do: a response can leave out the scopes.
      const is_usable = is_given && (await actorWith(t, 'user by refresh', wider).get(path)).is_success;
      warnUnless(!is_usable, {
        message: `A refresh granted ${name}, which the first token did not have.`,
        reply: wider,
        expected: 'an error, or a token without it (RFC 6749, section 6)',
        observed: given.join(' '),
        likely_cause: 'The requested scopes are compared with those of the client instead of those of the grant.',
      });
    }
  }),
  check('AUTH-4/of-another-client', "A client cannot use another client's refresh token", [], async (t) => {
    const other = await otherClient(t);
    await ensureRefreshing(t);
    const { refresh_token } = await getRefreshToken(t, 'inventory.read');
    const reply = await requestToken(t, other, { grant_type: 'refresh_token', refresh_token });
    expectNoToken(reply, 'The refresh token of one client gives another client a token.', '6');
  }),
  check('AUTH-3/code-of-another-client', "A client cannot use another client's code", [], async (t) => {
    const other = await otherClient(t);
    ensureSuccess(await requestUserToken(t, 'inventory.read'));
    const { code, verifier } = await getCode(t, 'inventory.read');
    const { redirect_uri } = userClient(t);
    const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
    expectNoToken(await requestToken(t, other, form), 'The code of one client gives another client a token.', '4.1.3');
  }),
  check('AUTH-5/wrong-secret', 'Client credentials with a wrong secret give no token', [], async (t) => {
    const client = machineClient(t);
    const secret = client.client_secret ?? t.unverifiable('the client for client credentials has no secret', 'oauth.machine');
    for (const wrong of [`${secret}x`, 'x']) {
      ensureSuccess(await requestMachineToken(t, 'inventory.read', client));
      const reply = await requestMachineToken(t, 'inventory.read', { ...client, client_secret: wrong });
      warnUnless(reply.status !== 200, {
        message: 'The token endpoint gives a client a token without its secret.',
        reply,
        expected: 'an error, such as invalid_client (RFC 6749, section 3.2.1)',
        likely_cause: 'The token endpoint looks up the client by its id, and does not compare the secret.',
      });
    }
  }),
  check('AUTH-8/redirect-uri', 'Reports whether a longer redirect URI is accepted', [], async (t) => {
    const client = userClient(t);
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    const longer = { ...client, redirect_uri: `${client.redirect_uri.replace(/\/+$/, '')}/gristmill` };
    const { code } = await authorize(t, longer, 'inventory.read', pkce);
    t.observe(`a redirect URI that begins with the registered one is ${code === undefined ? 'rejected' : 'accepted'}`);
  }),
];
