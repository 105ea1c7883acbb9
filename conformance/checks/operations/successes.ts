import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Reply } from '#client';
import { ENDPOINT_ROWS, expectStatus, expectSuccess } from '#client';
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
      judgeVisits(t, await t.coveragePass(), operation, status, seen_with);
    },
  ),
);

function judgeVisits(
  t: CheckContext,
  tour: CoveragePass,
  operation: OperationId,
  status: number | undefined,
  config_key: string,
): void {
  const visits = (tour.successes.get(operation) ?? []).filter((reply) => !isOfToken(reply));
  // Where it succeeds at all, what it refuses is the matter of whatever was asked for: a filter, or somebody's id.
  const succeeds = visits.some(({ is_success }) => is_success);
  const judged = succeeds ? visits.filter(({ is_success, status: seen }) => is_success || seen >= 500) : visits;
  for (const reply of judged) judgeStatus(reply, status);
  if (visits.length > 0) return;
  // A set-up may have been refused for a guess of ours; that it crashed, or is not there, is no guess.
  const crash = (tour.blocked.get(operation) ?? []).find((reply) => isCrash(reply) || reply.is_success);
  if (crash !== undefined) judgeStatus(crash, status);
  t.unverifiable(`it was not seen to succeed: ${tour.gaps.join('; ').slice(0, 400) || 'nobody could ask for it'}`, config_key);
}

function judgeStatus(reply: Reply, status: number | undefined): void {
  if (status === undefined) expectSuccess(reply);
  else expectStatus(reply, status);
}

/** A token that lacks a scope, or a limit that was reached, says nothing of the operation. */
function isOfToken({ status }: Reply): boolean {
  return status === 401 || status === 403 || status === 429;
}

function isCrash({ status }: Reply): boolean {
  return status >= 500 || status === 404 || status === 405;
}
