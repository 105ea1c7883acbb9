import type { Check } from '../../check.ts';
import { check } from '../../check.ts';
import { expectRefusal, expectThat } from '../../judge/expect.ts';
import { isObject } from '../../judge/sight.ts';
import type { Actor } from '../../target/actor.ts';
import type { Reply } from '../../target/reply.ts';
import type { Endpoint } from './endpoints.ts';
import { ENDPOINTS, READ_ONLY_SCOPES, SCOPE_NAMES, nameOf, slugOf } from './endpoints.ts';

async function ask(actor: Actor, { method, path, body }: Endpoint): Promise<Reply> {
  return actor.send({ method, path, ...(body === undefined ? {} : { body }) });
}

/** Whether an answer says that the scope is missing: what else is wrong with the request does not matter here. */
function isRefusedForScope({ status, json }: Reply): boolean {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : {};
  return status === 403 && error['code'] === 'insufficient_scope';
}

/** Scopes of which a caller may be told apart: a user may lack eligibility for what only partners or elevators do. */
function actorFor({ path }: Endpoint): 'elevator' | 'seller' | 'buyer' {
  if (path.startsWith('/me/')) return 'seller';
  return path.startsWith('/cash-bid') || path.startsWith('/delivery') ? 'elevator' : 'buyer';
}

/** AUTH-2, with a token that the operator makes: each endpoint without its scope alone, and with it alone. */
const matrix: readonly Check[] = ENDPOINTS.map((endpoint) => {
  const actor = actorFor(endpoint);
  return check(
    `AUTH-2/${slugOf(endpoint)}`,
    `${nameOf(endpoint)} takes ${endpoint.scopes.join(endpoint.any === true ? ' or ' : ' and ')}, and nothing else instead`,
    [actor, 'hook:mint_token', ...(endpoint.method === 'GET' ? [] : ['writes' as const])],
    async (t) => {
      const others = SCOPE_NAMES.filter((scope) => !endpoint.scopes.includes(scope) && scope !== 'openid');
      // Without one of those it needs, or without any of those that would do.
      const lacking =
        endpoint.any === true ? [[]] : endpoint.scopes.map((gone) => endpoint.scopes.filter((scope) => scope !== gone));
      for (const kept of lacking) {
        const refused = await ask(await t.mint(actor, [...others, ...kept]), endpoint);
        expectRefusal(refused, 403, { code: 'insufficient_scope' });
      }
      const enough = endpoint.any === true ? endpoint.scopes.map((scope) => [scope]) : [endpoint.scopes];
      for (const scopes of enough) {
        const allowed = await ask(await t.mint(actor, scopes), endpoint);
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

/** AUTH-2 as far as a client-credentials token shows it: it holds no scope but the two read-only ones (AUTH-5). */
const by_reader: readonly Check[] = ENDPOINTS.filter(({ scopes }) =>
  scopes.every((scope) => !READ_ONLY_SCOPES.includes(scope)),
).map((endpoint) =>
  check(
    `AUTH-2/reader-${slugOf(endpoint)}`,
    `${nameOf(endpoint)} refuses a token that cannot have ${endpoint.scopes.join(' or ')}`,
    ['reader', ...(endpoint.method === 'GET' ? [] : ['writes' as const])],
    async (t) => {
      expectRefusal(await ask(t.reader, endpoint), 403, { code: 'insufficient_scope' });
    },
  ),
);

export const SCOPES: readonly Check[] = [...matrix, ...by_reader];
