import {
  all,
  isGrant,
  onCaller,
  onTokenResponse,
  onOauthForm,
  onToken,
  personaAsCaller,
  violations,
  withToken,
  type Seams,
  type OauthResponse,
} from '../kit/index.ts';
import { PARTNER_SCOPES, SCOPES } from '#spec';

/** A token response for a persona. */
function tokenOf(persona: Parameters<typeof personaAsCaller>[0], scopes: readonly string[]): string {
  const { token } = personaAsCaller(persona);
  return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') });
}

/** A token response with every scope of a buyer. */
export const BUYER_TOKEN = tokenOf('buyer', Object.keys(SCOPES));
const READER_TOKEN = tokenOf('reader', ['inventory.read', 'market.read']);

/** Grants requested scopes that the authorization server would reject. */
function granting(scopes: readonly string[]): Partial<Seams> {
  const requested = new Set<string>();
  return all(
    onOauthForm('/oauth/authorize', (form) => {
      const wanted = (form.get('scope') ?? '').split(' ');
      for (const scope of wanted) if (scopes.includes(scope)) requested.add(scope);
      form.set('scope', wanted.filter((scope) => !scopes.includes(scope)).join(' '));
    }),
    withToken('authorization_code', (token) => (requested.size > 0 ? { scope: [token['scope'], ...requested].join(' ') } : {})),
  );
}

/** Grants client credentials scopes that they must not have. */
function grantingToMachines(scopes: readonly string[]): Partial<Seams> {
  return all(
    onOauthForm('/oauth/token', (form) => {
      if (!isGrant(form, 'client_credentials')) return;
      const kept = (form.get('scope') ?? '').split(' ').filter((scope) => !scopes.includes(scope));
      form.set('scope', kept.length === 0 ? 'inventory.read' : kept.join(' '));
    }),
    withToken('client_credentials', (token, { form }) => ({ scope: form.get('scope') ?? token['scope'] })),
  );
}

/** Gives other clients a token for the app's grants. Only clients that authenticate in the header send no `client_id` in the form. */
function fromAnyClient(grant: 'authorization_code' | 'refresh_token'): Partial<Seams> {
  return onTokenResponse((response, { form }) =>
    isGrant(form, grant) && !form.has('client_id') && response.status !== 200 ? { status: 200, text: BUYER_TOKEN } : response,
  );
}

/** The authorization server. */
export const OAUTH_VIOLATED = violations({
  'AUTH-3/verifier-not-checked: The token endpoint does not check `code_verifier`.': onTokenResponse((response, { form }) =>
    isGrant(form, 'authorization_code') && response.status === 400 ? { status: 200, text: BUYER_TOKEN } : response,
  ),
  'AUTH-3/codes-work-twice: A code can be exchanged again.': () => {
    const exchanged = new Map<string, OauthResponse>();
    return onTokenResponse((response, { form }) => {
      const code = form.get('code') ?? '';
      if (response.status === 200 && isGrant(form, 'authorization_code')) exchanged.set(code, response);
      return exchanged.get(code) ?? response;
    });
  },
  'AUTH-3/more-than-was-asked: The token has more scopes than requested.': withToken('authorization_code', {
    access_token: personaAsCaller('buyer').token,
  }),
  'AUTH-3/no-bearer-token: The token endpoint returns the token type mac.': withToken('any', { token_type: 'mac' }),
  'AUTH-3/token-does-not-work: The token endpoint returns a token that does not work.': withToken('authorization_code', {
    access_token: 'not_yet',
  }),
  'AUTH-4/no-refresh: The token endpoint rejects refresh tokens.': onTokenResponse((response, { form }) =>
    isGrant(form, 'refresh_token') ? { status: 400, text: '{"error":"unsupported_grant_type"}' } : response,
  ),
  'AUTH-4/refreshed-does-not-work: A refreshed token does not work.': withToken('refresh_token', { access_token: 'not_yet' }),
  'AUTH-4/any-refresh-token: The token endpoint accepts any refresh token.': onTokenResponse((response, { form }) =>
    isGrant(form, 'refresh_token') && response.status !== 200 ? { status: 200, text: BUYER_TOKEN } : response,
  ),
  'AUTH-4/refresh-takes-any-scope: A refresh can ask for every scope of a buyer.': onTokenResponse((response, { form }) =>
    isGrant(form, 'refresh_token') && form.has('scope') && response.status !== 200
      ? { status: 200, text: BUYER_TOKEN }
      : response,
  ),
  'AUTH-4/shared-refresh-tokens: A client can use the refresh tokens of every other client.': fromAnyClient('refresh_token'),
  'AUTH-3/shared-codes: A client can use the codes of every other client.': fromAnyClient('authorization_code'),
  'AUTH-5/machines-get-any-scope: Client credentials receive every requested scope.': grantingToMachines(
    Object.keys(SCOPES).filter((scope) => scope !== 'inventory.read' && scope !== 'market.read'),
  ),
  'AUTH-5/machines-read-trades: Client credentials receive trades.read.': all(
    grantingToMachines(['trades.read']),
    onCaller('listTrades', (caller) => (caller.user_id === null ? personaAsCaller('buyer') : caller)),
  ),
  'AUTH-5/apps-get-their-scopes: Client credentials give an app the scopes that its users can grant.': onTokenResponse(
    (response, { form }) =>
      isGrant(form, 'client_credentials') && form.get('client_id') === 'gristmill-app'
        ? { status: 200, text: BUYER_TOKEN }
        : response,
  ),
  'AUTH-5/machines-sign-in: Client credentials receive openid.': grantingToMachines(['openid']),
  'AUTH-5/any-secret: The token endpoint does not check the secret of a client.': onTokenResponse((response, { form }) =>
    isGrant(form, 'client_credentials') && response.status === 401 ? { status: 200, text: READER_TOKEN } : response,
  ),
  'AUTH-5/no-market-for-machines: Client credentials do not receive market.read.': onOauthForm('/oauth/token', (form) => {
    if (isGrant(form, 'client_credentials') && form.get('scope') === 'market.read') form.set('scope', 'inventory.read');
  }),
  'AUTH-5/reader-reads-bids: A client-credentials token reads the bids of a team.': onCaller('listBids', (caller) =>
    caller.user_id === null ? personaAsCaller('buyer') : caller,
  ),
  'AUTH-6/partner-scopes-for-all: Every client receives the partner scopes.': () => granting(PARTNER_SCOPES),
  'AUTH-6/farms-read-for-all: Every client receives farms.read.': () => granting(['farms.read']),
  'AUTH-9/no-email: The scope email is never granted.': withoutGranted('email'),
  'AUTH-9/no-openid: The scope openid is never granted.': withoutGranted('openid'),
  'AUTH-13/no-locations: The scope locations.read is never granted.': withoutGranted('locations.read'),
  'AUTH-13/cash-bids-by-another-name: The cash bid scopes have a hyphen.': withToken('any', (token) => ({
    scope: String(token['scope']).replaceAll('cashbids.', 'cash-bids.'),
  })),
  'AUTH-17/no-id-token: The token endpoint omits `id_token` for openid.': withToken('any', { id_token: undefined }),
  'AUTH-17/opaque-id-token: `id_token` is not a JWT.': onToken((token) =>
    'id_token' in token ? { ...token, id_token: 'idt_1' } : token,
  ),
});

function withoutGranted(scope: string): Partial<Seams> {
  return withToken('any', (token) => ({
    scope: String(token['scope'])
      .split(' ')
      .filter((one) => one !== scope)
      .join(' '),
  }));
}
