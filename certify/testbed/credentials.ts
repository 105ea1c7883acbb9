/** Obtains what a client gets after a user's consent: tokens from the authorization-code flow, without a browser. */
import { createHash, randomBytes } from 'node:crypto';

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What a buyer needs. `listings.*` and `farms.*` are for sellers. */
const SCOPES =
  'openid inventory.read market.read bids.read bids.write trades.read teams.read webhooks.read webhooks.write locations.read';

const DESK = { client_id: 'gristmill-desk', client_secret: 'dev_secret_desk' };
const REDIRECT_URI = 'http://127.0.0.1:3000/callback';

/** @param auth_url as the client will see it: tokens belong to an issuer @throws Error if the mock refuses */
export async function signIn(auth_url: string): Promise<Credentials> {
  const code_verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: DESK.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    // Without offline_access: the mock issues refresh tokens anyway.
    scope: SCOPES,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'none',
    login_hint: 'buyer',
  });
  const redirect = await fetch(`${auth_url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
  const code = URL.parse(redirect.headers.get('location') ?? '')?.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier, ...DESK };
  const response = await fetch(`${auth_url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  // RFC 6749, 5.1; an error has neither token.
  const body = (await response.json()) as { access_token?: string; refresh_token?: string };
  if (body.access_token === undefined || body.refresh_token === undefined)
    throw new Error(`the mock grants no tokens: ${JSON.stringify(body)}`);
  return { ...DESK, access_token: body.access_token, refresh_token: body.refresh_token };
}
