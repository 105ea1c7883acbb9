import type { oas32 } from 'zod-openapi';
import { scopesOf, type Operation } from '../operations/index.ts';
import { CLIENT_CREDENTIALS_SCOPES, SCOPES, type Scope } from '../scopes.ts';

/** {auth_url} of a mock with default options. */
const AUTH_URL = 'http://127.0.0.1:4010';

const clientCredentialsScopes = Object.fromEntries(CLIENT_CREDENTIALS_SCOPES.map((scope) => [scope, SCOPES[scope]]));

export const securitySchemes: Record<string, oas32.SecuritySchemeObject> = {
  oauth2: {
    type: 'oauth2',
    description:
      'OAuth 2.0 (AUTH-3 to AUTH-5). The URLs are those of the default server; other deployments have their own {auth_url}.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${AUTH_URL}/oauth/authorize`,
        tokenUrl: `${AUTH_URL}/oauth/token`,
        // AUTH-4: refresh uses the token endpoint.
        refreshUrl: `${AUTH_URL}/oauth/token`,
        scopes: { ...SCOPES },
      },
      clientCredentials: { tokenUrl: `${AUTH_URL}/oauth/token`, scopes: clientCredentialsScopes },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token, from OAuth or a developer token of the mock. It needs the same scopes.',
  },
};

/** AUTH-12: the document's default requirement. Every operation overrides it. */
export const defaultSecurity: oas32.SecurityRequirementObject[] = [{ oauth2: ['inventory.read'] }, { bearer: [] }];

/** AUTH-2: both schemes are alternatives. Scopes that are all needed share a requirement; alternative scopes have one each. */
export function securityOf({ scopes }: Operation): oas32.SecurityRequirementObject[] {
  const wanted: readonly (readonly Scope[])[] = 'all' in scopes ? [scopes.all] : scopes.any.map((scope) => [scope]);
  return [...wanted.map((each) => ({ oauth2: [...each] })), { bearer: [] }];
}

/** Describes the required scopes in words, because some viewers don't show security requirements. */
export function describeAccess(operation: Operation): string {
  const quoted = scopesOf(operation).map((scope) => `\`${scope}\``);
  const all = 'all' in operation.scopes;
  const scopes = `the scope${quoted.length > 1 && all ? 's' : ''} ${quoted.join(all ? ' and ' : ' or ')}`;
  const team = operation.needs_team ? ' and a token that is bound to a team' : '';
  return `Needs ${scopes}${team}.${operation.sandbox_only === true ? ' Sandbox tokens only.' : ''}`;
}
