import type { Scope } from '#spec';
import { CLIENT_CREDENTIALS_SCOPES, PARTNER_SCOPES, SCOPES, isScope } from '#spec';
import type { Row } from '../../../market/records/tables.ts';

/** AUTH-13: the eighteen. */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

/** All that a client can be granted: AUTH-5 for a machine, AUTH-6 for everybody else. */
export function scopesOfClient(
  kind: Row<'oauth_clients'>['kind'],
  is_approved_partner: Row<'clients'>['is_approved_partner'],
): readonly Scope[] {
  if (kind === 'machine') return CLIENT_CREDENTIALS_SCOPES;
  return is_approved_partner === 1 ? ALL_SCOPES : ALL_SCOPES.filter((scope) => !PARTNER_SCOPES.includes(scope));
}

/** AUTH-6: what is left of a scope once the client is no approved partner any more. */
export function withoutPartnerScopes(scope: string): string {
  const partner: readonly string[] = PARTNER_SCOPES;
  return scope
    .split(' ')
    .filter((name) => !partner.includes(name))
    .join(' ');
}
