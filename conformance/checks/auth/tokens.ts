/** AUTH-1, AUTH-7, AUTH-10, AUTH-11, AUTH-14 to AUTH-16, AUTH-18 to AUTH-21: missing, invalid, and expired tokens, tokens without a team, and records of other teams. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Query, Reply, RequestOptions } from '#client';
import {
  chooseTeamless,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  isSameJson,
  withSubscription,
  errorIn,
  decodePart,
  encodePath,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { actOnBid, ensureNotPending } from '../bids/states.ts';
import { makeUnusedId } from '../errors/make-unused-id.ts';
import { makeFailedDelivery, redeliver } from '../webhooks/failed-delivery.ts';
import { ALL_ENDPOINTS, EVENTS, SCOPED_ENDPOINTS } from './endpoints.ts';

const READABLE = ['/inventory', '/bids', '/webhooks'] as const;
const NO_DELIVERY = 'whd_000000000000000000000000';

/** Asserts that a stranger gets the same status and code for an existing id as for one that does not exist. */
async function probeExistence(
  stranger: Actor,
  real: string,
  method: RequestOptions['method'],
  path: (id: string) => string,
  body?: unknown,
): Promise<void> {
  const there = await stranger.send({ method, path: path(real), body });
  const nowhere = await stranger.send({ method, path: path(makeUnusedId(real, 1)), body });
  const [theirs, missing] = [there, nowhere].map(({ status, json }) => ({ status, code: errorIn(json)['code'] }));
  const request = `${method} ${decodePart(path('{id}'))}`;
  const expected = `404 not_found for both; the id that does not exist returns ${JSON.stringify(missing)}`;
  expectThat(there.status === 404, {
    message: `${request} returns ${there.status} for another team's record; 404 is required.`,
    reply: there,
    expected,
    observed: theirs,
  });
  expectThat(isSameJson(theirs, missing), {
    message: `${request} responds differently to another team's record than to an unknown id.`,
    reply: there,
    expected,
    observed: theirs,
  });
}

/** Expects GET requests of an actor to be rejected for the token. */
export async function expectUnauthenticated(actor: Actor, paths: readonly string[], query?: Query): Promise<void> {
  for (const path of paths) expectRefusal(await actor.get(path, query), 401, { code: 'unauthenticated' });
}

/**
 * Expects that a token without a team is rejected for the missing team. A token that the hook mints is known to have the scope. The configured token may
 * lack the scope, in which case a 403 proves nothing.
 */
async function expectNoTeam(
  t: CheckContext,
  scope: string,
  send: (teamless: Actor) => Promise<readonly Reply[]>,
  ...also: readonly number[]
): Promise<void> {
  const seller = chooseTeamless(t);
  const has_scope = t.hasHook('mint_token');
  for (const reply of await send(has_scope ? await t.mint('seller', [scope]) : seller)) {
    expectStatus(reply, 400, 403, ...also);
    if (!has_scope && reply.status === 403)
      t.unverifiable(
        `the seller's token may be rejected because it lacks ${scope}, not because it has no team`,
        'hooks.mint_token',
      );
  }
}

