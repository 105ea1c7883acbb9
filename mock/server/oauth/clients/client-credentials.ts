import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { CLIENT_CREDENTIALS_SCOPES } from '#spec';

/** AUTH-5: a machine client can have inventory.read and market.read only. Default: both (RFC 6749, section 4.4). */
export function registerClientCredentials(provider: Provider): void {
  provider.registerGrantType<{ scope?: string }>(
    'client_credentials',
    async (context) => {
      const { client, params } = context.oidc;
      // RFC 6749, section 5.2: a client without a secret cannot be authenticated.
      if (client.clientAuthMethod === 'none')
        throw new errors.UnauthorizedClient('client credentials are for clients with a secret');
      const wanted = params.scope === undefined ? CLIENT_CREDENTIALS_SCOPES : params.scope.split(' ');
      const allowed: readonly string[] = CLIENT_CREDENTIALS_SCOPES;
      const beyond = wanted.find((scope) => !allowed.includes(scope));
      if (beyond !== undefined)
        throw new errors.InvalidScope('client credentials are for inventory.read and market.read only', beyond);

      const scope = [...new Set(wanted)].join(' ');
      const token = new provider.ClientCredentials({ client, scope });
      context.body = { access_token: await token.save(), token_type: 'Bearer', expires_in: token.expiration, scope };
    },
    ['scope'],
  );
}
