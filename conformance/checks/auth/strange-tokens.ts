/** AUTH-1, AUTH-7, AUTH-15, AUTH-16: tokens at the wrong place, misspelled, without a team, or just expired. */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, expectAnyRefusal, expectStatus, expectThat, warnUnless, chooseTeamless } from '#client';
import { PARTNER_SCOPES } from './endpoints.ts';
import {
  actorWith,
  getCode,
  getRefreshToken,
  refresh,
  requestToken,
  requestUserToken,
  scopesIn,
  userClient,
} from './oauth-client.ts';
import { expectUnauthenticated } from './tokens.ts';
import { makeFailedDelivery, redeliver } from '../webhooks/failed-delivery.ts';

const READABLE = ['/inventory', '/bids', '/webhooks'] as const;

const TOKENS: readonly Check[] = [
  check('AUTH-1/token-in-the-query', 'A token in the query returns 401', ['buyer'], async (t) => {
    for (const name of ['access_token', 'token'])
      await expectUnauthenticated(t.anonymous, READABLE, { [name]: t.buyer.token ?? '' });
    ensureSuccess(await t.buyer.get('/inventory'));
  }),
  check('AUTH-16/other-case', 'A token in another case returns 401', ['buyer'], async (t) => {
    const token = t.buyer.token ?? '';
    const other = token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase();
    if (other === token) t.unverifiable('the token of buyer has no letters');
    t.run.redactor.hide(other, 'TOKEN_IN_OTHER_CASE');
    await expectUnauthenticated(t.withToken('token in another case', other), READABLE);
    ensureSuccess(await t.buyer.get('/inventory'));
  }),
  check('AUTH-16/longer-token', 'A token with characters after it returns 401', ['buyer'], async (t) => {
    for (const tail of ['x', ',x', '.x']) {
      const longer = `${t.buyer.token ?? ''}${tail}`;
      t.run.redactor.hide(longer, 'LONGER_TOKEN');
      await expectUnauthenticated(t.withToken('longer token', longer), READABLE);
    }
    ensureSuccess(await t.buyer.get('/inventory'));
  }),
  check(
    'AUTH-15/just-expired',
    'A token works until it expires, and not after',
    ['buyer', 'hook:mint_token', 'hook:advance_clock'],
    async (t) => {
      const minted = await t.hook('mint_token', { actor: 'buyer', scopes: ['inventory.read'] });
      const token = typeof minted['token'] === 'string' ? minted['token'] : t.unverifiable('hooks.mint_token returned no token');
      const expires_in = Number(minted['expires_in'] ?? t.unverifiable('hooks.mint_token returned no expires_in'));
      t.run.redactor.hide(token, 'SHORT_TOKEN');
      const holder = t.withToken('token that expires', token);
      await t.arrange.advanceClock(Math.max(0, expires_in - 60));
      expectStatus(await holder.get('/inventory'), 200);
      await t.arrange.advanceClock(65);
      const late = await holder.get('/inventory');
      // A gateway that checks tokens can have a clock that no hook moves.
      warnUnless(late.status === 401, {
        message: `A token got ${late.status} 5 seconds after it expired.`,
        reply: late,
        expected: '401 unauthenticated',
        likely_cause: 'Expired tokens have a grace period, or the expiry is compared with another clock.',
      });
    },
    { lane: 'clock' },
  ),
  check(
    'AUTH-7/redeliver-failed',
    'A token without a team cannot redeliver a failed delivery',
    ['seller', 'buyer', 'writes', 'webhooks'],
    async (t) => {
      const failed = await makeFailedDelivery(t, t.buyer);
      expectStatus(await redeliver(failed, chooseTeamless(t)), 400, 403, 404);
      ensureSuccess(await redeliver(failed));
    },
  ),
];

const FLOWS: readonly Check[] = [
  check('AUTH-3/verifier-is-needed', 'The token endpoint rejects a code without code_verifier', [], async (t) => {
    const { code } = await getCode(t, 'inventory.read');
    const { redirect_uri } = userClient(t);
    expectAnyRefusal(await requestToken(t, userClient(t), { grant_type: 'authorization_code', code, redirect_uri }));
    ensureSuccess(await requestUserToken(t, 'inventory.read'));
  }),
  check('AUTH-4/same-scopes', 'A refreshed token has the scopes of the first', [], async (t) => {
    const asked = 'inventory.read bids.read';
    const { refresh_token } = await getRefreshToken(t, asked);
    const second = await refresh(t, refresh_token);
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
  check('AUTH-4/same-team', 'A refreshed token has the team of the first', [], async (t) => {
    const { refresh_token, first } = await getRefreshToken(t, 'inventory.read bids.read');
    const before = await actorWith(t, 'user by code', first).get('/bids');
    if (before.status === 400) t.unverifiable('this user has no team, so its token cannot read bids', 'oauth.user');
    ensureSuccess(before);
    const second = await refresh(t, refresh_token);
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
    const wider = await refresh(t, refresh_token, { scope });
    const given = wider.status === 200 ? scopesIn(wider, scope) : [];
    const extra = PARTNER_SCOPES.filter((one) => given.includes(one));
    expectThat(extra.length === 0, {
      message: `A refresh granted ${extra.join(', ')} to a client that is not an approved partner.`,
      reply: wider,
      expected: 'an error, or a token without them',
    });
  }),
];

export const STRANGE_TOKENS: readonly Check[] = [...TOKENS, ...FLOWS];
