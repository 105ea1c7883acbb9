import type { Check, Need } from '../../check.ts';
import { check } from '../../check.ts';
import { expectRefusal, expectStatus, expectThat } from '../../judge/expect.ts';
import { isObject } from '../../judge/sight.ts';
import type { Actor } from '../../target/actor.ts';
import type { Reply } from '../../target/reply.ts';
import type { Trial } from '../../trial.ts';
import type { Endpoint } from './endpoints.ts';
import { ENDPOINTS, READ_ONLY_SCOPES, SCOPE_NAMES, nameOf, slugOf } from './endpoints.ts';
import { askToken, getCode, machineClient, redeem } from './oauth-client.ts';
import { PARTNER_SCOPES } from './oauth.ts';
import { actorFor, knownSlug, subjectOf, takesWrites } from './subjects.ts';

async function ask(actor: Actor, { method }: Endpoint, { path, body }: { path: string; body?: unknown }): Promise<Reply> {
  return actor.send({ method, path, ...(body === undefined ? {} : { body }) });
}

/** Whether an answer says that the scope is missing: what else is wrong with the request does not matter here. */
function isRefusedForScope({ status, json }: Reply): boolean {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : {};
  return status === 403 && error['code'] === 'insufficient_scope';
}

function writesOf({ method }: Endpoint): readonly Need[] {
  return method === 'GET' ? [] : ['writes'];
}

/** AUTH-2, with a token that the operator makes: each endpoint without its scope alone, on records of the caller's own, and with it alone. */
const matrix: readonly Check[] = ENDPOINTS.map((endpoint) => {
  const actor = actorFor(endpoint);
  return check(
    `AUTH-2/${slugOf(endpoint)}`,
    `${nameOf(endpoint)} takes ${endpoint.scopes.join(endpoint.any === true ? ' or ' : ' and ')}, and nothing else instead`,
    [actor, 'hook:mint_token', ...(takesWrites(endpoint) ? ['writes' as const] : [])],
    async (t) => {
      const subject = await subjectOf(t, endpoint);
      const others = SCOPE_NAMES.filter((scope) => !endpoint.scopes.includes(scope) && scope !== 'openid');
      // Without one of those it needs, or without any of those that would do.
      const lacking =
        endpoint.any === true ? [[]] : endpoint.scopes.map((gone) => endpoint.scopes.filter((scope) => scope !== gone));
      for (const kept of lacking) {
        const refused = await ask(await t.mint(actor, [...others, ...kept]), endpoint, subject);
        expectRefusal(refused, 403, { code: 'insufficient_scope' });
      }
      const enough = endpoint.any === true ? endpoint.scopes.map((scope) => [scope]) : [endpoint.scopes];
      for (const scopes of enough) {
        // On ids that lead nowhere: what counts is that it is not refused for its scope.
        const allowed = await ask(await t.mint(actor, scopes), endpoint, endpoint);
        expectThat(!isRefusedForScope(allowed) && allowed.status !== 401, {
          message: `${nameOf(endpoint)} refuses a token that has ${scopes.join(' and ')}.`,
          reply: allowed,
          expected: 'any answer but 403 insufficient_scope',
          observed: allowed.json,
        });
      }
    },
  );
});

/** A machine's token has no team, no user and no record of its own: an endpoint may refuse it for that before it looks at its scopes. */
function expectNoWay(reply: Reply, { path, body }: Endpoint): boolean {
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

/** AUTH-2 as far as a client-credentials token shows it: it holds no scope but the two read-only ones (AUTH-5). */
const by_reader: readonly Check[] = ENDPOINTS.filter(({ scopes }) =>
  scopes.every((scope) => !READ_ONLY_SCOPES.includes(scope)),
).map((endpoint) =>
  check(
    `AUTH-2/reader-${slugOf(endpoint)}`,
    `${nameOf(endpoint)} refuses a token that cannot have ${endpoint.scopes.join(' or ')}`,
    ['reader', ...writesOf(endpoint)],
    async (t) => {
      if (expectNoWay(await ask(t.reader, endpoint, endpoint), endpoint)) return;
      t.unverifiable('a machine is refused for another reason before its scopes are looked at', 'hooks.mint_token');
    },
  ),
);

async function slugOfMarket(t: Trial): Promise<string> {
  return t.has('buyer') ? knownSlug(t, t.buyer) : t.has('reader') ? knownSlug(t, t.reader) : 'canola';
}

/** AUTH-2, where the operator lends a machine client: with one of its two scopes the endpoints of the other are closed. */
const by_machine: readonly Check[] = READ_ONLY_SCOPES.map((scope) =>
  check(`AUTH-2/machine-without-${scope.replace('.', '-')}`, `A token without ${scope} opens nothing of it`, [], async (t) => {
    const other = READ_ONLY_SCOPES.find((one) => one !== scope) ?? '';
    const answer = await askToken(t, machineClient(t), { grant_type: 'client_credentials', scope: other });
    expectStatus(answer, 200);
    const machine = t.withToken(`machine with ${other}`, answer.body.get('access_token').text());
    for (const endpoint of ENDPOINTS.filter(({ scopes }) => scopes.includes(scope))) {
      if (endpoint.path.includes('_0000')) continue;
      const path = endpoint.path.includes('/canola/') ? endpoint.path.replace('canola', await slugOfMarket(t)) : endpoint.path;
      expectRefusal(await ask(machine, endpoint, { path }), 403, { code: 'insufficient_scope' });
    }
  }),
);

const SELF_SERVICE = SCOPE_NAMES.filter((scope) => !PARTNER_SCOPES.some((one) => one === scope));

/** AUTH-2, where the operator lends a client of the code flow: a user's token that lacks one scope, on every collection that asks for it. */
const by_code: readonly Check[] = SELF_SERVICE.flatMap((scope) => {
  const closed = ENDPOINTS.filter(
    ({ scopes, path, method }) => scopes.includes(scope) && method === 'GET' && !path.includes('_0000'),
  );
  if (closed.length === 0) return [];
  return [
    check(
      `AUTH-2/user-without-${scope.replace('.', '-')}`,
      `A user's token without ${scope} opens nothing of it`,
      [],
      async (t) => {
        const kept = SELF_SERVICE.filter((one) => one !== scope).join(' ');
        const answer = await redeem(t, await getCode(t, kept));
        expectStatus(answer, 200);
        if (answer.body.find('scope')?.string().split(' ').includes(scope) === true) {
          t.unverifiable(`every user of this client gets ${scope}`, 'oauth.user');
        }
        const user = t.withToken(`user without ${scope}`, answer.body.get('access_token').text());
        for (const endpoint of closed) {
          if (endpoint.scopes.some((one) => PARTNER_SCOPES.some((partner) => partner === one))) continue;
          const path = endpoint.path.includes('/canola/')
            ? endpoint.path.replace('canola', await slugOfMarket(t))
            : endpoint.path;
          expectRefusal(await ask(user, endpoint, { path }), 403, { code: 'insufficient_scope' });
        }
      },
    ),
  ];
});

export const SCOPES: readonly Check[] = [...matrix, ...by_reader, ...by_machine, ...by_code];
