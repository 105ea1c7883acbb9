import type { Check, Need } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import { expectRefusal, expectStatus, expectThat, isObject, warning } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { ScopedEndpoint } from './endpoints.ts';
import { SCOPED_ENDPOINTS, READ_ONLY_SCOPES, SCOPE_NAMES, nameOf, slugOf } from './endpoints.ts';
import { actorFor, subjectOf, takesWrites } from './subjects.ts';

async function ask(actor: Actor, { method }: ScopedEndpoint, { path, body }: { path: string; body?: unknown }): Promise<Reply> {
  return actor.send({ method, path, ...(body === undefined ? {} : { body }) });
}

/** Whether an answer says that the scope is missing: what else is wrong with the request does not matter here. */
function isRefusedForScope({ status, json }: Reply): boolean {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : {};
  return status === 403 && error['code'] === 'insufficient_scope';
}

function writesOf({ method }: ScopedEndpoint): readonly Need[] {
  return method === 'GET' ? [] : ['writes'];
}

/** AUTH-2, with a token that the operator makes: each endpoint without its scope alone, on records of the caller's own, and with it alone. */
const matrix: readonly Check[] = SCOPED_ENDPOINTS.map((endpoint) => {
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
      try {
        for (const kept of lacking) {
          const refused = await ask(await t.mint(actor, [...others, ...kept]), endpoint, subject);
          expectRefusal(refused, 403, { code: 'insufficient_scope' });
        }
      } finally {
        await subject.end?.();
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

const CLOSED_TO_MACHINES = SCOPED_ENDPOINTS.filter(({ scopes }) => scopes.every((scope) => !READ_ONLY_SCOPES.includes(scope)));

/** A machine's token has no team, no user and no record of its own: an endpoint may refuse it for that before it looks at its scopes. */
function expectNoWay(reply: Reply, { path, body }: ScopedEndpoint): boolean {
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

/** The endpoints with ids in them that refuse a machine for its scope, as far as they have been asked in this run. */
async function uniformity(t: CheckContext): Promise<{ of: number; uniform: number }> {
  return t.run.once('what a machine gets at ids', async () => {
    const asked = CLOSED_TO_MACHINES.filter(({ method, path }) => method === 'GET' && path.includes('_0000'));
    const replies = await Promise.all(asked.map(async (endpoint) => ask(t.reader, endpoint, endpoint)));
    return { of: replies.length, uniform: replies.filter(isRefusedForScope).length };
  });
}

/** AUTH-2 as far as a client-credentials token shows it: it holds no scope but the two read-only ones (AUTH-5). */
const by_reader: readonly Check[] = CLOSED_TO_MACHINES.map((endpoint) =>
  check(
    `AUTH-2/reader-${slugOf(endpoint)}`,
    `${nameOf(endpoint)} refuses a token that cannot have ${endpoint.scopes.join(' or ')}`,
    ['reader', ...writesOf(endpoint)],
    async (t) => {
      const reply = await ask(t.reader, endpoint, endpoint);
      if (expectNoWay(reply, endpoint)) return;
      const { of, uniform } = await uniformity(t);
      // In which order a request is judged is open; that one endpoint looks at its scope last, and all others first, is odd.
      if (reply.status === 404 && uniform >= of - 1) {
        throw warning({
          message: `${nameOf(endpoint)} does not refuse a machine for its scope, as others do at ids that lead nowhere.`,
          reply,
          expected: '403 insufficient_scope',
          observed: reply.status,
        });
      }
      t.unverifiable('a machine is refused for another reason before its scopes are looked at', 'hooks.mint_token');
    },
  ),
);

export const SCOPES: readonly Check[] = [...matrix, ...by_reader];
