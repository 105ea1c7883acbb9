import { check, type Check } from '../../check/check.ts';
import { ENDPOINT_ROWS, expectStatus, expectSuccess, type Reply } from '#client';
import type { OperationId } from '#spec';
import type { CoveragePass } from '../../coverage-pass/coverage-pass.ts';
import type { CheckContext } from '../../check/check-context.ts';

export const SUCCESSES: readonly Check[] = ENDPOINT_ROWS.map(([operation, { method, path, status, seen_with }]) =>
  check(
    `OP-1/${`${method} ${path}`
      .replaceAll(/[^A-Za-z-]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase()}`,
    `${method} ${path} succeeds with ${status ?? 'any 2xx'}`,
    [],
    async (t) => {
      checkVisits(t, await t.coveragePass(), operation, status, seen_with);
    },
  ),
);

function checkVisits(
  t: CheckContext,
  pass: CoveragePass,
  operation: OperationId,
  status: number | undefined,
  config_key: string,
): void {
  const visits = (pass.successes.get(operation) ?? []).filter((reply) => !isOfToken(reply));
  // If it succeeds once, its errors belong to other clauses, such as those about a filter or an id.
  const succeeds = visits.some(({ is_success }) => is_success);
  const checked = succeeds ? visits.filter(({ is_success, status: seen }) => is_success || seen >= 500) : visits;
  for (const reply of checked) checkStatus(reply, status);
  if (visits.length > 0) return;
  // A 4xx may come from a wrong guess of the coverage pass; a 5xx or a missing endpoint does not.
  const crash = (pass.blocked.get(operation) ?? []).find((reply) => isCrash(reply) || reply.is_success);
  if (crash !== undefined) checkStatus(crash, status);
  t.unverifiable(`no request succeeded: ${pass.gaps.join('; ').slice(0, 400) || 'no actor can use it'}`, config_key);
}

function checkStatus(reply: Reply, status: number | undefined): void {
  if (status === undefined) expectSuccess(reply);
  else expectStatus(reply, status);
}

/** A missing scope or a rate limit says nothing about the operation. */
function isOfToken({ status }: Reply): boolean {
  return status === 401 || status === 403 || status === 429;
}

function isCrash({ status }: Reply): boolean {
  return status >= 500 || status === 404 || status === 405;
}
