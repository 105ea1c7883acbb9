import type { Configuration, ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { errors, interactionPolicy } from 'oidc-provider';
import type { RequestWorld } from '../ports.ts';
import { ALL_SCOPES } from './clients/client-scopes.ts';
import { createClientStore } from './clients/client-store.ts';
import { noteFailure } from './journal-failure.ts';
import { makeErrorPage } from './pages/error-page.ts';
import { renderPage } from './pages/html.ts';
import { loadConsent, refuseUnknownScope, signInByHint } from './headless.ts';
import type { Keys } from './tokens/keys.ts';
import { createRecordStore } from './tokens/record-store.ts';
import { createTokenStore } from './tokens/token-store.ts';
import type { Guard } from './unavailable.ts';
import { guardAdapter } from './unavailable.ts';

/** The paths of the endpoints below the issuer. */
const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
} as const;

/** Lifetimes in seconds of the world's clock (AUTH-8). */
const LIFETIMES = {
  AccessToken: 3_600,
  ClientCredentials: 3_600,
  AuthorizationCode: 60,
  IdToken: 3_600,
  /** Since the last rotation. */
  RefreshToken: 30 * 86_400,
  /** A limit for rotating refresh tokens. */
  Grant: 365 * 86_400,
  Interaction: 600,
  Session: 86_400,
} as const;

export const INTERACTION_PATH = '/oauth/interaction';

/** AUTH-8: cookies are limited to one world and are not readable by scripts. */
function cookiesOf(issuer: string, secret: string): NonNullable<Configuration['cookies']> {
  const { pathname, protocol } = new URL(issuer);
  const shared = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true, secure: protocol === 'https:' } as const;
  const path = `${pathname.replace(/\/$/, '')}/oauth`;
  return {
    keys: [secret],
    names: { session: 'gristmill_session', interaction: 'gristmill_interaction', resume: 'gristmill_resume' },
    long: { ...shared, path },
    short: shared,
  };
}

/** The default policy, except that scripts can use native clients without a page. */
function policyOf(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  return policy;
}

/** Whether a page of this origin can call the token endpoint: true for the origins of the client's redirect URIs. */
function isPageOfClient(
  _context: KoaContextWithOIDC,
  origin: string,
  client: { redirectUris?: readonly string[] | undefined },
): boolean {
  return client.redirectUris?.some((uri) => URL.parse(uri)?.origin === origin) === true;
}

function renderError(context: KoaContextWithOIDC, failure: ErrorOut): void {
  noteFailure(context.req, failure);
  const { error, error_description } = failure;
  const uris = error === 'invalid_redirect_uri' ? context.oidc.client?.redirectUris : undefined;
  const { headers, text } = renderPage(makeErrorPage(context.status, error, error_description, uris));
  context.set(headers);
  context.body = text;
}

/**
 * The configuration of the authorization server.
 * @param provider returns the provider that is created from it
 * @param guard wraps the functions that use the database
 */
export function configure(
  world: RequestWorld,
  issuer: string,
  keys: Keys,
  { provider, guard }: { provider: () => Provider; guard: Guard },
): Configuration {
  const { reader: db } = world.store;
  return {
    adapter: (model: string) => {
      if (model === 'Client') return guardAdapter(guard, createClientStore(world));
      if (model === 'AccessToken' || model === 'ClientCredentials') return guardAdapter(guard, createTokenStore(world, model));
      return guardAdapter(guard, createRecordStore(world, model));
    },
    jwks: keys.jwks,
    // AUTH-13
    scopes: [...ALL_SCOPES],
    // AUTH-9, AUTH-17
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    // AUTH-3, AUTH-8: oidc-provider supports only S256.
    pkce: { required: () => true },
    routes: ROUTES,
    cookies: cookiesOf(issuer, keys.cookie_secret),
    ttl: { ...LIFETIMES },
    // AUTH-4, AUTH-8
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    extraParams: {
      team: guard(async (context: KoaContextWithOIDC) => {
        refuseUnknownScope(context);
        await signInByHint(world, context);
      }),
    },
    interactions: {
      policy: policyOf(),
      url: (_context, { uid }) => `${new URL(issuer).pathname.replace(/\/$/, '')}${INTERACTION_PATH}/${uid}`,
    },
    loadExistingGrant: guard((context: KoaContextWithOIDC) => loadConsent(provider(), world, context)),
    findAccount: guard(async (_context: unknown, id: string) => {
      const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
      if (user === undefined) return undefined;
      return {
        accountId: id,
        claims: () => ({ sub: id, name: user.name, email: user.email, email_verified: user.created_by_client_id === null }),
      };
    }),
    clientBasedCORS: isPageOfClient,
    renderError,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      // On by default, but not part of this API.
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: true },
      // RFC 7009, section 2.1: a client can revoke its own tokens only.
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => {
          if (token.clientId !== client.clientId) throw new errors.InvalidRequest('the token was issued to another client');
          return true;
        },
      },
    },
  };
}
