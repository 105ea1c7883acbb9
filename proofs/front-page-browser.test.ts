/** The front page of the mock in Chromium: dark and light, wide and narrow, by keyboard, and without findings of axe. */
import { createMock } from '#mock';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations, openBrowser } from './browser.ts';

const PATIENCE_MS = 10_000;

let browser: Browser | undefined;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test.for([
  { colorScheme: 'light', width: 1280, violations: [] },
  { colorScheme: 'dark', width: 320, violations: ['PRIV-1/farm-named'] },
] as const)('$colorScheme, $width px wide', async ({ colorScheme, width, violations }) => {
  await using mock = await createMock({ lots: 20, violations });
  if (browser === undefined) throw new Error('Chromium did not start');
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await page.goto(mock.dashboard_url);
  expect(await page.title()).toBe('What runs here · Gristmill');
  expect(await findViolations(page)).toEqual([]);
  // The page does not scroll horizontally.
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
    colorScheme === 'dark' ? 'rgb(20, 24, 26)' : 'rgb(250, 248, 243)',
  );

  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Requests: the journal');
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'")).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${mock.control_url}/requests`);
  expect(JSON.parse((await page.textContent('body')) ?? '')).toMatchObject({ items: [] });
  // Browsers request an icon on their own.
  expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/_gristmill/requests']);
  expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  await context.close();
});
