/** A client of the target's authorization server: OAuth 2.0 (RFC 6749) with PKCE (RFC 7636). */
import { createHash, randomBytes } from 'node:crypto';
import {
  Blocked,
  ensureSuccess,
  readPath,
  readUrl,
  type Actor,
  type OauthClientSettings,
  type OauthSettings,
  type Reply,
  type Settings,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

type UserClient = NonNullable<OauthSettings['user']>;

/** The URL of the authorization server. @throws Unverifiable if it is not configured */
function authUrl(t: CheckContext): string {
  const { auth_url } = t.run.settings;
  const problem = findProblem(t, 'target.auth_url');
  if (problem !== undefined) t.unverifiable(problem.message, problem.config_key);
  return auth_url ?? t.unverifiable('the URL of the authorization server is not configured', 'target.auth_url');
}

type AuthProblem = NonNullable<Settings['auth_problems']>[number];

function findProblem(t: CheckContext, ...config_keys: readonly string[]): AuthProblem | undefined {
  return t.run.settings.auth_problems?.find(({ config_key }) => config_keys.includes(config_key));
}

/** The client for the authorization code flow. @throws Unverifiable if it is not configured */
export function userClient(t: CheckContext): UserClient {
  const { user } = t.run.settings.oauth;
  if (user !== undefined) return user;
  const { message, config_key } = findProblem(t, 'oauth.user.client_secret_env') ?? {
    message: 'no client is configured for the authorization code flow',
    config_key: 'oauth.user',
  };
  return t.unverifiable(message, config_key);
}

/** The client for client credentials. @throws Unverifiable if it is not configured */
export function machineClient(t: CheckContext): OauthClientSettings {
  const { machine } = t.run.settings.oauth;
  if (machine !== undefined) return machine;
  const { message, config_key } = findProblem(t, 'target.auth_url', 'oauth.machine.client_secret_env') ?? {
    message: 'no client is configured for client credentials',
    config_key: 'oauth.machine',
  };
  return t.unverifiable(message, config_key);
}

/** RFC 6749, section 5.2: the secret of the client is wrong, or the client may not use the grant. */
const CLIENT_ERRORS: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/** A client that the token endpoint has never accepted is configured wrongly. @throws Unverifiable if it is rejected */
function checkClient(t: CheckContext, client: OauthClientSettings, { status, body }: Reply): void {
  const accepted = t.run.remember('accepted OAuth clients', () => new Set<OauthClientSettings>());
  if (status === 200) accepted.add(client);
  const error = readPath(body.value, 'error');
  if ((status !== 400 && status !== 401) || !CLIENT_ERRORS.includes(error) || accepted.has(client)) return;
  const { user, machine } = t.run.settings.oauth;
  // A check can send a wrong secret on purpose.
  if (client !== user && client !== machine) return;
  const role = client === user ? 'user' : 'machine';
  const message = `the authorization server rejects the client ${client.client_id}: ${String(error)}`;
  t.unverifiable(message, `oauth.${role}.client_secret_env`);
}

/**
 * Sends a request to the token endpoint.
 * @throws Unverifiable if the endpoint rejects the client, and has not accepted it in this run
 */
export async function requestToken(
  t: CheckContext,
  client: OauthClientSettings,
  form: Readonly<Record<string, string>>,
): Promise<Reply> {
  const { client_id, client_secret } = client;
  if (client_secret !== undefined) t.run.redactor.hide(client_secret, 'CLIENT_SECRET');
  const basic = Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret ?? '')}`).toString('base64');
  const reply = await t.anonymous.send({
    method: 'POST',
    path: `${authUrl(t)}/oauth/token`,
    raw_body: new URLSearchParams(client_secret === undefined ? { ...form, client_id } : { ...form }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(client_secret === undefined ? {} : { authorization: `Basic ${basic}` }),
    },
  });
  for (const key of ['access_token', 'refresh_token', 'id_token']) {
    const found = reply.body.value !== undefined && reply.body.has(key) ? reply.body.get(key).value : undefined;
    if (typeof found === 'string') t.run.redactor.hide(found, key.toUpperCase());
  }
  checkClient(t, client, reply);
  return reply;
}

/** An authorization code and its PKCE verifier. */
interface AuthorizationCode {
  code: string;
  verifier: string;
}

/** Sends a request to the authorization endpoint. @param pkce its PKCE parameters; empty for a request without PKCE */
export async function authorize(
  t: CheckContext,
  client: UserClient,
  scope: string,
  pkce: Readonly<Record<string, string>>,
): Promise<{ reply: Reply; location: URL | undefined; code: string | undefined; state: string }> {
  const state = randomBytes(8).toString('hex');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    scope,
    state,
    ...pkce,
    ...client.params,
  });
  const address = `${authUrl(t)}/oauth/authorize?${query.toString()}`;
  const reply = await t.anonymous.send({ method: 'GET', path: address, headers: { accept: 'text/html' } });
  const header = reply.header('location');
  const location = header === undefined ? undefined : readUrl(header, address);
  const code = location?.searchParams.get('code') ?? undefined;
  if (code !== undefined) t.run.redactor.hide(code, 'AUTHORIZATION_CODE');
  return { reply, location, code, state };
}

/** Gets a code without a browser. @throws Blocked if the authorization endpoint returns no code */
export async function getCode(t: CheckContext, scope: string): Promise<AuthorizationCode> {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const pkce = { code_challenge, code_challenge_method: 'S256' };
  const { reply, location, code, state } = await authorize(t, userClient(t), scope, pkce);
  if (code === undefined || location?.searchParams.get('state') !== state) {
    const what = code === undefined ? 'no code' : 'a code without the `state` of the request';
    throw new Blocked(`the authorization endpoint returned ${what} (status ${reply.status})`, reply.exchange);
  }
  return { code, verifier };
}

/** Exchanges a code for tokens. */
export async function exchangeCode(t: CheckContext, { code, verifier }: AuthorizationCode): Promise<Reply> {
  const client = userClient(t);
  const { redirect_uri } = client;
  return requestToken(t, client, { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier });
}

/** Runs the authorization code flow. Does not check the token response. @throws Blocked if there is no code */
export async function requestUserToken(t: CheckContext, scope: string): Promise<Reply> {
  return exchangeCode(t, await getCode(t, scope));
}

/** Requests a token by client credentials. */
export async function requestMachineToken(t: CheckContext, scope: string, client?: OauthClientSettings): Promise<Reply> {
  return requestToken(t, client ?? machineClient(t), { grant_type: 'client_credentials', scope });
}

/** Gets a refresh token with a code. @throws Unverifiable if the client gets none, Blocked if the code cannot be exchanged */
export async function getRefreshToken(t: CheckContext, scope: string): Promise<{ refresh_token: string; first: Reply }> {
  const first = await requestUserToken(t, scope);
  ensureSuccess(first);
  return { refresh_token: refreshTokenIn(t, first), first };
}

/** The refresh token in a token response. @throws Unverifiable if there is none */
export function refreshTokenIn(t: CheckContext, { body }: Reply): string {
  if (!body.has('refresh_token')) t.unverifiable('the configured client gets no refresh token', 'oauth.user');
  return body.get('refresh_token').text();
}

/** Exchanges a refresh token. @param form other parameters of the request */
export async function exchangeRefreshToken(
  t: CheckContext,
  refresh_token: string,
  form: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return requestToken(t, userClient(t), { grant_type: 'refresh_token', refresh_token, ...form });
}

/** An actor with the token of a token response. */
export function actorWith(t: CheckContext, name: string, { body }: Reply): Actor {
  return t.withToken(name, body.get('access_token').text());
}

/** The scopes in a token response. If it names none, they are the requested scopes (RFC 6749, section 5.1). */
export function scopesIn({ body }: Reply, asked: string): readonly string[] {
  const given = body.has('scope') ? body.get('scope').string() : asked;
  return given.split(' ').filter((scope) => scope !== '');
}
