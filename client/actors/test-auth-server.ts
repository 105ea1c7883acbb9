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
export type AuthProblem = Readonly<{ config_key: 'target.auth_url' | 'oauth.machine'; message: string }>;

/** Requests a token from the authorization server, and tests whether the target accepts it. @returns undefined if it does */
export async function testAuthServer({ auth_url, base_url, machine, timeout_ms }: AuthServer): Promise<AuthProblem | undefined> {
  const url = `${auth_url}/oauth/token`;
  const wrong = (message: string): AuthProblem => ({ config_key: 'target.auth_url', message });
  try {
    const pair = [machine?.client_id ?? '', machine?.client_secret ?? ''].map(encodeURIComponent).join(':');
    const answer = await sendPatiently(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(machine === undefined ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      },
      body: 'grant_type=client_credentials&scope=inventory.read',
      timeout_ms,
    });
    if (!isObject(answer.json)) return wrong(`${url} returned ${answer.status} without JSON, so it is not a token endpoint`);
    if (machine === undefined) return undefined;
    const { error, access_token } = answer.json;
    if (error === 'invalid_client' || error === 'unauthorized_client')
      return { config_key: 'oauth.machine', message: `the authorization server rejects the client: ${error}` };
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
