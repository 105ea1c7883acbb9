/** Grants and sessions of the authorization server. They must survive crashes, too. */
import { APP, authorize, authorizeUrl, exchange, openBrowser, refresh } from '#mock/testing/oauth';
import { personas } from '#fixtures/personas';
import type { Calls } from './calls.ts';
import { BALANCER_STATUSES } from './calls.ts';
import type { Ledger } from './ledger.ts';

const REFRESHES = 3;
const OK = 200;

/**
 * Signs in and rotates the refresh token a few times. A rotation without a response ends the story: whether the token was used is unknown,
 * and its repetition would revoke the grant.
 */
export async function signIn(calls: Calls, ledger: Ledger): Promise<void> {
  const { origin } = calls;
  try {
    const { code } = await authorize(origin, { scope: 'bids.read offline_access' });
    let { status, body } = await exchange(origin, code);
    for (let rotation = 0; rotation < REFRESHES && status === OK; rotation += 1)
      ({ status, body } = await refresh(origin, body.refresh_token));
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
  const { origin } = calls;
  for (const { access_token, refresh_token } of ledger.grants) {
    const listed = await fetch(`${origin}/v1/bids?limit=1`, { headers: { Authorization: `Bearer ${access_token}` } });
    await listed.arrayBuffer();
    if (listed.status !== OK) ledger.report('sign-ins lost', `an access token: ${listed.status}`);
    const { status, body } = await refresh(origin, refresh_token);
    if (status !== OK) ledger.report('sign-ins lost', `a refresh token: ${status} ${JSON.stringify(body)}`);
  }
}

interface Page {
  url: string;
  text: string;
}

/**
 * Signs in as a person does, on the two pages.
 * @returns a function that says whether the deployment still knows the session of the browser
 */
export async function openSession(origin: string): Promise<() => Promise<boolean>> {
  const browser = openBrowser();
  const follow = async (url: string, init?: RequestInit): Promise<Page> => {
    const response = await browser.fetch(url, init);
    const location = response.headers.get('location');
    if (location === null) return { url, text: await response.text() };
    const next = new URL(location, url);
    return next.origin === origin ? follow(next.href) : { url: next.href, text: '' };
  };
  const submit = (page: Page, fields: Record<string, string>): Promise<Page> => {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return follow(page.url, { method: 'POST', body: new URLSearchParams({ csrf, decision: 'continue', ...fields }) });
  };
  const { user_id, team_id } = personas.buyer;
  const sign_in = await follow(authorizeUrl(origin, { prompt: undefined, login_hint: undefined }));
  await submit(await submit(sign_in, { user: user_id }), { team: team_id });
  return async () => {
    const { url } = await follow(authorizeUrl(origin, { login_hint: undefined }));
    return url.startsWith(APP.redirect_uri) && new URL(url).searchParams.has('code');
  };
}
