import type { Check, Need } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor } from '#client';
import { findAnyListing, ensureSuccess, expectRefusal, withSubscription } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { SCOPED_ENDPOINTS, READ_ONLY_SCOPES, SCOPE_NAMES } from './endpoints.ts';
import { askToken, getCode, machineClient, redeem } from './oauth-client.ts';
import { PARTNER_SCOPES } from './oauth.ts';
import { knownSlug } from './subjects.ts';

const SELF_SERVICE: readonly string[] = SCOPE_NAMES.filter((scope) => !PARTNER_SCOPES.some((one) => one === scope));

const EVENTS = ['bid.accepted'] as const;

/** What is read without an id, under one of these scopes. An unknown slug may be 404 before its scope is looked at. */
async function collectionsOf(t: CheckContext, scopes: readonly string[]): Promise<readonly string[]> {
  const read = SCOPED_ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.includes('_0000'));
  const paths = read.filter((endpoint) => endpoint.scopes.some((scope) => scopes.includes(scope))).map(({ path }) => path);
  const slug = t.has('buyer') ? await knownSlug(t, t.buyer) : 'canola';
  return paths.map((path) => path.replace('/canola/', `/${slug}/`));
}

async function expectClosed(actor: Actor, paths: readonly string[]): Promise<void> {
  for (const path of paths) expectRefusal(await actor.get(path), 403, { code: 'insufficient_scope' });
}

/** A token of the user of the lent client. @throws Unverifiable where it has the scope that it is to lack */
async function userWith(t: CheckContext, scopes: readonly string[], lacking: string = ''): Promise<Actor> {
  const answer = await redeem(t, await getCode(t, scopes.join(' ')));
  ensureSuccess(answer);
  const given = answer.body.find('scope')?.string().split(' ') ?? [];
  if (lacking !== '' && given.includes(lacking)) t.unverifiable(`every user of this client gets ${lacking}`, 'oauth.user');
  return t.withToken(lacking === '' ? 'user by code' : `user without ${lacking}`, answer.body.get('access_token').text());
}

async function userWithout(t: CheckContext, lacking: string): Promise<Actor> {
  return userWith(
    t,
    SELF_SERVICE.filter((scope) => scope !== lacking),
    lacking,
  );
}

/** AUTH-2, where the operator lends a machine client: with one of its two scopes the endpoints of the other are closed. */
const by_machine: readonly Check[] = READ_ONLY_SCOPES.map((scope) =>
  check(`AUTH-2/machine-without-${scope.replace('.', '-')}`, `A token without ${scope} opens nothing of it`, [], async (t) => {
    const other = READ_ONLY_SCOPES.find((one) => one !== scope) ?? '';
    const answer = await askToken(t, machineClient(t), { grant_type: 'client_credentials', scope: other });
    ensureSuccess(answer);
    const machine = t.withToken(`machine with ${other}`, answer.body.get('access_token').text());
    await expectClosed(machine, await collectionsOf(t, [scope]));
  }),
);

/** AUTH-2, where the operator lends a client of the code flow: a user's token that lacks one scope, on every collection that asks for it. */
const by_code: readonly Check[] = SELF_SERVICE.filter((scope) => scope.endsWith('.read')).map((scope) =>
  check(
    `AUTH-2/user-without-${scope.replace('.', '-')}`,
    `A user's token without ${scope} opens nothing of it`,
    [],
    async (t) => {
      const paths = (await collectionsOf(t, [scope])).filter((path) => !path.startsWith('/me/'));
      await expectClosed(await userWithout(t, scope), paths);
    },
  ),
);

const WRITES: readonly Need[] = ['writes'];

/** The same for what writes, on records of that user's own. */
const writing: readonly Check[] = [
  check('AUTH-2/user-without-webhooks-write', "A user's token without webhooks.write manages nothing", WRITES, async (t) => {
    const whole = await userWith(t, SELF_SERVICE);
    await withSubscription(t, whole, EVENTS, async ({ id, url }) => {
      const user = await userWithout(t, 'webhooks.write');
      expectRefusal(await user.post('/webhooks', { url, events: EVENTS }), 403, { code: 'insufficient_scope' });
      expectRefusal(await user.delete(`/webhooks/${id}`), 403, { code: 'insufficient_scope' });
      ensureSuccess(await user.get(`/webhooks/${id}/deliveries`));
    });
  }),
  check('AUTH-2/user-without-bids-write', "A user's token without bids.write bids on nothing", WRITES, async (t) => {
    const listing = await findAnyListing(t);
    const user = await userWithout(t, 'bids.write');
    const refused = await user.post(`/inventory/${listing.id}/bids`, await t.arrange.bidBody());
    expectRefusal(refused, 403, { code: 'insufficient_scope' });
  }),
  check(
    'AUTH-2/user-without-cashbids-write',
    "A user's token without cashbids.write posts no cash bid",
    ['writes', 'elevator', 'fixture:cash_bid_body'],
    async (t) => {
      const user = await userWithout(t, 'cashbids.write');
      const refused = await user.post('/cash-bids', await t.arrange.cashBidBody());
      expectRefusal(refused, 403, { code: 'insufficient_scope' });
    },
  ),
  check('AUTH-2/user-without-partner-scopes', 'A client that is no approved partner reads nothing of a seller', [], async (t) => {
    const paths = SCOPED_ENDPOINTS.filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/me/') && !path.includes('_0000'),
    );
    await expectClosed(
      await userWith(t, SELF_SERVICE),
      paths.map(({ path }) => path),
    );
  }),
];

/** AUTH-2 with tokens of clients that the operator lends, where nobody makes tokens for the gate. */
export const LENT_SCOPES: readonly Check[] = [...by_machine, ...by_code, ...writing];
