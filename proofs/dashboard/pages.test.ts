/** Every page of the dashboard: axe, dark and light, wide and narrow, by keyboard, and nothing from outside. */
import { readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createMock } from '#mock';
import { coach } from '#certify/coach/index';
import { personas } from '#fixtures/personas';
import { COMMAND } from '#client/testing/command';
import { playScene } from '#mock/testing/dashboard-scene';
import { makeReceiverReport, makeReport } from '#conformance/reports/testing/sample-report';
import { renderReport } from '#conformance/reports/index';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { findAccessibilityProblems, fitsWidth, openBrowser } from '../browser.ts';
import { openDashboard, originsOf } from './open-dashboard.ts';

const browser = await openBrowser();
afterAll(() => browser.close());

const HASHES = [
  'overview',
  'requests',
  'requests/3',
  'webhooks/deliveries',
  'webhooks/subscriptions',
  'webhooks/inbox',
  'webhooks/inbox/1',
  'market/lots',
  'market/lots/LOT',
  'market/trades',
  'market/cash-bids',
  'market/locations',
  'market/prices',
  'faults/network',
  'faults/violations?search=PRIV',
  'faults/variants?search=link',
  'worlds',
  'reports',
  'coach',
  'reference',
  'nonsense',
];

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main :is(h2, table, iframe, li, .empty):visible').first().waitFor();
  await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
}

