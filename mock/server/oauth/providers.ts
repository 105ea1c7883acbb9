/** One oidc-provider for each issuer of a world that is in use. */
import { timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { Provider } from 'oidc-provider';
import type { RequestWorld } from '../ports.ts';
import { registerClientCredentials } from './clients/client-credentials.ts';
import { configure } from './configuration.ts';
import type { Keys } from './tokens/keys.ts';
import { loadKeys } from './tokens/keys.ts';
import { hashSecret } from './clients/known-clients.ts';

/** A mock is known by 127.0.0.1, localhost and the name of a container, and hardly by more. */
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

  /** A world that was reset or restored has other keys than before: its keys are read each time. */
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

function createProvider(world: RequestWorld, issuer: string, keys: Keys, onError: (error: unknown) => void): Provider {
  const provider: Provider = new Provider(
    issuer,
    configure(world, issuer, keys, () => provider),
  );
  // We tell it ourselves by which address and scheme it was called.
  provider.proxy = true;
  registerClientCredentials(provider);
  // RFC 9700, section 4.1.3: exact, also where RFC 8252 would let a native client have any port (AUTH-8).
  provider.Client.prototype.redirectUriAllowed = function isRegistered(uri) {
    return this.redirectUris?.includes(uri) === true;
  };
  provider.Client.prototype.compareClientSecret = function isSecret(actual) {
    const given = Buffer.from(hashSecret(actual));
    const kept = Buffer.from(this.clientSecret ?? '');
    return given.length === kept.length && timingSafeEqual(given, kept);
  };
  provider.on('server_error', (_context, error) => {
    onError(error);
  });
  // Koa's own: what went wrong outside any route.
  const koa: EventEmitter = provider;
  koa.on('error', onError);
  return provider;
}
