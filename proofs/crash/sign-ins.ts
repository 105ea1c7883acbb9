/** Grants and sessions of the authorization server, which must survive as well. */
import { APP, authorize, authorizeUrl, exchange, openBrowser, refresh } from '#mock/testing/oauth';
import { personas } from '#fixtures/personas';
import type { Calls } from './calls.ts';
import { BALANCER_STATUSES, at } from './calls.ts';
import type { Ledger } from './ledger.ts';

const REFRESHES = 3;
const OK = 200;

/**
 * Signs in and rotates the refresh token a few times. A rotation without a response ends the story: whether the token was used is unknown,
 * and its repetition would revoke the grant.
 */
export async function signIn(calls: Calls, ledger: Ledger): Promise<void> {
  const { auth_url } = calls.target;
  try {
    const { code } = await authorize(auth_url, { scope: 'bids.read offline_access' });
    let { status, body } = await exchange(auth_url, code);
    for (let rotation = 0; rotation < REFRESHES && status === OK; rotation += 1)
      ({ status, body } = await refresh(auth_url, body.refresh_token));
    if (BALANCER_STATUSES.has(status)) return await calls.waitUntilReady();
    if (status !== OK) {
      ledger.report('sign-ins lost', `a refresh token that was just issued: ${status} ${JSON.stringify(body)}`);
      return;
    }
    ledger.grants.push({ refresh_token: body.refresh_token, access_token: body.access_token });
    ledger.writes += 1;
  } catch {
    // No response: an outage.
    await calls.waitUntilReady();
  }
}

/** Checks that every grant of the ledger still works: its access token, and its refresh token. */
export async function auditGrants(calls: Calls, ledger: Ledger): Promise<void> {
  const { auth_url, base_url } = calls.target;
  for (const { access_token, refresh_token } of ledger.grants) {
    const listed = await fetch(`${base_url}/bids?limit=1`, { headers: { Authorization: `Bearer ${access_token}` } });
    await listed.arrayBuffer();
    if (listed.status !== OK) ledger.report('sign-ins lost', `an access token: ${listed.status}`);
    const { status, body } = await refresh(auth_url, refresh_token);
    if (status !== OK) ledger.report('sign-ins lost', `a refresh token: ${status} ${JSON.stringify(body)}`);
  }
}

/** A browser with a session. */
export interface Session {
  /** Whether the mock still knows who it is. */
  isKnown: () => Promise<boolean>;
}

/** Signs in as a person does, on the two pages. */
export async function openSession(auth_url: string): Promise<Session> {
  const browser = openBrowser();
  const follow = async (url: string, init?: RequestInit): Promise<{ url: string; text: string }> => {
    const answer = await browser.fetch(url, init);
    const location = answer.headers.get('location');
    if (location === null) return { url, text: await answer.text() };
    const next = new URL(location, url);
    return next.origin === new URL(auth_url).origin ? follow(next.href) : { url: next.href, text: '' };
  };
  const submit = (
    page: { url: string; text: string },
    fields: Record<string, string>,
  ): Promise<{ url: string; text: string }> => {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, decision: 'continue', ...fields }).toString();
    return follow(page.url, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
  };
  const { user_id, team_id } = personas.buyer;
  const who = await follow(authorizeUrl(auth_url, { prompt: undefined, login_hint: undefined }));
  await submit(await submit(who, { user: user_id }), { team: team_id });
  return {
    isKnown: async () => {
      const { url } = await follow(authorizeUrl(auth_url, { login_hint: undefined }));
      return url.startsWith(APP.redirect_uri) && at(Object.fromEntries(new URL(url).searchParams), 'code') !== undefined;
    },
  };
}