test.for([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const)('axe finds nothing on any page: $colorScheme, $width px wide', async ({ colorScheme, width }) => {
  const viewport = { width, height: 800 };
  await using opened = await openDashboard(browser, 'overview', { colorScheme, viewport }, { coach });
  const { page, mock, complaints, requests } = opened;
  const { lot } = await playScene(mock);
  const found: string[] = [];
  for (const hash of HASHES) {
    await page.goto(`${mock.dashboard_url}#/${hash.replace('LOT', lot)}`);
    await waitUntilLoaded(page);
    // The frame shows the API reference of Scalar.
    for (const problem of await findAccessibilityProblems(page, ['iframe'])) found.push(`${hash}: ${problem}`);
    if (!(await fitsWidth(page))) found.push(`${hash}: scrolls sideways`);
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
  expect(originsOf(requests)).toEqual([new URL(mock.dashboard_url).origin]);
});

test('the keyboard is enough: pages by number, filters by slash, rows by arrow', async () => {
  await using opened = await openDashboard(browser, 'overview');
  const { page, mock } = opened;
  await playScene(mock);
  await page.getByRole('heading', { name: 'Addresses' }).waitFor();
  await page.keyboard.press('2');
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('bid');
  expect(new URL(page.url()).hash).toBe('#/requests?text=bid');
  await page.locator('.rows a[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'Request 7' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'Request 6' }).waitFor();
  expect(await page.evaluate('document.activeElement.closest("li") !== null')).toBe(true);
});

test('a state of the market keeps the other filters, and a list that did not load is not called empty', async () => {
  await using opened = await openDashboard(browser, 'market/lots?mode=sandbox&search=inv');
  const { page, mock } = opened;
  await page
    .getByRole('list', { name: 'States of lots' })
    .getByRole('link', { name: /^listed/ })
    .click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/market/lots?mode=sandbox&search=inv&status=listed');
  await page.getByText('No lots match.').or(page.getByRole('table')).first().waitFor();

  const asked = page.waitForRequest(/records\/trades/);
  await page.route(/records\/trades/, (route) => route.abort());
  await page.goto(`${mock.dashboard_url}#/market/trades`);
  await asked;
  await page.getByRole('list', { name: 'States of trades' }).waitFor();
  expect(await page.getByText(/No trades|0 of 0/).count()).toBe(0);

  const json = { error: { status: 500, code: 'internal', message: 'The prices are lost.' } };
  await page.route(/prices\/canola\/history/, (route) => route.fulfill({ status: 500, json }));
  await page.goto(`${mock.dashboard_url}#/market/prices`);
  await page.locator('main').getByText('The prices are lost.').waitFor();
});

test('the page says that the mock does not respond, and reconnects', async () => {
  await using opened = await openDashboard(browser, 'requests');
  const { page, mock } = opened;
  await page.getByText('No requests yet').waitFor();
  await mock.close();
  await page.getByText('does not respond').waitFor();
  await using again = await createMock({ lots: 40, port: Number(new URL(mock.dashboard_url).port) });
  await fetch(`${again.base_url}/inventory`, { headers: { Authorization: 'Bearer dev_rival' } });
  await page.getByRole('link', { name: /200 GET/ }).waitFor();
  expect(await page.getByText('does not respond').count()).toBe(0);
});

test('every world has a dashboard, which says when the world is gone', async () => {
  await using opened = await openDashboard(browser, 'worlds');
  const { page, mock } = opened;
  await page.getByLabel('Lots').fill('20');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'w1' }).click();
  await page.getByText('world w1').waitFor();
  expect(new URL(page.url()).pathname).toBe('/worlds/w1/');
  await page.keyboard.press('2');
  await page.getByText('No requests yet').waitFor();
  await fetch(`${mock.dashboard_url}worlds/w1/v1/inventory`, { headers: { Authorization: 'Bearer dev_buyer' } });
  await page.getByRole('link', { name: /200 GET/ }).waitFor();
  await mock.control('DELETE', '/worlds/w1');
  await page.locator('.banner').getByText('There is no such world').waitFor();
});

test('the page asks for an admin token once and keeps it for the tab', async () => {
  await using opened = await openDashboard(browser, 'overview', {}, { admin_token: 'let-me-in-please' });
  const { page } = opened;
  await page.getByLabel('Admin token').fill('wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('Admin token').fill('let-me-in-please');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Callers' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Callers' }).waitFor();
  expect(await page.evaluate('localStorage.length')).toBe(0);
  // A file needs the token too, and an address that is not percent-encoded text still leads to a page.
  await page.evaluate("location.hash = '#/requests/%ff'");
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HAR' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(/^\{"log":/);
});

test('reports open from files, two are compared, and one sentence explains a file that is no report', async () => {
  await using opened = await openDashboard(browser, 'reports');
  const { page } = opened;
  const files = page.getByLabel('Report files');
  const asFile = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await files.setInputFiles(asFile('notes.json', '{"hello":1}'));
  await page.getByText('notes.json is not a Gristmill report; choose one that conform, receiver, or explore wrote.').waitFor();
  await files.setInputFiles(asFile('broken.json', '{'));
  await page.getByText('broken.json is not JSON').waitFor();
  const before = makeReport();
  const changed = {
    ...before,
    clauses: before.clauses.map((clause, i) => (i === 0 ? { ...clause, verdict: 'blocked' } : clause)),
  };
  await files.setInputFiles([asFile('before.json', JSON.stringify(before)), asFile('after.json', JSON.stringify(changed))]);
  await page.getByRole('heading', { name: 'From before.json to after.json' }).waitFor();
  expect(await page.locator('main table tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: 'Close all' }).click();
  await files.setInputFiles(asFile('same.json', JSON.stringify(before)));
  await page.getByText(/^All \d+ clauses$/).click();
  await files.setInputFiles(asFile('same.json', JSON.stringify(changed)));
  await page.getByRole('heading', { name: 'From same.json to same.json' }).waitFor();
  const earlier = page.locator('section', { has: page.getByRole('heading', { name: 'same.json', exact: true }) }).last();
  expect(await earlier.locator('details[open] > summary').last().textContent()).toMatch(/^All/);
  const failed = before.checks.find(({ verdict }) => verdict === 'fail');
  const message = failed?.evidence?.[0]?.message ?? '';
  const repeated = { ...before, checks: [{ ...failed, reason: message }] };
  await page.getByRole('button', { name: 'Close all' }).click();
  await files.setInputFiles(asFile('once.json', JSON.stringify(repeated)));
  await page.getByText(message).first().waitFor();
  expect(await page.getByText(message).count(), 'a reason that repeats its evidence').toBe(1);
  await files.setInputFiles(asFile('receiver.json', renderReport('json', makeReceiverReport(), { exchanges: [] })));
  await page.getByRole('heading', { name: 'receiver.json', exact: true }).waitFor();
});

test('the report of the last run opens with one click', async () => {
  await using opened = await openDashboard(browser, 'reports');
  const { mock, page } = opened;
  // Tests and the dashboard run in the same folder, where the gate keeps its last report.
  await promisify(execFile)(process.execPath, [COMMAND, 'conform', mock.base_url, '--only', 'MKT-1', '--quiet', '--no-doctor']);
  await page.getByRole('button', { name: 'Open the last run' }).click();
  await page.getByRole('heading', { name: 'The last run', exact: true }).waitFor();
  await expect.poll(() => page.getByText(mock.base_url, { exact: true }).count()).toBeGreaterThan(0);
});

test('a trial request of the API reference reaches the mock as the chosen persona', async () => {
  await using opened = await openDashboard(browser, 'reference?as=rival');
  const { page, mock } = opened;
  const frame = page.frameLocator('iframe');
  await frame.getByText('Browse anonymized listings').first().click();
  await frame
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  await frame.getByRole('button', { name: /^Send/ }).first().click();
  await expect.poll(async () => (await mock.requests()).items[0]?.actor?.team_id).toBe(personas.rival.team_id);
});

test('the coach names what a client does, links the request, and shows the clause', async () => {
  await using opened = await openDashboard(browser, 'coach', {}, { coach });
  const { page, mock } = opened;
  await page.getByText('The coach has found nothing so far.').waitFor();
  const { lot } = await playScene(mock);
  await page.getByRole('heading', { name: 'A bid is placed with an Idempotency-Key' }).first().waitFor();
  await page.getByRole('button', { name: 'IDEM-1' }).first().click();
  await page.getByText('Idempotency-Key is optional').waitFor();
  await page
    .getByRole('link', { name: /^request \d+$/ })
    .first()
    .click();
  await page.getByText(`/inventory/${lot}/bids`).first().waitFor();
  await page.keyboard.press('9');
  await page.getByRole('button', { name: 'Forget what was seen so far' }).click();
  await page.getByText('The coach has found nothing so far.').waitFor();
  expect(opened.complaints).toEqual([]);
});
