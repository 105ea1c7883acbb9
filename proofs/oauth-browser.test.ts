/** Signs in, chooses a team, and allows access in Chromium, by keyboard only. axe checks every page. */
import { serve } from '#client/testing/server';
import { personas } from '#fixtures/personas';
import { createMock } from '#mock';
import { VERIFIER, authorizeUrl, exchange } from '#mock/testing/oauth';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { LOOKS, findAccessibilityProblems, fitsWidth, openBrowser, openPage } from './browser.ts';

/** More than the number of tab stops of any page. */
const TABS_MAX = 20;

const browser = await openBrowser();
afterAll(() => browser.close());

/** The redirect URI of the client. */
async function openClient(): Promise<AsyncDisposable & { redirect_uri: string }> {
  const server = await serve((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>Signed in</title><h1>Signed in</h1></html>');
  });
  return { ...server, redirect_uri: server.base_url.replace('/v1', '/callback') };
}

/** The value of the focused radio button. */
function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.value ?? ''");
}

/** Presses Tab until a button with this text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    // A button can have a value besides its text.
    const on_button = await page.evaluate(
      "document.activeElement?.tagName === 'BUTTON' && document.activeElement.textContent.trim()",
    );
    if (on_button === text) return;
  }
  throw new Error(`no Tab leads to ${text}`);
}

/** Presses Tab once, and then the arrow until the radio button of that value is chosen. */
async function choose(page: Page, value: string): Promise<void> {
  await page.keyboard.press('Tab');
  for (let arrows = 0; arrows < TABS_MAX && (await focused(page)) !== value; arrows += 1) await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(value);
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'")).toBe(true);
}

test.for(LOOKS)('AUTH-3 AUTH-10 by keyboard only: $colorScheme, $viewport.width px wide', async (look) => {
  await using client = await openClient();
  await using mock = await createMock({ lots: 20 });
  const { redirect_uri } = client;
  const registration = { name: 'Keyboard desk', kind: 'native', redirect_uris: [redirect_uri] };
  const { client_id } = await mock.control<{ client_id: string }>('POST', '/clients', registration);
  const scope = 'openid profile email bids.read bids.write teams.read';
  const first_url = authorizeUrl(mock.auth_url, { client_id, redirect_uri, scope, prompt: undefined, login_hint: undefined });
  await using opened = await openPage(browser, first_url, look);
  const { page, complaints } = opened;
  expect(await page.title()).toBe('Sign in · Gristmill');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await choose(page, personas.partner.user_id);
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');

  await page.waitForURL((url) => url.pathname.startsWith('/oauth/interaction/'));
  await page.getByRole('heading', { name: 'Allow Keyboard desk to act for you?' }).waitFor();
  expect(await page.title()).toBe('Allow access · Gristmill');
  expect(await page.getByRole('listitem').allTextContents()).toContain('Place bids; accept, reject and counter (bids.write)');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await choose(page, personas.partner.team_id);
  await tabTo(page, 'Allow');
  await page.keyboard.press('Enter');

  await page.waitForURL((url) => url.href.startsWith(redirect_uri));
  const back = new URL(page.url()).searchParams;
  expect([back.get('state'), back.get('error')]).toEqual(['st-1', null]);
  const { body } = await exchange(mock.auth_url, back.get('code') ?? '', { client_id, redirect_uri, code_verifier: VERIFIER });
  const bids = await fetch(`${mock.base_url}/bids`, { headers: { Authorization: `Bearer ${body.access_token}` } });
  expect(bids.status).toBe(200);
  expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});

test('axe finds nothing on an error page, and no other site can frame a page', async () => {
  await using mock = await createMock({ lots: 20 });
  await using site = await openClient();
  await using opened = await openPage(browser, authorizeUrl(mock.auth_url, { client_id: 'nobody' }));
  const { page, complaints } = opened;
  expect(await page.getByRole('heading').textContent()).toBe('This sign-in cannot continue');
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await page.goto(site.redirect_uri);
  const framed = authorizeUrl(mock.auth_url, { prompt: undefined });
  await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = resolve;
    frame.src = ${JSON.stringify(framed)};
    document.body.append(frame);
  })`);
  expect(complaints.join('\n')).toMatch(/frame-ancestors|X-Frame-Options/);
  const content = await page
    .frames()[1]
    ?.content()
    .catch(() => '');
  expect(content).not.toContain('Choose a user.');
});
