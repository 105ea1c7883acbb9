import { NoResponse, sendPatiently } from '../config/send-request.ts';
import { isObject } from '../json.ts';
import type { OauthClientSettings, OauthSettings } from '../settings/settings.ts';

interface AuthServer {
  auth_url: string;
  base_url: string;
  oauth: OauthSettings;
  timeout_ms: number;
}

/** A problem with the authorization server or its client, and the configuration key to change. */
interface AuthProblem {
  readonly config_key: 'target.auth_url' | 'oauth.machine.client_secret_env' | 'oauth.user.client_secret_env';
  readonly message: string;
}

/** There is nothing at the path, or only for other methods. */
const NOT_THERE: readonly number[] = [404, 405];

/**
 * Tests the authorization server and the secrets of both clients: requests a token, and tests whether the target accepts it; then sends an
 * authorization code that does not exist.
 */
export async function testAuthServer(server: AuthServer): Promise<readonly AuthProblem[]> {
  const problem = await testMachine(server);
  if (problem?.config_key === 'target.auth_url') return [problem];
  const problems = [problem, await testUserClient(server)];
  return problems.filter((one) => one !== undefined);
}

async function testMachine({ auth_url, base_url, oauth: { machine }, timeout_ms }: AuthServer): Promise<AuthProblem | undefined> {
  const url = `${auth_url}/oauth/token`;
  const wrong = (message: string): AuthProblem => ({ config_key: 'target.auth_url', message });
  try {
    const request = makeTokenRequest(machine, { grant_type: 'client_credentials', scope: 'inventory.read' }, timeout_ms);
    const { status, json } = await sendPatiently(url, request);
    if (!isObject(json)) return wrong(`${url} returned ${status} without JSON, so it is not a token endpoint`);
    if (NOT_THERE.includes(status)) return wrong(`${url} returned ${status}, so it is not a token endpoint`);
    if (machine === undefined) return undefined;
    const { error, access_token } = json;
    // The API itself rejects a request without a bearer token in this way, whatever the path.
    if (isObject(error) && (await sendPatiently(`${auth_url}/oauth/no-such-endpoint`, request)).status === status)
      return wrong(`${url} returned ${status}, like a path that does not exist, so it is not a token endpoint`);
    if (error === 'invalid_client' || error === 'unauthorized_client') {
      const message = `the authorization server rejects the client ${machine.client_id}: ${error}`;
      return { config_key: 'oauth.machine.client_secret_env', message };
    }
    if (typeof access_token !== 'string') return undefined;
    const read = await sendPatiently(`${base_url}/inventory?limit=1`, {
      headers: { authorization: `Bearer ${access_token}` },
      timeout_ms,
    });
    return read.status === 401
      ? wrong(`the target rejects a token from ${url} with 401, so the two do not belong together`)
      : undefined;
  } catch (error) {
    if (error instanceof NoResponse) return wrong(`${url} gave no response: ${error.message}`);
    throw error;
  }
}

/** The server checks the client before the code (RFC 6749, section 5.2). Problems of the server itself are not reported again. */
async function testUserClient({ auth_url, oauth: { user }, timeout_ms }: AuthServer): Promise<AuthProblem | undefined> {
  if (user?.client_secret === undefined) return undefined;
  const form = { grant_type: 'authorization_code', code: 'gristmill-no-such-code', redirect_uri: user.redirect_uri };
  try {
    const { json } = await sendPatiently(`${auth_url}/oauth/token`, makeTokenRequest(user, form, timeout_ms));
    if (!isObject(json) || json['error'] !== 'invalid_client') return undefined;
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
  const message = `the authorization server rejects the client ${user.client_id}: invalid_client`;
  return { config_key: 'oauth.user.client_secret_env', message };
}

function makeTokenRequest(client: OauthClientSettings | undefined, form: Readonly<Record<string, string>>, timeout_ms: number) {
  const pair = [client?.client_id ?? '', client?.client_secret ?? ''].map(encodeURIComponent).join(':');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(client === undefined ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    },
    body: new URLSearchParams(form).toString(),
    timeout_ms,
  } as const;
}
