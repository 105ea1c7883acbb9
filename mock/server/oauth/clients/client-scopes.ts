import type { Scope } from '#spec';
import { CLIENT_CREDENTIALS_SCOPES, PARTNER_SCOPES, SCOPES, isScope } from '#spec';
import type { Row } from '../../../market/records/tables.ts';

/** AUTH-13 */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

/** The scopes that a client can have: AUTH-5 for machine clients, AUTH-6 for others. */
export function scopesOfClient(
  kind: Row<'oauth_clients'>['kind'],
  is_approved_partner: Row<'clients'>['is_approved_partner'],
): readonly Scope[] {
  if (kind === 'machine') return CLIENT_CREDENTIALS_SCOPES;
  return is_approved_partner === 1 ? ALL_SCOPES : ALL_SCOPES.filter((scope) => !PARTNER_SCOPES.includes(scope));
}

/** AUTH-6: removes the scopes that only approved partners can have. */
export function withoutPartnerScopes(scope: string): string {
  const partner: readonly string[] = PARTNER_SCOPES;
  return scope
    .split(' ')
    .filter((name) => !partner.includes(name))
    .join(' ');
}
