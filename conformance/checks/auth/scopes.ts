import { check, type Check } from '../../check/check.ts';
import { expectRefusal, expectStatus, expectThat, warning, type Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { isRefusedForScope } from '../errors/read-error.ts';
import {
  SCOPED_ENDPOINTS,
  READ_ONLY_SCOPES,
  SCOPE_NAMES,
  hasIdInPath,
  nameOf,
  slugOf,
  type EndpointRequest,
} from './endpoints.ts';
import { actorFor, needsWrites, withSubject } from './subjects.ts';

/** AUTH-2 with minted tokens: each endpoint with every scope but its own, and with its own scope alone. */
const WITH_MINTED_TOKENS: readonly Check[] = SCOPED_ENDPOINTS.map((endpoint) => {
  const actor = actorFor(endpoint);
  return check(
    `AUTH-2/${slugOf(endpoint)}`,
    `${nameOf(endpoint)} requires ${endpoint.scopes.join(endpoint.any_scope ? ' or ' : ' and ')}, and no other scope`,
    [
      actor,
      'hook:mint_token',
      ...(needsWrites(endpoint) ? ['writes' as const] : []),
      // A failed delivery to replay.
      ...(endpoint.path.endsWith('/redeliver') ? ['webhooks' as const] : []),
    ],
    async (t) => {
      const others = SCOPE_NAMES.filter((scope) => !endpoint.scopes.includes(scope) && scope !== 'openid');
      // All other scopes, plus all required scopes but one; if any one is enough, plus none of them.
      const lacking = endpoint.any_scope
        ? [[]]
        : endpoint.scopes.map((gone) => endpoint.scopes.filter((scope) => scope !== gone));
      await withSubject(t, endpoint, async ({ path, body }) => {
        for (const kept of lacking) {
          const holder = await t.mint(actor, [...others, ...kept]);
          const refused = await holder.send({ method: endpoint.method, path, body });
          expectRefusal(refused, 403, { code: 'insufficient_scope' });
        }
      });
      const enough = endpoint.any_scope ? endpoint.scopes.map((scope) => [scope]) : [endpoint.scopes];
      for (const scopes of enough) {
        const holder = await t.mint(actor, scopes);
        // The ids do not exist, so any reply passes except a rejection of the token.
        let allowed = await holder.send(endpoint);
        // Eligibility has the same code, and can be decided by the lot: then only an existing one shows whether the scope is enough (BID-39, BID-55).
        if (isRefusedForScope(allowed) && isRefusedForScope(await t.actor(actor).send(endpoint))) {
          await withSubject(t, endpoint, async ({ path, body }) => {
            allowed = await holder.send({ method: endpoint.method, path, body });
          });
        }
        expectThat(!isRefusedForScope(allowed) && allowed.status !== 401, {
          message: `${nameOf(endpoint)} rejects a token that has ${scopes.join(' and ')}.`,
          reply: allowed,
          expected: 'any response but 401 and 403 insufficient_scope',
          observed: allowed.json,
        });
      }
    },
  );
});

/** A deployment can leave out the check of scopes for some callers. */
const OF_OTHER_CALLERS: readonly Check[] = (
  [
    ['buyer_sandbox', 'in-the-sandbox', 'Sandbox tokens'],
    ['elevator', 'of-an-elevator', "An elevator's tokens"],
  ] as const
).map(([actor, name, whose]) =>
  check(`AUTH-2/${name}`, `${whose} can read only what their scopes allow`, [actor, 'hook:mint_token'], async (t) => {
    const holder = await t.mint(actor, ['market.read']);
    for (const path of ['/inventory', '/bids', '/trades', '/webhooks'])
      expectRefusal(await holder.get(path), 403, { code: 'insufficient_scope' });
  }),
);

const CLOSED_TO_MACHINES = SCOPED_ENDPOINTS.filter(({ scopes }) => scopes.every((scope) => !READ_ONLY_SCOPES.includes(scope)));

/** A client-credentials token also has no team, user, or records. An endpoint may reject it for that before it checks the scopes. @returns whether it was rejected for its scopes */
function expectScopeRejection(reply: Reply, { path, body }: EndpointRequest): boolean {
  if (reply.status === 403) {
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
    return true;
  }
  const is_of_a_team = /^\/(?:bids|webhooks|cash-bid|delivery-locations|trades|inventory\/[^/]+\/bids)/.test(path);
  expectStatus(
    reply,
    ...(is_of_a_team ? [400] : []),
    ...(/_0{8}/.test(path) ? [404] : []),
    ...(body === undefined ? [403] : [403, 400, 422]),
  );
  return false;
}

/** Of the GET endpoints with ids, how many reject a client-credentials token for its scopes. */
async function countScopeRejections(t: CheckContext): Promise<{ rejected: number; of: number }> {
  return t.run.once('client-credentials token on paths with ids', async () => {
    const asked = CLOSED_TO_MACHINES.filter((endpoint) => endpoint.method === 'GET' && hasIdInPath(endpoint));
    const replies = await Promise.all(asked.map(async (endpoint) => t.reader.send(endpoint)));
    return { rejected: replies.filter(isRefusedForScope).length, of: replies.length };
  });
}

/** AUTH-2 with a client-credentials token, which has only the two read-only scopes (AUTH-5). */
const WITH_READER: readonly Check[] = CLOSED_TO_MACHINES.map((endpoint) =>
  check(
    `AUTH-2/reader-${slugOf(endpoint)}`,
    `${nameOf(endpoint)} rejects a client-credentials token, which cannot have ${endpoint.scopes.join(' or ')}`,
    ['reader', ...(endpoint.method === 'GET' ? [] : ['writes' as const])],
    async (t) => {
      const reply = await t.reader.send(endpoint);
      if (expectScopeRejection(reply, endpoint)) return;
      const { rejected, of } = await countScopeRejections(t);
      // The order of validation is open. One endpoint that checks the scope last while all others check it first is still worth a warning.
      if (reply.status === 404 && rejected >= of - 1) {
        throw warning({
          message: `${nameOf(endpoint)} does not reject a client-credentials token for its scopes; other endpoints do, with ids that do not exist.`,
          reply,
          expected: '403 insufficient_scope',
          observed: reply.status,
        });
      }
      t.unverifiable(
        'the target rejects a client-credentials token for another reason before it checks the scopes',
        'hooks.mint_token',
      );
    },
  ),
);

export const SCOPES_CHECKS: readonly Check[] = [...WITH_MINTED_TOKENS, ...OF_OTHER_CALLERS, ...WITH_READER];
