import type { oas32 } from 'zod-openapi';
import type { Operation } from '../operations/index.ts';
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

function quote(scopes: readonly Scope[], word: string): string {
  return scopes.map((scope) => `\`${scope}\``).join(` ${word} `);
}

/** The same in words, because some viewers don't show security requirements. */
export function describeAccess({ scopes, needs_team, sandbox_only }: Operation): string {
  const wanted = 'all' in scopes ? scopes.all : scopes.any;
  const needs = `Needs the scope${wanted.length > 1 && 'all' in scopes ? 's' : ''} ${quote(wanted, 'all' in scopes ? 'and' : 'or')}`;
  const team = needs_team ? ' and a token that is bound to a team' : '';
  return `${needs}${team}.${sandbox_only === true ? ' Sandbox tokens only.' : ''}`;
}
