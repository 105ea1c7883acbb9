/** A mock with its dashboard in a browser tab. */
import type { Mock, MockOptions } from '#mock';
import { createMock } from '#mock';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const PATIENCE_MS = 15_000;

export interface OpenDashboard extends AsyncDisposable {
  mock: Mock;
  page: Page;
  /** Errors on the console, such as violations of the content security policy, and exceptions. */
  complaints: string[];
  /** The origins that the browser sent requests to. */
  origins: Set<string>;
}

/** Starts a mock with a frozen clock and opens its dashboard. @param hash a page of the dashboard, such as `market/lots` */
export async function openDashboard(
  browser: Browser | undefined,
  hash: string,
  context_options: BrowserContextOptions = {},
  mock_options: MockOptions = {},
): Promise<OpenDashboard> {
  if (browser === undefined) throw new Error('Chromium did not start');
  const mock = await createMock({ lots: 40, clock: '2026-06-10T12:00:00.000Z', ...mock_options });
  const context = await browser.newContext(context_options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${mock.dashboard_url}#/${hash}`);
  const close = async (): Promise<void> => {
    await context.close();
    await mock.close();
  };
  return { mock, page, complaints, origins, [Symbol.asyncDispose]: close };
}
