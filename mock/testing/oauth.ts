/** Helpers for OAuth flows: requests without a browser, and a cookie jar. */
import { createHash } from 'node:crypto';

export const APP = { client_id: 'gristmill-app', redirect_uri: 'http://127.0.0.1:8765/callback' } as const;
export const DESK = {
  client_id: 'gristmill-desk',
  redirect_uri: 'http://127.0.0.1:3000/callback',
  client_secret: 'dev_secret_desk',
} as const;
export const READER = { client_id: 'gristmill-reader', client_secret: 'dev_secret_reader' } as const;

/** RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

export type Parameters = Readonly<Record<string, string | undefined>>;

interface TokenResponse {
  status: number;
  headers: Headers;
  body: {
    access_token: string;
    refresh_token: string;
    id_token?: string;
    scope?: string;
    expires_in: number;
    error?: string;
    error_description?: string;
  };
}

/** Leaves out parameters that are undefined. */
function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) form.set(name, value);
  return form;
}

/** The URL of a valid authorization request, with changed parameters. */
export function authorizeUrl(auth_url: string, change: Parameters = {}): string {
  const parameters = {
    ...APP,
    response_type: 'code',
    scope: 'bids.read',
    state: 'st-1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    prompt: 'none',
    login_hint: 'buyer',
    client_secret: undefined,
    ...change,
  };
  return `${auth_url}/oauth/authorize?${formOf({ ...parameters, client_secret: undefined }).toString()}`;
}

/** Requests a code without a browser. @returns the query of the redirect URI, and `location` with all of it */
export async function authorize(auth_url: string, change: Parameters = {}): Promise<Record<string, string>> {
  const response = await fetch(authorizeUrl(auth_url, change), { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`no redirect: ${response.status} ${await response.text()}`);
  return { ...Object.fromEntries(new URL(location).searchParams), location };
}

export async function postForm(url: string, parameters: Parameters): Promise<TokenResponse> {
  const response = await fetch(url, { method: 'POST', body: formOf(parameters) });
  const text = await response.text();
  // The tests check the response of the token endpoint.
  const body = (text === '' ? {} : JSON.parse(text)) as TokenResponse['body'];
  return { status: response.status, headers: response.headers, body };
}

export function postToken(auth_url: string, parameters: Parameters): Promise<TokenResponse> {
  return postForm(`${auth_url}/oauth/token`, parameters);
}

/** Exchanges a code for tokens. */
export function exchange(auth_url: string, code: string | undefined, change: Parameters = {}): Promise<TokenResponse> {
  return postToken(auth_url, { ...APP, grant_type: 'authorization_code', code, code_verifier: VERIFIER, ...change });
}

/** Requests a code and exchanges it for tokens. */
export async function signIn(auth_url: string, change: Parameters = {}): Promise<TokenResponse> {
  const { code } = await authorize(auth_url, change);
  const { client_id = APP.client_id, redirect_uri = APP.redirect_uri, client_secret } = change;
  return exchange(auth_url, code, { client_id, redirect_uri, client_secret });
}

export function refresh(auth_url: string, refresh_token: string, change: Parameters = {}): Promise<TokenResponse> {
  return postToken(auth_url, { client_id: APP.client_id, grant_type: 'refresh_token', refresh_token, ...change });
}

/** Keeps the cookies of one browser, by name and path. */
export function openBrowser(): { fetch: (url: string, init?: RequestInit) => Promise<Response>; cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  return {
    cookies,
    fetch: async (url, init = {}) => {
      const path = new URL(url).pathname;
      const sent = [...cookies].filter(([key]) => path.startsWith(key.split(' ')[1] ?? '/'));
      const cookie = sent.map(([key, value]) => `${key.split(' ')[0] ?? ''}=${value}`).join('; ');
      // Tests pass plain objects.
      const headers = { ...(init.headers as Record<string, string> | undefined), ...(cookie === '' ? {} : { cookie }) };
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = /; *path=([^;]+)/i.exec(line)?.[1] ?? '/';
        const cut = pair.indexOf('=');
        const key = `${pair.slice(0, cut)} ${at}`;
        if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(key);
        else cookies.set(key, pair.slice(cut + 1));
      }
      return response;
    },
  };
}
