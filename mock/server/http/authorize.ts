import type { Operation } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import { CLIENT_CREDENTIALS_SCOPES, PARTNER_SCOPES, scopesOf } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import type { Caller } from './call.ts';

/**
 * Checks the token's scopes, mode, user, client, and team before anything is looked up, in the order of the error catalog.
 * @returns undefined if the token is sufficient
 */
export function authorize(operation: Operation, caller: Caller): Refusal | undefined {
  const needed = scopesOf(operation);
  const is_enough =
    'all' in operation.scopes
      ? needed.every((scope) => caller.scopes.has(scope))
      : needed.some((scope) => caller.scopes.has(scope));
  if (!is_enough) {
    // AUTH-10: the message names the scope.
    const list = needed.join('all' in operation.scopes ? ' and ' : ' or ');
    return refuse('insufficient_scope', { message: `This operation needs the scope ${list}.` });
  }
  // SBX-1, SBX-16
  if (operation.sandbox_only === true && caller.livemode === 1) {
    return refuse('insufficient_scope', { message: 'This operation needs a sandbox token.', clause: 'SBX-16' });
  }
  // AUTH-5, BID-2, BID-42: everything but browsing needs a user.
  if (caller.user_id === null && !needed.every((scope) => CLIENT_CREDENTIALS_SCOPES.includes(scope))) {
    return refuse('insufficient_scope', {
      message: 'This operation needs a token of a user, from the authorization-code flow.',
      clause: 'AUTH-5',
    });
  }
  // AUTH-6, LST-2
  if (!caller.is_approved_partner && needed.some((scope) => PARTNER_SCOPES.includes(scope))) {
    return refuse('insufficient_scope', { message: 'This operation is for approved partner clients.', clause: 'AUTH-6' });
  }
  // BID-3, BID-17, AUTH-7, AUTH-14, AUTH-21
  if (operation.needs_team && caller.team_id === null) return refuse('no_team', { clause: findTeamClause(operation) });
  return undefined;
}

/** The clause that requires a team. */
function findTeamClause({ area, method }: Operation): ClauseId {
  if (area !== 'bids') return 'AUTH-21';
  return method === 'post' ? 'BID-3' : 'BID-17';
}
