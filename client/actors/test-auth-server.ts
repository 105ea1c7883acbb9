import { NoResponse, sendPatiently } from '../config/send-request.ts';
import { isObject } from '../replies/json-node.ts';
import type { OauthSettings } from '../settings/settings.ts';

interface AuthServer {
  auth_url: string;
  base_url: string;
  machine: OauthSettings['machine'];
  timeout_ms: number;
}

/** A problem with the authorization server or its client, and the configuration key to change. */
type AuthProblem = Readonly<{ config_key: 'target.auth_url' | 'oauth.machine.client_secret_env'; message: string }>;

/** There is nothing at the path, or only for other methods. */
const NOT_THERE: readonly number[] = [404, 405];

/** Requests a token from the authorization server, and tests whether the target accepts it. @returns undefined if it does */
export async function testAuthServer({ auth_url, base_url, machine, timeout_ms }: AuthServer): Promise<AuthProblem | undefined> {
  const url = `${auth_url}/oauth/token`;
  const wrong = (message: string): AuthProblem => ({ config_key: 'target.auth_url', message });
  try {
    const pair = [machine?.client_id ?? '', machine?.client_secret ?? ''].map(encodeURIComponent).join(':');
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(machine === undefined ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      },
      body: 'grant_type=client_credentials&scope=inventory.read',
      timeout_ms,
    } as const;
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
