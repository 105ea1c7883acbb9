/** Chromium, its pages, and axe for accessibility checks. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** How long to wait for a page. A busy machine needs a third of this to lay out the longest text. */
const PATIENCE_MS = 30_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @throws Error if Chromium is missing: a test that cannot run fails, and is not skipped */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no Chromium at ${CHROMIUM}: run tools/install-browser.sh, or set CHROMIUM to another path.`);
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** The color schemes and windows that pages are tested with. */
export const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 800 } },
] as const;

export interface OpenPage extends AsyncDisposable {
  page: Page;
  /** Exceptions and console messages, such as violations of the content security policy. */
  complaints: string[];
  /** The URLs that the browser sent requests to, without their fragments. */
  requests: Set<string>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Ignores console messages other than errors. */
  errors_only?: boolean;
}

/** Opens a page that can use the clipboard. The end of its scope closes it. */
export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<OpenPage> {
  const { errors_only = false, ...context_options } = options;
  const context = await browser.newContext(context_options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  const requests = new Set<string>();
  page.on('console', (message) => {
    if (!errors_only || message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.add(request.url().replace(/#.*/, '')));
  await page.goto(url);
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Whether the page is no wider than its window. */
export async function fitsWidth(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true;
}

/**
 * Runs every rule of axe, including best practices. Rules that axe cannot decide count as problems, too. Fails the test if hardly any rule
 * applies, because an empty page has no problems.
 * @param excluded CSS selectors of parts that are made by other projects
 * @returns one line per rule that does not hold, with at most three elements
 */
export async function findAccessibilityProblems(page: Page, excluded: readonly string[] = []): Promise<string[]> {
  // `evaluate` runs outside the content security policy of the page.
  const found: unknown = await page.evaluate(`${AXE}; axe.run({ exclude: ${JSON.stringify(excluded)} }).then((result) => ({
    passes: result.passes.length,
    violations: [...result.violations, ...result.incomplete].map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')),
  }))`);
  // The shape of the expression above.
  const { passes, violations } = found as { passes: number; violations: string[] };
  expect(passes).toBeGreaterThan(10);
  return violations;
}
