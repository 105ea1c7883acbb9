import { check, type Check, type Need } from '../../check/check.ts';
import { findAnyListing, ensureSuccess, expectRefusal, withSubscription, type Actor, type Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { SCOPED_ENDPOINTS, READ_ONLY_SCOPES, SCOPE_NAMES } from './endpoints.ts';
import { requestToken, getCode, machineClient, exchangeCode } from './oauth-client.ts';
import { PARTNER_SCOPES } from './oauth.ts';
import { knownSlug } from './subjects.ts';

const SELF_SERVICE: readonly string[] = SCOPE_NAMES.filter((scope) => !PARTNER_SCOPES.some((one) => one === scope));

const EVENTS = ['bid.accepted'] as const;

/** The list endpoints that need one of these scopes. Uses a known slug, because an unknown one may return 404 before the scope is checked. */
async function collectionsOf(t: CheckContext, scopes: readonly string[]): Promise<readonly string[]> {
  const read = SCOPED_ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.includes('_0000'));
  const paths = read.filter((endpoint) => endpoint.scopes.some((scope) => scopes.includes(scope))).map(({ path }) => path);
  const slug = t.has('buyer') ? await knownSlug(t, t.buyer) : 'canola';
  return paths.map((path) => path.replace('/canola/', `/${slug}/`));
}

async function expectScopeRefusals(actor: Actor, paths: readonly string[]): Promise<void> {
  for (const path of paths) expectRefusal(await actor.get(path), 403, { code: 'insufficient_scope' });
}

/**
 * Expects 403 on these paths. A user without a team, or of a team of another kind, may get 400 there before scopes are checked (AUTH-7, DLOC-1).
 * @throws Unverifiable if this user gets 400 on every path, also with all scopes
 */
async function expectUserRefusals(t: CheckContext, user: Actor, paths: readonly string[]): Promise<void> {
  let judged = 0;
  for (const path of paths) {
    const reply = await user.get(path);
    if (reply.status === 400 && (await (await userWith(t, SELF_SERVICE)).get(path)).status === 400) continue;
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
    judged += 1;
  }
  if (judged === 0) t.unverifiable(`${paths.join(', ')}: 400 for this user, whatever the scopes`, 'oauth.user');
}

/** The same for a request that changes something, which is not repeated with all scopes. */
function expectUserRefusal(t: CheckContext, reply: Reply): void {
  if (reply.status === 400) t.unverifiable('this user gets 400, which may be about its team', 'oauth.user');
  expectRefusal(reply, 403, { code: 'insufficient_scope' });
}

/** Gets a user's token from the configured OAuth client. @param missing a scope that the token must not have. @throws Unverifiable if it has this scope */
async function userWith(t: CheckContext, scopes: readonly string[], missing: string = ''): Promise<Actor> {
  const answer = await exchangeCode(t, await getCode(t, scopes.join(' ')));
  ensureSuccess(answer);
  const granted = answer.body.find('scope')?.string().split(' ') ?? [];
  if (missing !== '' && granted.includes(missing)) t.unverifiable(`this client gives every user ${missing}`, 'oauth.user');
  return t.withToken(missing === '' ? 'user by code' : `user without ${missing}`, answer.body.get('access_token').text());
}

async function userWithout(t: CheckContext, missing: string): Promise<Actor> {
  return userWith(
    t,
    SELF_SERVICE.filter((scope) => scope !== missing),
    missing,
  );
}

/** AUTH-2 with a configured machine client: a token with one of its two scopes cannot use the endpoints of the other. */
const machine_checks: readonly Check[] = READ_ONLY_SCOPES.map((scope) =>
  check(
    `AUTH-2/machine-without-${scope.replace('.', '-')}`,
    `A client-credentials token without ${scope} gets 403 on its endpoints`,
    [],
    async (t) => {
      const other = READ_ONLY_SCOPES.find((one) => one !== scope) ?? '';
      const answer = await requestToken(t, machineClient(t), { grant_type: 'client_credentials', scope: other });
      ensureSuccess(answer);
      const machine = t.withToken(`machine with ${other}`, answer.body.get('access_token').text());
      await expectScopeRefusals(machine, await collectionsOf(t, [scope]));
    },
  ),
);

/** AUTH-2 with a configured authorization-code client: a user's token without one scope, on every collection that requires it. */
const user_read_checks: readonly Check[] = SELF_SERVICE.filter((scope) => scope.endsWith('.read')).map((scope) =>
  check(
    `AUTH-2/user-without-${scope.replace('.', '-')}`,
    `A user's token without ${scope} gets 403 on its endpoints`,
    [],
    async (t) => {
      const paths = (await collectionsOf(t, [scope])).filter((path) => !path.startsWith('/me/'));
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
      const unrestricted = await userWith(t, SELF_SERVICE);
      await withSubscription(t, unrestricted, EVENTS, async ({ id, url }) => {
        const user = await userWithout(t, 'webhooks.write');
        expectRefusal(await user.post('/webhooks', { url, events: EVENTS }), 403, { code: 'insufficient_scope' });
        expectRefusal(await user.delete(`/webhooks/${id}`), 403, { code: 'insufficient_scope' });
        ensureSuccess(await user.get(`/webhooks/${id}/deliveries`));
      });
    },
  ),
  check('AUTH-2/user-without-bids-write', "A user's token without bids.write cannot place a bid", WRITES, async (t) => {
    const listing = await findAnyListing(t);
    const user = await userWithout(t, 'bids.write');
    expectUserRefusal(t, await user.post(`/inventory/${listing.id}/bids`, await t.arrange.bidBody()));
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
      const paths = SCOPED_ENDPOINTS.filter(
        ({ method, path }) => method === 'GET' && path.startsWith('/me/') && !path.includes('_0000'),
      );
      await expectScopeRefusals(
        await userWith(t, SELF_SERVICE),
        paths.map(({ path }) => path),
      );
    },
  ),
];

/** AUTH-2 with tokens of the OAuth clients in the configuration, for targets without the hook `mint_token`. */
export const CONFIGURED_CLIENTS: readonly Check[] = [...machine_checks, ...user_read_checks, ...user_write_checks];
