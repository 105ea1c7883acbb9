/** Expired tokens, revoked grants, and missing scopes. */
import { createHash } from 'node:crypto';
import { elapsedMs, wait } from '#client';
import type { ExchangeResponse, Exchange } from '../testbed/exchange.ts';
import { refusal } from '../testbed/proxy.ts';
import type { StageContext } from './context.ts';
import { API, UNAVAILABLE, actBefore, respondInstead } from './disturb.ts';
import { checkRecovers } from './observe.ts';
import type { Stage } from './stage.ts';
import { NotShown, stageDefaults } from './stage.ts';

/** Longer than the hour for which an access token of the mock is valid. */
const EXPIRY_SECONDS = 3_700;
/** The maximum number of requests that a client can send before it gives up on a grant. */
const TRIES_MAX = 6;
/** The maximum number of token requests after a final error: parallel tasks can each send one. */
const TOKEN_REQUESTS_MAX = 3;
/** How long to watch for requests after the grant has ended. */
const OBSERVED_MS = 700;
const SETUP = 'The client has an access token and a refresh token.';

export async function expire(context: StageContext): Promise<void> {
  await context.market.advance(EXPIRY_SECONDS, 'the access token has expired');
}

function oauthError(error: string): ExchangeResponse {
  return {
    status: 400,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ error, error_description: 'certify' }),
  };
}

const UNAUTHENTICATED = refusal(401, 'unauthenticated', 'The token is invalid or expired.', {
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
});

const refreshTokenOf = ({ body }: Exchange): string => {
  const token = new URLSearchParams(body).get('refresh_token') ?? '';
  return createHash('sha256').update(token).digest('hex');
};

const refreshesOf = (context: StageContext): readonly Exchange[] =>
  context.sent('token').filter(({ body }) => body.includes('refresh_token'));

/** Checks that no refresh token was used again. */
export function checkNoReuse(context: StageContext): void {
  // A refresh that did not reach the token endpoint can be repeated.
  const carried_out = refreshesOf(context).filter(
    ({ disturbed_by, response }) => disturbed_by === undefined || response?.status === 200,
  );
  const is_reused = new Set(carried_out.map(refreshTokenOf)).size < carried_out.length;
  context.check(!is_reused, 'it used a refresh token twice, which revokes the grant (AUTH-8)');
}

async function checkWorksAgain(context: StageContext): Promise<void> {
  const { error } = await context.act('sync');
  const api = context.requireSent('sync', ...API);
  const last = api.at(-1);
  context.check(error === undefined, `after the token expired, it reports an error: ${error?.message ?? ''}`);
  context.check(last?.response?.status !== 401, 'after the token expired, it stops at the 401 and does not refresh');
}

const row = stageDefaults();