export const TEAMS_AND_TOKENS_CHECKS: readonly Check[] = [
  check('AUTH-1/no-token', 'Every operation without a token returns 401 unauthenticated', [], async (t) => {
    for (const endpoint of ALL_ENDPOINTS) {
      // An invalid body reveals nothing either: the token comes first.
      const bodies = endpoint.body === undefined ? [undefined] : [endpoint.body, {}];
      for (const body of bodies) expectRefusal(await t.anonymous.send({ ...endpoint, body }), 401, { code: 'unauthenticated' });
    }
    if (t.has('buyer')) expectSuccess(await t.buyer.get('/inventory'));
  }),
  check('AUTH-1/empty-token', 'An Authorization header without a Bearer token returns 401 unauthenticated', [], async (t) => {
    for (const authorization of ['Bearer ', 'Bearer', 'Basic dXNlcjpwYXNz']) {
      for (const path of READABLE) {
        const refused = await t.anonymous.send({ method: 'GET', path, headers: { authorization } });
        expectRefusal(refused, 401, { code: 'unauthenticated' });
      }
    }
  }),
  check('AUTH-16/unknown-token', 'A malformed or unknown token returns 401 unauthenticated', [], async (t) => {
    const paths = ['/inventory', '/bids', '/market/commodities', '/grades'];
    for (const token of ['nonsense', `gm_${t.unique()}`, 'a.b.c', "x' OR '1'='1"])
      await expectUnauthenticated(t.withToken('unknown token', token), paths);
  }),
  check(
    'AUTH-16/altered-token',
    'A valid token with its last characters changed returns 401 unauthenticated',
    ['buyer'],
    async (t) => {
      const token = t.buyer.token ?? '';
      // Two characters, because some encodings ignore some bits of the last one.
      const end = token.slice(-2).replaceAll(/./g, (char) => (char === 'x' ? 'y' : 'x'));
      const altered = `${token.slice(0, -2)}${end}`;
      t.run.redactor.hide(altered, 'ALTERED_TOKEN');
      await expectUnauthenticated(t.withToken('altered token', altered), ['/inventory']);
      ensureSuccess(await t.buyer.get('/inventory'));
    },
  ),
  check('AUTH-1/token-in-the-query', 'A token in the query returns 401', ['buyer'], async (t) => {
    for (const name of ['access_token', 'token'])
      await expectUnauthenticated(t.anonymous, READABLE, { [name]: t.buyer.token ?? '' });
    ensureSuccess(await t.buyer.get('/inventory'));
  }),
  check('AUTH-1/without-bearer', 'A token without the word Bearer before it returns 401', ['buyer'], async (t) => {
    for (const scheme of ['', 'Token ']) {
      for (const path of READABLE) {
        const headers = { authorization: `${scheme}${t.buyer.token ?? ''}` };
        const reply = await t.anonymous.send({ method: 'GET', path, headers });
        // The holder of the token is authenticated, so nothing is disclosed to others.
        warnUnless(!reply.is_success, {
          message: `A token is accepted ${scheme === '' ? 'without the word Bearer' : `after "${scheme.trim()}" instead of "Bearer"`}.`,
          reply,
          expected: '401 unauthenticated',
          likely_cause: 'The header is split at the last space, or Bearer is cut off only if it is there.',
        });
      }
    }
    ensureSuccess(await t.buyer.get('/inventory'));
  }),
  check('AUTH-16/other-case', 'A token in a different case returns 401', ['buyer'], async (t) => {
    const token = t.buyer.token ?? '';
    const other = token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase();
    if (other === token) t.unverifiable('the token of buyer has no letters');
    t.run.redactor.hide(other, 'TOKEN_IN_OTHER_CASE');
    await expectUnauthenticated(t.withToken('token in a different case', other), READABLE);
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
    'AUTH-7/redeliver-failed',
    'A token without a team cannot redeliver a failed delivery',
    ['seller', 'buyer', 'writes', 'webhooks'],
    async (t) => {
      const failed = await makeFailedDelivery(t, t.buyer);
      expectStatus(await redeliver(failed, chooseTeamless(t)), 400, 403, 404);
      ensureSuccess(await redeliver(failed));
    },
  ),
  check('AUTH-15/expired', 'An expired token returns 401 unauthenticated', ['expired'], async (t) => {
    for (const endpoint of SCOPED_ENDPOINTS.filter(({ method }) => method === 'GET')) {
      expectRefusal(await t.actor('expired').send(endpoint), 401, { code: 'unauthenticated' });
    }
  }),
  check(
    'AUTH-15/expired-writes',
    'A write with an expired token returns 401 unauthenticated',
    ['expired', 'writes'],
    async (t) => {
      for (const endpoint of SCOPED_ENDPOINTS.filter(({ method }) => method !== 'GET')) {
        expectRefusal(await t.actor('expired').send(endpoint), 401, { code: 'unauthenticated' });
      }
    },
  ),
  check('AUTH-7/create', 'A token without a team cannot create a subscription', ['seller', 'buyer', 'writes'], async (t) => {
    await withSubscription(t, t.buyer, EVENTS, async ({ url }) => {
      // An event for sellers too: types of another audience may be rejected with 422 (WHK-3).
      const body = { url, events: ['trade.created'] };
      await expectNoTeam(t, 'webhooks.write', async (teamless) => [await teamless.post('/webhooks', body)]);
    });
  }),
  check(
    'AUTH-7/delete-and-redeliver',
    'A token without a team cannot delete a subscription or redeliver',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      await withSubscription(t, t.buyer, EVENTS, async ({ id }) => {
        await expectNoTeam(
          t,
          'webhooks.write',
          async (teamless) => [
            await teamless.delete(encodePath`/webhooks/${id}`),
            await teamless.post(encodePath`/webhooks/${id}/deliveries/${NO_DELIVERY}/redeliver`),
          ],
          404,
        );
        ensureSuccess(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`));
      });
    },
  ),
  check('AUTH-14/list', 'A token without a team cannot list subscriptions', ['seller', 'buyer'], async (t) => {
    await expectNoTeam(t, 'webhooks.read', async (teamless) => [await teamless.get('/webhooks')]);
    ensureSuccess(await t.buyer.get('/webhooks'));
  }),
  check('AUTH-14/deliveries', 'A token without a team cannot list deliveries', ['seller', 'buyer', 'writes'], async (t) => {
    await withSubscription(t, t.buyer, EVENTS, async ({ id }) => {
      const path = encodePath`/webhooks/${id}/deliveries`;
      await expectNoTeam(t, 'webhooks.read', async (teamless) => [await teamless.get(path)], 404);
      ensureSuccess(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`));
    });
  }),
  check(
    'AUTH-18/decided-bid',
    'A non-party that acts on a decided bid gets 404',
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      ensureSuccess(await lot.seller.post(encodePath`/bids/${bid.id}/reject`));
      for (const stranger of [t.rival, ...(t.has('partner') && lot.seller.name === 'seller' ? [t.partner] : [])]) {
        for (const action of ['accept', 'reject', 'counter'] as const)
          expectRefusal(await actOnBid(t, stranger, bid.id, action), 404, { code: 'not_found' });
      }
      await ensureNotPending(t.buyer, bid.id, 'reject');
    },
  ),
  check(
    'AUTH-11/bids-and-trades',
    "Another team's bid or trade returns the same 404 as an id that does not exist",
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      await probeExistence(t.rival, bid.id, 'GET', (id) => encodePath`/bids/${id}`);
      for (const action of ['accept', 'reject'])
        await probeExistence(t.rival, bid.id, 'POST', (id) => encodePath`/bids/${id}/${action}`);
      await probeExistence(t.rival, bid.id, 'POST', (id) => encodePath`/bids/${id}/counter`, await t.arrange.bidBody());
      const trade = await t.arrange.trade({ lot, bid });
      await probeExistence(t.rival, trade.id, 'GET', (id) => encodePath`/trades/${id}`);
    },
  ),
  check(
    'AUTH-11/subscriptions',
    "Another team's subscription returns the same 404 as an id that does not exist",
    ['buyer', 'rival', 'writes'],
    async (t) => {
      await withSubscription(t, t.buyer, EVENTS, async ({ id }) => {
        await probeExistence(t.rival, id, 'GET', (one) => encodePath`/webhooks/${one}/deliveries`);
        await probeExistence(t.rival, id, 'POST', (one) => encodePath`/webhooks/${one}/deliveries/${NO_DELIVERY}/redeliver`);
        await probeExistence(t.rival, id, 'DELETE', (one) => encodePath`/webhooks/${one}`);
        ensureSuccess(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`));
      });
    },
  ),
  check(
    'AUTH-11/listings-and-farms',
    "Another seller's listing or farm returns the same 404 as an id that does not exist",
    ['seller', 'partner', 'writes'],
    async (t) => {
      const draft = await t.arrange.draft({}, t.seller);
      for (const tail of ['', '/bids'])
        await probeExistence(t.partner, draft.id, 'GET', (id) => `${encodePath`/me/inventory/${id}`}${tail}`);
      await probeExistence(t.partner, draft.id, 'PATCH', (id) => encodePath`/me/inventory/${id}`, { listed: false });
      await probeExistence(t.partner, draft.id, 'DELETE', (id) => encodePath`/me/inventory/${id}`);
      const farm = await t.arrange.farm(t.seller);
      await probeExistence(t.partner, farm, 'GET', (id) => encodePath`/me/farms/${id}`);
      await probeExistence(t.partner, farm, 'PATCH', (id) => encodePath`/me/farms/${id}`, { nearest_city: 'Regina' });
      if (t.has('buyer')) await probeExistence(t.buyer, draft.id, 'GET', (id) => encodePath`/inventory/${id}`);
    },
  ),
  check('AUTH-19/order', 'Reports the status for a request that is invalid in several ways', ['reader', 'writes'], async (t) => {
    const { status } = await t.reader.post('/bids/bid_000000000000000000000000/counter', {});
    t.observe(`POST /bids/{id}/counter with an invalid body, an unknown id, and no scope: ${status}`);
  }),
  check('AUTH-20/without-scope', 'Reports the status of GET /grades for a client-credentials token', ['reader'], async (t) => {
    t.observe(`GET /grades with a client-credentials token: ${(await t.reader.get('/grades')).status}`);
  }),
  check('AUTH-21/no-team', 'Reports the statuses for a user token without a team', ['seller'], async (t) => {
    const seller = chooseTeamless(t);
    for (const path of ['/webhooks', '/cash-bids', '/delivery-locations']) {
      t.observe(`GET ${path} without a team: ${(await seller.get(path)).status}`);
    }
  }),
  check('AUTH-10/www-authenticate', 'Reports the WWW-Authenticate header of a 401', [], async (t) => {
    const header = (await t.anonymous.get('/inventory')).header('www-authenticate');
    t.observe(
      header === undefined ? 'a 401 has no WWW-Authenticate header' : `a 401 has WWW-Authenticate: ${header.slice(0, 60)}`,
    );
  }),
];
