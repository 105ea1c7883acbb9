import { check, type Check, type Need } from '../../check/check.ts';
import { findAnyListing, ensureSuccess, expectRefusal, withSubscription, type Actor, type Reply, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { COLLECTIONS, EVENTS, READ_ONLY_SCOPES, SELF_SERVICE_SCOPES } from './endpoints.ts';
import { actorWith, requestMachineToken, requestUserToken } from './oauth-client.ts';
import { knownSlug } from './subjects.ts';

/** The paths of the collections that need this scope. Uses a known slug, because an unknown one may return 404 before the scope is checked. */
async function collectionsOf(t: CheckContext, scope: string): Promise<readonly string[]> {
  const paths = COLLECTIONS.filter(({ scopes }) => scopes.includes(scope)).map(({ path }) => path);
  const slug = t.has('buyer') ? await knownSlug(t, t.buyer) : 'canola';
  return paths.map((path) => path.replace('/canola/', () => encodePath`/${slug}/`));
}

async function expectScopeRefusals(actor: Actor, paths: readonly string[]): Promise<void> {
  for (const path of paths) expectRefusal(await actor.get(path), 403, { code: 'insufficient_scope' });
}

/**
 * Expects 403 on these paths. A user without a team, or of a team of another kind, may get 400 there before scopes are checked (AUTH-7, DLOC-1).
 * @throws Unverifiable if this user gets 400 on every path, also with all scopes
 */
async function expectUserRefusals(t: CheckContext, user: Actor, paths: readonly string[]): Promise<void> {
  let checked = 0;
  for (const path of paths) {
    const reply = await user.get(path);
    if (reply.status === 400 && (await (await userWith(t, SELF_SERVICE_SCOPES)).get(path)).status === 400) continue;
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
    checked += 1;
  }
  if (checked === 0) t.unverifiable(`${paths.join(', ')}: 400 for this user, whatever the scopes`, 'oauth.user');
}

/** The same for a request that changes something, which is not repeated with all scopes. */
function expectUserRefusal(t: CheckContext, reply: Reply): void {
  if (reply.status === 400) t.unverifiable('this user gets 400, which may be about its team', 'oauth.user');
  expectRefusal(reply, 403, { code: 'insufficient_scope' });
}

/** Gets a user's token from the configured OAuth client. @param missing a scope that the token must not have. @throws Unverifiable if it has this scope */
async function userWith(t: CheckContext, scopes: readonly string[], missing: string = ''): Promise<Actor> {
  const response = await requestUserToken(t, scopes.join(' '));
  ensureSuccess(response);
  const granted = response.body.find('scope')?.string().split(' ') ?? [];
  if (missing !== '' && granted.includes(missing)) t.unverifiable(`this client grants ${missing} to every user`, 'oauth.user');
  return actorWith(t, missing === '' ? 'user by code' : `user without ${missing}`, response);
}

async function userWithout(t: CheckContext, missing: string): Promise<Actor> {
  const scopes = SELF_SERVICE_SCOPES.filter((scope) => scope !== missing);
  return userWith(t, scopes, missing);
}

/** AUTH-2 with a configured machine client: a token with one of its two scopes cannot use the endpoints of the other. */
const machine_checks: readonly Check[] = READ_ONLY_SCOPES.map((scope) =>
  check(
    `AUTH-2/machine-without-${scope.replace('.', '-')}`,
    `A client-credentials token without ${scope} gets 403 on its endpoints`,
    [],
    async (t) => {
      const other = READ_ONLY_SCOPES.find((one) => one !== scope) ?? '';
      const response = await requestMachineToken(t, other);
      ensureSuccess(response);
      await expectScopeRefusals(actorWith(t, `machine with ${other}`, response), await collectionsOf(t, scope));
    },
  ),
);

/** AUTH-2 with a configured authorization-code client: a user's token without one scope, on every collection that requires it. */
const user_read_checks: readonly Check[] = SELF_SERVICE_SCOPES.filter((scope) => scope.endsWith('.read')).map((scope) =>
  check(
    `AUTH-2/user-without-${scope.replace('.', '-')}`,
    `A user's token without ${scope} gets 403 on its endpoints`,
    [],
    async (t) => {
      const paths = (await collectionsOf(t, scope)).filter((path) => !path.startsWith('/me/'));
      await expectUserRefusals(t, await userWithout(t, scope), paths);
    },
  ),
);

const WRITES: readonly Need[] = ['writes'];

/** AUTH-2 with the same client: a user's token without one write scope, on the write endpoints that require it. */
const user_write_checks: readonly Check[] = [
  check(
    'AUTH-2/user-without-webhooks-write',
    "A user's token without webhooks.write cannot create or delete a subscription",
    WRITES,
    async (t) => {
      const unrestricted = await userWith(t, SELF_SERVICE_SCOPES);
      await withSubscription(t, unrestricted, EVENTS, async ({ id, url }) => {
        const user = await userWithout(t, 'webhooks.write');
        expectRefusal(await user.post('/webhooks', { url, events: EVENTS }), 403, { code: 'insufficient_scope' });
        expectRefusal(await user.delete(encodePath`/webhooks/${id}`), 403, { code: 'insufficient_scope' });
        ensureSuccess(await user.get(encodePath`/webhooks/${id}/deliveries`));
      });
    },
  ),
  check('AUTH-2/user-without-bids-write', "A user's token without bids.write cannot place a bid", WRITES, async (t) => {
    const listing = await findAnyListing(t);
    const user = await userWithout(t, 'bids.write');
    expectUserRefusal(t, await user.post(encodePath`/inventory/${listing.id}/bids`, await t.arrange.bidBody()));
  }),
  check(
    'AUTH-2/user-without-cashbids-write',
    "A user's token without cashbids.write cannot post a cash bid",
    ['writes', 'elevator', 'fixture:cash_bid_body'],
    async (t) => {
      const user = await userWithout(t, 'cashbids.write');
      expectUserRefusal(t, await user.post('/cash-bids', await t.arrange.cashBidBody()));
    },
  ),
  check(
    'AUTH-2/user-without-partner-scopes',
    "A client that is not an approved partner cannot use a seller's endpoints",
    [],
    async (t) => {
      const paths = COLLECTIONS.map(({ path }) => path).filter((path) => path.startsWith('/me/'));
      await expectScopeRefusals(await userWith(t, SELF_SERVICE_SCOPES), paths);
    },
  ),
];

/** AUTH-2 with tokens of the OAuth clients in the configuration, for targets without the hook `mint_token`. */
export const CONFIGURED_CLIENTS_CHECKS: readonly Check[] = [...machine_checks, ...user_read_checks, ...user_write_checks];