export const AUTH_STAGES: readonly Stage[] = [
  row({
    id: 'auth.expired-token',
    title: 'After a 401, the client refreshes its token once and repeats the request',
    cites: ['AUTH-4', 'AUTH-15', 'RFC 6750, 3.1', 'RFC 6749, 6'],
    setup: SETUP,
    stimulus: 'The clock of the marketplace advances by more than an hour; the clock of the client does not.',
    advice: 'Refresh on a 401, regardless of your own clock, and repeat the request with the new token.',
    run: async (context) => {
      if (context.has_do_hook) await context.act('sync');
      else await context.testbed.awaitRest(context.config.timeout_seconds * 1_000);
      await expire(context);
      const last_n = context.sent().at(-1)?.n ?? 0;
      await checkWorksAgain(context);
      const refreshes = context.sent('token').filter(({ n }) => n > last_n);
      const got_401 = context.sent(...API).some(({ response }) => response?.status === 401);
      if (!got_401 && refreshes.length === 0)
        throw new NotShown('the client sent no request after its token expired', 'make it send one, or add the hook `do`');
      context.check(refreshes.length <= 2, `it refreshed ${refreshes.length} times for one expired token`);
      checkNoReuse(context);
    },
  }),
  row({
    id: 'auth.rotation',
    title: 'The client keeps the refresh token that each refresh returns',
    cites: ['AUTH-8', 'RFC 6749, 6', 'RFC 9700, 4.14.2'],
    setup: SETUP,
    stimulus: 'The access token expires three times.',
    advice:
      'Store the refresh_token of every token response before you use the access token. Using the old one again revokes the whole grant.',
    needs: ['do'],
    run: async (context) => {
      for (let times = 0; times < 3; times += 1) {
        await expire(context);
        await checkWorksAgain(context);
        if (context.findings.length > 0) break;
      }
      if (refreshesOf(context).length === 0) throw new NotShown('the client never refreshed its token', 'refresh on 401');
      checkNoReuse(context);
    },
  }),
  row({
    id: 'auth.parallel-refresh',
    title: 'Several requests that get a 401 at the same time share one refresh',
    cites: ['AUTH-8', 'RFC 9700, 4.14.2'],
    setup: SETUP,
    stimulus: 'The access token expires; four tasks run at the same time, and the token endpoint takes 0.2 s.',
    advice: 'Keep one refresh in flight and let all requests wait for it. With several processes, use a lock.',
    needs: ['do'],
    run: async (context) => {
      await context.act('sync');
      await expire(context);
      const slow = context.arm(actBefore('slow token endpoint', 'token', async () => wait(200), Infinity));
      const tasks = (['sync', 'list_lots', 'sync', 'list_lots'] as const).map(async (task) => context.act(task));
      const results = await Promise.all(tasks);
      context.disarm(slow);
      const failed = results.find(({ error }) => error !== undefined);
      context.check(failed === undefined, `one of four tasks failed: ${failed?.error?.message ?? ''}`);
      checkNoReuse(context);
      await checkWorksAgain(context);
    },
  }),
  row({
    id: 'auth.refresh-unavailable',
    title: 'A token endpoint that fails once does not end the grant',
    cites: ['AUTH-4', 'RFC 9110, 15.6.4'],
    setup: SETUP,
    stimulus: 'The access token expires, and the token endpoint responds 503 once.',
    advice: 'A 5xx from the token endpoint says nothing about the grant. Keep the refresh token, wait, and try again.',
    run: async (context) => {
      await expire(context);
      const armed = context.arm(respondInstead(UNAVAILABLE, ['token']));
      await context.act('sync');
      context.requireReached(armed, 'sync');
      context.disarm(armed);
      // A client can report the error instead of trying again. It is then asked again.
      await checkRecovers(context, 'after one 503 from the token endpoint');
      const requests = context.sent('token').length;
      context.check(requests <= TRIES_MAX, `it asked the token endpoint ${requests} times`);
    },
  }),
  row({
    id: 'auth.few-refreshes',
    level: 'should',
    title: 'A token that works is not refreshed',
    cites: ['AUTH-4'],
    setup: 'The access token is valid for an hour.',
    stimulus: 'Three tasks, one after the other.',
    advice: 'Use an access token until it expires, or until a 401. Each refresh is a chance to lose the grant.',
    needs: ['do'],
    run: async (context) => {
      for (let times = 0; times < 3; times += 1) await context.act('sync');
      const refreshes = context.sent('token').length;
      // A client that does not know how old its token is can refresh at its start.
      context.check(refreshes <= 1, `it asked for ${refreshes} tokens during three tasks, although its token was valid`);
    },
  }),
  row({
    id: 'auth.scope-missing',
    title: 'After a 403 for a missing scope, the client reports it and does not repeat the request',
    cites: ['ERR-2', 'RFC 6750, 3.1'],
    setup: SETUP,
    stimulus: 'Every read of bids and trades gets 403 insufficient_scope.',
    advice: 'A 403 is final for this grant: report which scope is missing.',
    run: async (context) => {
      const response = refusal(403, 'insufficient_scope', 'This needs the scope bids.read.');
      const armed = context.arm(respondInstead(response, ['listBids', 'listTrades', 'getBid', 'getTrade'], Infinity));
      const { error, response: result } = await context.act('sync');
      context.requireReached(armed, 'sync');
      context.check(result === undefined || error !== undefined, 'it reports success, although it could read nothing');
      const refreshes = context.sent('token').length;
      context.check(refreshes === 0, `it refreshed its token ${refreshes} times because of a 403`);
      context.check(armed.hits <= TRIES_MAX, `it sent ${armed.hits} requests that got 403`);
    },
  }),
  endedGrant('auth.revoked-grant', 'invalid_grant', 'The user has revoked the grant', ['RFC 6749, 5.2', 'AUTH-8']),
  endedGrant('auth.invalid-scope', 'invalid_scope', 'The authorization server no longer grants a scope', [
    'RFC 6749, 5.2',
    'AUTH-6',
  ]),
];

function endedGrant(id: string, error: string, what: string, cites: readonly string[]): Stage {
  return row({
    id,
    title: `${what}: the client stops and reports it`,
    cites,
    setup: SETUP,
    stimulus: `Every request gets 401, and the token endpoint responds 400 ${error}.`,
    advice: `On ${error}, stop using the grant, tell the user to sign in again, and send nothing until then.`,
    is_fresh: true,
    run: async (context) => {
      await expire(context);
      const refused = context.arm(respondInstead(oauthError(error), ['token'], Infinity));
      context.arm(respondInstead(UNAUTHENTICATED, API, Infinity));
      const began_ms = elapsedMs();
      const first = await context.act('sync');
      context.requireSent('sync', ...API, 'token');
      context.check(
        first.response === undefined || first.error !== undefined,
        'it reports success, although it no longer has access',
      );
      // A client that tries again by itself does so now.
      await wait(OBSERVED_MS);
      context.check(
        refused.hits <= TOKEN_REQUESTS_MAX,
        `it asked the token endpoint ${refused.hits} times in ${Math.round((elapsedMs() - began_ms) / 100) / 10} s, although ${error} is final`,
      );
      const calls = context.sent(...API).length;
      context.check(calls <= TRIES_MAX * 2, `it sent ${calls} requests without a valid token`);
    },
  });
}
