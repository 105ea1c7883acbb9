/** Takes the screenshots of the dashboard in docs/screenshots: every page, light and dark, wide and 360 px. */
import { mkdirSync } from 'node:fs';
import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import { renderReport } from '#conformance/reports/index';
import { createMock } from '#mock';
import { playScene } from '#mock/testing/dashboard-scene';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FOLDER = 'docs/screenshots';
/** The pictures show the usual address. */
const PORT = 4010;
const SIZES = { wide: { width: 1120, height: 700 }, narrow: { width: 360, height: 700 } } as const;
interface View {
  name: string;
  hash: string;
  /** Waits for what the picture has to show. */
  wait: (page: Page) => Promise<unknown>;
}

function listViews({ lot, refused }: { lot: string; refused: number }): readonly View[] {
  const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).waitFor();
  return [
    { name: 'overview', hash: 'overview', wait: heading('Callers') },
    { name: 'requests', hash: 'requests', wait: (page) => page.locator('.rows li').first().waitFor() },
    { name: 'requests-detail', hash: `requests/${refused}`, wait: heading('Why it was refused') },
    { name: 'webhooks', hash: 'webhooks/deliveries', wait: openFirst('.list.cards a', '.timeline') },
    { name: 'webhooks-subscriptions', hash: 'webhooks/subscriptions', wait: heading('Subscribe') },
    { name: 'market', hash: 'market/lots', wait: (page) => page.locator('tbody tr').first().waitFor() },
    { name: 'market-detail', hash: `market/lots/${lot}`, wait: (page) => page.locator('.compare tr').nth(5).waitFor() },
    { name: 'market-prices', hash: 'market/prices', wait: (page) => page.locator('.chart canvas').waitFor() },
    { name: 'faults', hash: 'faults/network', wait: (page) => page.locator('.toggles li').first().waitFor() },
    {
      name: 'faults-violations',
      hash: 'faults/violations?search=PRIV',
      wait: (page) => page.locator('.toggles li').first().waitFor(),
    },
    { name: 'worlds', hash: 'worlds', wait: heading('Reset') },
    { name: 'reports', hash: 'reports', wait: openReport },
    { name: 'reference', hash: 'reference', wait: (page) => page.frameLocator('iframe').getByRole('heading').first().waitFor() },
  ];
}

function openFirst(link: string, wanted: string): View['wait'] {
  return async (page) => {
    await page.locator(link).first().click();
    await page.locator(wanted).waitFor();
  };
}

/** The JSON report of a run against a mock with two violations. */
async function makeReport(): Promise<Buffer> {
  await using broken = await createMock({ port: PORT, violations: ['IDEM-2/key-ignored', 'PRIV-4/unmasked-after-one-invoice'] });
  const settings = await resolveConfig({ target: broken.base_url, ledger: false, seed: 'screenshots' }, '/', {});
  return Buffer.from(renderReport('json', await conform(settings), { exchanges: [] }));
}

const buffer = await makeReport();

async function openReport(page: Page): Promise<void> {
  await page.getByLabel('Report files').setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer });
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
}

mkdirSync(FOLDER, { recursive: true });
await using mock = await createMock({ port: PORT, lots: 60, clock: '2026-06-10T12:00:00.000Z', test_secrets: true });
const scene = await playScene(mock);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const { name, hash, wait } of listViews(scene)) {
      await page.goto(`${mock.dashboard_url}#/${hash}`);
      await wait(page);
      await page.evaluate('document.fonts.ready.then(() => scrollTo(0, 0))');
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}-${size}.png` });
    }
    await context.close();
  }
}
await browser.close();
console.log(`Wrote the screenshots to ${FOLDER}.`);
