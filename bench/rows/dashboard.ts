import { existsSync } from 'node:fs';
import autocannon from 'autocannon';
import type { CDPSession, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Benchmark, ReportProgress, Table } from '../kit/benchmark.ts';
import { headersOf } from '../kit/connection.ts';
import { QUERIES } from '../kit/queries.ts';
import { startMock } from '../kit/server-process.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const SECONDS = 60;
const REQUESTS_PER_SECOND = 1_000;
const CONNECTIONS = 4;
/** How long after the last response the page has certainly shown everything. */
const SETTLE_MS = 3_000;
const BYTES_PER_MB = 1_000_000;

const OBSERVE = `globalThis.longTasks = []; new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });`;

export const dashboard: Benchmark = {
  summary: `the list of requests of the dashboard in Chromium, at ${REQUESTS_PER_SECOND} requests per second for ${SECONDS} s`,
  runs: 'named',
  run: async ({ report }) => [await measurePage(report)],
};

async function measurePage(report: ReportProgress): Promise<Table> {
  if (!existsSync(CHROMIUM)) throw new Error(`there is no Chromium at ${CHROMIUM}; set CHROMIUM to its path`);
  await using server = await startMock();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.addInitScript(OBSERVE);
    await page.goto(`${new URL(server.base_url).origin}/#/requests`);
    await page.getByText('No requests yet').waitFor();
    const session = await page.context().newCDPSession(page);
    const before_mb = await readHeapMb(session);
    report('sending requests');
    const sent = await send(server.base_url);
    await page.waitForTimeout(SETTLE_MS);
    const { shown, dropped } = await readCounts(page);
    // What OBSERVE collects: durations in ms.
    const tasks = (await page.evaluate('globalThis.longTasks')) as number[];
    const figures = {
      'requests served': sent,
      'requests per second': sent / SECONDS,
      'rows kept': shown,
      'rows dropped and counted': dropped,
      'rows missing': sent - shown - dropped,
      'long tasks': tasks.length,
      'longest task, ms': Math.max(0, ...tasks),
      'long tasks, ms per second': tasks.reduce((sum, duration) => sum + duration, 0) / SECONDS,
      'heap growth, MB': (await readHeapMb(session)) - before_mb,
    };
    const rows = Object.entries(figures).map(([name, value]) => ({ name, figures: { value } }));
    return { title: 'the list of requests under load', columns: ['value'], key: 'value', rows };
  } finally {
    await browser.close();
  }
}

/** @returns how many requests the mock served */
async function send(base_url: string): Promise<number> {
  const { origin, pathname } = new URL(base_url);
  const { requests, errors } = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    overallRate: REQUESTS_PER_SECOND,
    headers: headersOf('dev_buyer'),
    requests: QUERIES.map((query) => ({ method: 'GET', path: `${pathname}${query}` })),
  });
  if (errors > 0) throw new Error(`${errors} connection errors`);
  const { last_seq } = (await (await fetch(`${origin}/_gristmill/requests?limit=1`)).json()) as { last_seq: number }; // the documented output
  if (last_seq < requests.total) throw new Error(`the journal has ${last_seq} of ${requests.total} requests`);
  return last_seq;
}

/** Reads the line above the list: `2000 requests, 58000 older ones dropped`. */
async function readCounts(page: Page): Promise<{ shown: number; dropped: number }> {
  const text = (await page.locator('.toolbar .count').textContent()) ?? '';
  return { shown: Number(/^(\d+)/.exec(text)?.[1] ?? 0), dropped: Number(/(\d+) older/.exec(text)?.[1] ?? 0) };
}

/** The heap of the page after a garbage collection. */
async function readHeapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / BYTES_PER_MB;
}
