import { check, type Check } from '../../check/check.ts';
import { ENDPOINT_ROWS, expectStatus, expectSuccess, type Reply } from '#client';

/** The statuses of a missing scope or a rate limit, which prove nothing about the operation. */
const OF_TOKEN: readonly number[] = [401, 403, 429];

export const SUCCESSES_CHECKS: readonly Check[] = ENDPOINT_ROWS.map(([operation, { method, path, status, seen_with }]) =>
  check(
    `OP-1/${`${method} ${path}`
      .replaceAll(/[^A-Za-z-]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase()}`,
    `${method} ${path} succeeds with ${status ?? 'any 2xx'}`,
    [],
    async (t) => {
      const { successes, blocked, gaps } = await t.coveragePass();
      const visits = (successes.get(operation) ?? []).filter((reply) => !OF_TOKEN.includes(reply.status));
      // If it succeeds once, its errors belong to other clauses, such as those about a filter or an id.
      const succeeds = visits.some(({ is_success }) => is_success);
      const checked = succeeds ? visits.filter((reply) => reply.is_success || reply.status >= 500) : visits;
      for (const reply of checked) checkStatus(reply, status);
      if (visits.length > 0) return;
      // A 4xx may come from a wrong guess of the coverage pass; a 5xx or a missing endpoint does not.
      const crash = (blocked.get(operation) ?? []).find((reply) => isCrash(reply) || reply.is_success);
      if (crash !== undefined) checkStatus(crash, status);
      t.unverifiable(`no request succeeded: ${gaps.join('; ').slice(0, 400) || 'no actor can use it'}`, seen_with);
    },
    { lane: 'patient' },
  ),
);

function checkStatus(reply: Reply, status: number | undefined): void {
  if (status === undefined) expectSuccess(reply);
  else expectStatus(reply, status);
}

function isCrash({ status }: Reply): boolean {
  return status >= 500 || status === 404 || status === 405;
}
