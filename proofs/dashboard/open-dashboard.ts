/** A mock with its dashboard in a browser tab. */
import type { Mock, MockOptions } from '#mock';
import { createMock } from '#mock';
import type { Browser } from 'playwright-core';
import { openPage, type OpenPage, type PageOptions } from '../browser.ts';

interface OpenDashboard extends OpenPage {
  mock: Mock;
}

/** Starts a mock with a frozen clock and opens its dashboard. @param hash a page of the dashboard, such as `market/lots` */
export async function openDashboard(
  browser: Browser,
  hash: string,
  page_options: PageOptions = {},
  mock_options: MockOptions = {},
): Promise<OpenDashboard> {
  const mock = await createMock({ lots: 40, clock: '2026-06-10T12:00:00.000Z', ...mock_options });
  const opened = await openPage(browser, `${mock.dashboard_url}#/${hash}`, { errors_only: true, ...page_options });
  const close = async (): Promise<void> => {
    await opened[Symbol.asyncDispose]();
    await mock.close();
  };
  return { ...opened, mock, [Symbol.asyncDispose]: close };
}

/** The origins of some URLs. */
export function originsOf(urls: Iterable<string>): readonly string[] {
  return [...new Set(Array.from(urls, (url) => new URL(url).origin))];
}
