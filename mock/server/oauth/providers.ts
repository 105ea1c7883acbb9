/** The oidc-providers of each world, one per issuer. */
import type { EventEmitter } from 'node:events';
import type { KoaContextWithOIDC, errors } from 'oidc-provider';
import { Provider } from 'oidc-provider';
import { hashSecret, isSameSecret } from '../http/same-secret.ts';
import { tokenPrefix } from '../http/world-token.ts';
import type { RequestWorld } from '../ports.ts';
import { registerClientCredentials } from './clients/client-credentials.ts';
import { configure } from './configuration.ts';
import { noteFailure } from './journal-failure.ts';
import type { Keys } from './tokens/keys.ts';
import { loadKeys } from './tokens/keys.ts';
import { respondUnavailable, makeGuard } from './unavailable.ts';

/** The limit per world. A mock has few issuers: 127.0.0.1, localhost, and perhaps the name of a container. */
const PROVIDERS_MAX = 4;

export interface AuthorizationServer {
  provider: Provider;
  keys: Keys;
}

export class Providers {
  readonly #servers = new WeakMap<RequestWorld, Map<string, AuthorizationServer>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Reads the keys each time, because a reset or a restored snapshot changes them. */
  async find(world: RequestWorld, issuer: string): Promise<AuthorizationServer> {
    const keys = await loadKeys(world);
    const servers = this.#servers.get(world) ?? new Map<string, AuthorizationServer>();
    this.#servers.set(world, servers);
    const known = servers.get(issuer);
    if (known?.keys.id === keys.id) return known;

    const made = { provider: createProvider(world, issuer, keys, this.#onError), keys };
    servers.delete(issuer);
    const oldest = servers.size < PROVIDERS_MAX ? undefined : servers.keys().next().value;
    if (oldest !== undefined) servers.delete(oldest);
    servers.set(issuer, made);
    return made;
  }
}

interface Issuing {
  generateTokenId: () => string;
}

/** The id of an opaque token is the token. */
function prefixIds(prototype: Issuing, prefix: string): void {
  const { generateTokenId: generate } = prototype;
  prototype.generateTokenId = function generateWithPrefix() {
    return `${prefix}${generate.call(this)}`;
  };
}

function createProvider(world: RequestWorld, issuer: string, keys: Keys, onError: (error: unknown) => void): Provider {
  const provider: Provider = new Provider(
    issuer,
    configure(world, issuer, keys, { provider: () => provider, guard: makeGuard(onError) }),
  );
  provider.use(respondUnavailable);
  // `replayRequest` sets the forwarding headers.
  provider.proxy = true;
  registerClientCredentials(provider);
  // RFC 9700, section 4.1.3: an exact match, even where RFC 8252 would allow a native client any port (AUTH-8).
  provider.Client.prototype.redirectUriAllowed = function isRegistered(uri) {
    return this.redirectUris?.includes(uri) === true;
  };
  provider.Client.prototype.compareClientSecret = function isSecret(actual) {
    return isSameSecret(hashSecret(actual), this.clientSecret ?? '');
  };
  for (const { prototype } of [provider.AccessToken, provider.ClientCredentials])
    prefixIds(prototype as object as Issuing, tokenPrefix(world.id)); // the types of oidc-provider leave the method out
  provider.on('server_error', (_context, error) => {
    onError(error);
  });
  provider.on('authorization.error', noteError).on('grant.error', noteError);
  provider.on('revocation.error', noteError).on('userinfo.error', noteError);
  // Errors of Koa outside any route.
  const koa: EventEmitter = provider;
  koa.on('error', (error: unknown) => {
    if (!isClientGone(error)) onError(error);
  });
  return provider;
}

function noteError({ req }: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
  noteFailure(req, error);
}

/** Whether the client disconnected before it had the whole response, which is not an error of the mock. */
function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}
