/** The pages of the sign-in, without a browser: their questions, and their protection against other sites. */
import { createHash } from 'node:crypto';
import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import type { Parameters } from '../../testing/oauth.ts';
import { APP, authorizeUrl, openBrowser } from '../../testing/oauth.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

type Browser = ReturnType<typeof openBrowser>;

interface Shown {
  url: string;
  text: string;
  headers: Headers;
  status: number;
}

/** Follows redirects for as long as they stay with the mock. */
async function follow(browser: Browser, url: string, init?: RequestInit): Promise<Shown> {
  const response = await browser.fetch(url, init);
  const location = response.headers.get('location');
  if (location === null) return { url, text: await response.text(), headers: response.headers, status: response.status };
  const next = new URL(location, url);
  if (next.origin !== new URL(t.mock.auth_url).origin)
    return { url: next.href, text: '', headers: response.headers, status: 303 };
  return follow(browser, next.href);
}

function open(browser: Browser, change: Parameters = {}): Promise<Shown> {
  return follow(browser, authorizeUrl(t.mock.auth_url, { prompt: undefined, login_hint: undefined, ...change }));
}

function tokenIn({ text }: Shown): string {
  return /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

function submit(
  browser: Browser,
  page: Shown,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Shown> {
  const body = new URLSearchParams({ csrf: tokenIn(page), decision: 'continue', ...fields }).toString();
  return follow(browser, page.url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
}

const { buyer, rival } = personas;

/** The directives of a Content-Security-Policy by name. */
function policyOf(headers: Headers): Map<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split(';').map((text) => text.trim().split(/ (.*)/s, 2));
  return new Map(directives.map(([name = '', values = '']) => [name, values]));
}

/** Every page that the mock shows, and a redirect, which has a body for browsers that do not follow it. */
const PAGES: readonly (readonly [title: string, status: number, show: () => Promise<Shown>])[] = [
  ['choice of the user', 200, () => open(openBrowser())],
  ['choice of the team', 200, async () => consentIn(openBrowser())],
  ['ended sign-in', 400, () => follow(openBrowser(), `${t.mock.auth_url}/oauth/interaction/none`)],
  ['unknown client', 400, () => open(openBrowser(), { client_id: 'nobody' })],
  ['unknown redirect URI', 400, () => open(openBrowser(), { redirect_uri: 'http://attacker.example/' })],
  ['unknown sign-in to resume', 400, () => follow(openBrowser(), `${t.mock.auth_url}/oauth/authorize/nothing`)],
  ['forged form', 403, () => forgedForm()],
  ['form_post', 200, async () => open(openBrowser(), { response_mode: 'form_post', prompt: 'none', login_hint: 'buyer' })],
  [
    'form_post of a refusal',
    400,
    () => open(openBrowser(), { response_mode: 'form_post', prompt: 'none', login_hint: 'nobody' }),
  ],
  ['front page', 200, () => follow(openBrowser(), t.mock.dashboard_url, { headers: { Accept: 'text/html' } })],
  ['redirect', 303, async () => requestWith({ prompt: 'none', login_hint: 'buyer' })],
];

async function consentIn(browser: Browser): Promise<Shown> {
  return submit(browser, await open(browser), { user: buyer.user_id });
}

async function forgedForm(): Promise<Shown> {
  const browser = openBrowser();
  return submit(browser, await open(browser), { csrf: '' });
}

/** The first response to a request for a code, as a browser gets it. */
async function requestWith(change: Parameters): Promise<Shown> {
  const url = authorizeUrl(t.mock.auth_url, change);
  const response = await openBrowser().fetch(url, { headers: { Accept: 'text/html' } });
  return { url, text: await response.text(), headers: response.headers, status: response.status };
}

test.for(PAGES)(
  'the page %s (%s) cannot be framed, sniffed, or cached, and runs only its own script',
  async ([, status, show]) => {
    const { headers, text, status: shown } = await show();
    expect(shown).toBe(status);
    expect(headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toMatch(/^(?:same-origin|strict-origin)$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const policy = policyOf(headers);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('script-src') ?? '').not.toContain('unsafe');
    // What is inline is allowed by its hash, or does not run.
    for (const [, element = '', content = ''] of text.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
      const digest = createHash('sha256').update(content).digest('base64');
      expect(policy.get(`${element}-src`)?.split(' ')).toContain(`'sha256-${digest}'`);
    }
  },
);

test('cookies are limited to the path, HttpOnly, and SameSite=Lax', async () => {
  const response = await fetch(authorizeUrl(t.mock.auth_url, { prompt: undefined }), { redirect: 'manual' });
  const cookies = response.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/path=\/oauth[^;]*;.*samesite=lax;.*httponly/i);
});

test.for<readonly [string, Record<string, string>, Record<string, string>]>([
  ['without the token of the form', { csrf: '' }, {}],
  ['with a made-up one', { csrf: 'x'.repeat(43) }, {}],
  ['from another origin', {}, { Origin: 'http://attacker.example' }],
  ['from nowhere', {}, { Origin: 'null' }],
])('CSRF: a form %s gets 403, and the sign-in continues unchanged', async ([, fields, headers]) => {
  const browser = openBrowser();
  const who = await open(browser);
  expect((await submit(browser, who, { user: buyer.user_id, ...fields }, headers)).status).toBe(403);
  const what = await submit(browser, who, { user: buyer.user_id });
  expect((await submit(browser, what, { team: buyer.team_id, ...fields }, headers)).status).toBe(403);
  const back = await submit(browser, what, { team: buyer.team_id });
  expect(new URL(back.url).searchParams.get('code')).not.toBeNull();
});

test('CSRF: the form token of one page or sign-in works in no other page, sign-in, or browser', async () => {
  const browser = openBrowser();
  const who = await open(browser);
  const what = await submit(browser, who, { user: buyer.user_id });
  expect((await submit(browser, what, { team: buyer.team_id, csrf: tokenIn(who) })).status).toBe(403);
  const attacker = openBrowser();
  const own = await open(attacker);
  expect((await submit(browser, what, { team: buyer.team_id, csrf: tokenIn(own) })).status).toBe(403);
  expect((await submit(attacker, what, { team: buyer.team_id })).status).toBe(400);
  expect((await submit(openBrowser(), what, { team: buyer.team_id })).status).toBe(400);
});

test('a user cannot consent for a team they are not in', async () => {
  const browser = openBrowser();
  const what = await submit(browser, await open(browser), { user: buyer.user_id });
  for (const team of [rival.team_id, 'tm_0', '']) expect((await submit(browser, what, { team })).status).toBe(400);
  expect((await submit(openBrowser(), await open(openBrowser()), { user: 'usr_0' })).status).toBe(400);
});

test('prompt=none without a login_hint uses the consent of the session, and gets consent_required for more scopes', async () => {
  const browser = openBrowser();
  await submit(browser, await consentIn(browser), { team: buyer.team_id });
  const again = await open(browser, { prompt: 'none' });
  expect(new URL(again.url).searchParams.has('code')).toBe(true);
  const { url } = await open(browser, { prompt: 'none', scope: 'openid trades.read' });
  expect(new URL(url).searchParams.get('error')).toBe('consent_required');
});

test('a sign-in expires after ten minutes by the clock of the world', async () => {
  const browser = openBrowser();
  const who = await open(browser);
  await t.control('POST', '/clock/advance', { seconds: 601 });
  const late = await submit(browser, who, { user: buyer.user_id });
  expect([late.status, late.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(late.text).toContain('This sign-in has ended');
});

test('the names of clients and users are shown as text', async () => {
  const made = await t.control('POST', '/clients', {
    name: '<script>alert(1)</script>"\'&',
    kind: 'native',
    redirect_uris: [APP.redirect_uri],
  });
  const page = await open(openBrowser(), { client_id: made.body.client_id as string, login_hint: '"><b>' });
  expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  expect(page.text).not.toContain('<b>');
});
