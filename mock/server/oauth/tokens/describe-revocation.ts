import { Provider } from 'oidc-provider';

/** AUTH-8: why the current request revokes tokens: it uses a code or refresh token a second time, or the client asked for the revocation. */
export function describeRevocation(): string {
  const { route, params } = Provider.ctx?.oidc ?? {};
  if (route === 'revocation') return 'its client revoked it';
  return params?.['grant_type'] === 'refresh_token'
    ? 'a refresh token of the same sign-in was used twice'
    : 'the authorization code of its sign-in was used twice';
}
