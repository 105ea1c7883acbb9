/** Requests access tokens from {auth_url}/oauth/token, with client credentials or a refresh token (AUTH-3, AUTH-4, AUTH-5). */
import { nowMs } from '../clock.ts';
import { isObject, type JsonObject } from '../json.ts';
import { NoResponse, sendPatiently } from '../config/send-request.ts';
import type { ActorConfig } from '../settings/schema.ts';
import { explainUnset, readVariable } from '../settings/setup-faults.ts';

export type OauthConfig = NonNullable<ActorConfig['oauth']>;

/** RFC 6750, section 2.1. */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

interface Grant {
  token: string;
  expires_at_ms: number | undefined;
  /** The granted scopes; undefined if neither side named any. */
  scopes: readonly string[] | undefined;
}

/** A token could not be obtained. The message never contains a secret. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  /** The configuration key to change, below `actors.<name>`. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}

/**
 * Gets tokens for the actors of a run. A server can rotate refresh tokens, so the current one of each environment variable is kept in memory. Requests
 * are sequential, because reusing a refresh token can revoke all tokens derived from it.
 */
export class TokenProvider {
  readonly #auth_url: string | undefined;
  readonly #env: NodeJS.ProcessEnv;
  readonly #timeout_ms: number;
  readonly #replaced = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(auth_url: string | undefined, env: NodeJS.ProcessEnv, timeout_ms: number) {
    this.#auth_url = auth_url;
    this.#env = env;
    this.#timeout_ms = timeout_ms;
  }

  /** Whether the refresh token in this variable was rotated, so that it is no longer valid. */
  isUsedUp(refresh_token_env: string): boolean {
    return this.#replaced.has(refresh_token_env);
  }

  /** @throws GrantError */
  async get(oauth: OauthConfig): Promise<Grant> {
    const turn = this.#last.then(async () => this.#requestToken(oauth));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #requestToken(oauth: OauthConfig): Promise<Grant> {
    if (this.#auth_url === undefined) throw new GrantError('oauth', 'needs target.auth_url to request tokens');
    const url = `${this.#auth_url}/oauth/token`;
    const form = this.#formOf(oauth);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...this.#authorizationOf(oauth) };
    const response = await sendPatiently(url, {
      method: 'POST',
      headers,
      body: form.toString(),
      timeout_ms: this.#timeout_ms,
    }).catch((error: unknown) => {
      if (error instanceof NoResponse) throw new GrantError('oauth', `got no token from ${url}: ${error.message}`);
      throw error;
    });
    const json = isObject(response.json) ? response.json : {};
    if (response.status !== 200) throw new GrantError('oauth', `got no token from ${url}: ${describe(response.status, json)}`);
    const { access_token, expires_in, refresh_token } = json;
    if (typeof access_token !== 'string' || !BEARER_TOKEN.test(access_token))
      throw new GrantError('oauth', `got no token from ${url}: the response has no usable access_token`);
    if (typeof refresh_token === 'string' && oauth.refresh_token_env !== undefined) {
      if (refresh_token !== form.get('refresh_token')) this.#replaced.set(oauth.refresh_token_env, refresh_token);
    }
    // RFC 6749, section 5.1: without it, the granted scope is the requested one.
    const scope = typeof json['scope'] === 'string' ? json['scope'] : oauth.scope;
    return {
      token: access_token,
      expires_at_ms: typeof expires_in === 'number' ? nowMs() + expires_in * 1_000 : undefined,
      scopes: scope?.split(' '),
    };
  }

  /** RFC 6749, section 2.3.1: a confidential client authenticates with the header, a public one only sends its id. */
  #formOf({ client_id, client_secret_env, scope, refresh_token_env }: OauthConfig): URLSearchParams {
    const form = new URLSearchParams({
      ...(scope === undefined ? {} : { scope }),
      ...(client_secret_env === undefined ? { client_id } : {}),
    });
    if (refresh_token_env === undefined) {
      form.set('grant_type', 'client_credentials');
    } else {
      form.set('grant_type', 'refresh_token');
      form.set('refresh_token', this.#replaced.get(refresh_token_env) ?? this.#secret('refresh_token_env', refresh_token_env));
    }
    return form;
  }

  #authorizationOf({ client_id, client_secret_env }: OauthConfig): Record<string, string> {
    if (client_secret_env === undefined) return {};
    const pair = [client_id, this.#secret('client_secret_env', client_secret_env)].map(encodeFormValue).join(':');
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  }

  #secret(key: string, name: string): string {
    return readSecret(this.#env, `oauth.${key}`, name);
  }
}

/** Reads a secret from an environment variable. @throws GrantError if it is not set or empty */
export function readSecret(env: NodeJS.ProcessEnv, key: string, name: string): string {
  const secret = readVariable(env, name);
  if (secret === undefined) throw new GrantError(key, explainUnset(env, name) ?? '');
  return secret;
}

/** Checks the syntax of a bearer token. @throws GrantError */
export function validateToken(key: string, from: string, text: string): string {
  if (BEARER_TOKEN.test(text)) return text;
  throw new GrantError(key, `${from} is not a bearer token: ${explainNoToken(text)}`);
}

function explainNoToken(text: string): string {
  if (text === '') return 'it is empty';
  // A whole header was copied.
  const [prefix] = /^(?:authorization:\s*)?bearer\s+(?=\S+$)/i.exec(text) ?? [];
  if (prefix !== undefined) return `it begins with '${prefix}', which the command adds itself; remove this prefix`;
  return 'it has characters that tokens cannot have';
}

function encodeFormValue(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

/** The maximum length of a quoted server message. */
const MESSAGE_MAX = 200;

function describe(status: number, json: JsonObject): string {
  const description = [json['error'], json['error_description']].filter((text) => typeof text === 'string').join(': ');
  return `it returned ${status}${description === '' ? '' : ` ${description.length > MESSAGE_MAX ? `${description.slice(0, MESSAGE_MAX)}…` : description}`}`;
}
