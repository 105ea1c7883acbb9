/** A person who has never seen the API follows a bid through the dashboard, by clicking alone. */
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from '../browser.ts';
import { openDashboard, originsOf } from './open-dashboard.ts';

const browser = await openBrowser();
afterAll(() => browser.close());

test('from an empty browser to a replayed webhook', async () => {
  await using opened = await openDashboard(browser, 'overview');
  const { page, complaints, requests, mock } = opened;
  await page.getByRole('heading', { name: 'Addresses' }).waitFor();

  // The buyer's team receives webhooks in the inbox of the mock.
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await page.getByText('2026-06-10 12:00:00: 0 attempts').waitFor();

  // Bid on a lot of the developer seller, and accept the bid.
  await page.getByRole('link', { name: 'Market' }).click();
  await page.locator('tbody a').first().click();
  await page.getByRole('button', { name: 'Place bid' }).click();
  await page.getByRole('button', { name: 'Accept as the seller' }).click();
  const seller = page.locator('[data-fact="seller.name"]');
  await seller.getByText('withheld').waitFor();
  expect(await seller.getByRole('button').textContent()).toBe('PRIV-4');
  const name = (await seller.locator('td').first().textContent()) ?? '';
  expect(name).not.toBe('');

  // The receiver fails for good from now on.
  const trade = page.url();
  await page.goto(`${mock.dashboard_url}#/webhooks/inbox`);
  await page.getByLabel('It responds with').selectOption('410');
  await expect.poll(async () => (await mock.control<{ answer: number }>('GET', '/inbox')).answer).toBe(410);

  // Once both invoices are paid, the buyer sees the name of the seller.
  await page.goto(trade);
  await page.getByRole('button', { name: "Pay the buyer's invoice" }).click();
  await page.getByRole('button', { name: "The buyer's invoice is paid" }).waitFor();
  expect(await seller.getAttribute('data-state')).toBe('withheld');
  await page.getByRole('button', { name: "Pay the seller's invoice" }).click();
  await page.locator('[data-fact="seller.name"][data-state="shown"]').waitFor();
  expect(await seller.locator('td').last().textContent()).toBe(name);

  // The webhook failed. Its signature is explained with the secret, which the tab has kept.
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: /trade\.settled/ }).click();
  const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await attempts.getByText('410', { exact: true }).waitFor();
  await page.getByText('The signatures match').waitFor();

  // It arrives after a replay.
  await page.goto(`${mock.dashboard_url}#/webhooks/inbox`);
  await page.getByLabel('It responds with').selectOption('200');
  await expect.poll(async () => (await mock.control<{ answer: number }>('GET', '/inbox')).answer).toBe(200);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('link', { name: /trade\.settled/ }).click();
  await page.getByRole('button', { name: 'Replay' }).click();
  await attempts.getByText('The receiver accepted it.').waitFor();
  expect(await attempts.count()).toBe(2);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('link', { name: /trade\.settled.*200/ }).waitFor();

  expect(complaints).toEqual([]);
  expect(originsOf(requests)).toEqual([new URL(mock.dashboard_url).origin]);
});

test('a refused request is explained, and its address can be shared', async () => {
  await using opened = await openDashboard(browser, 'requests');
  const { page, mock } = opened;
  await page.getByText('No requests yet').waitFor();
  await fetch(`${mock.base_url}/bids`, { headers: { Authorization: 'Bearer dev_buyr' } });
  await fetch(`${mock.base_url}/inventory`, { headers: { Authorization: 'Bearer dev_buyer' } });
  for (const name of [/401 GET/, /200 GET/]) await page.getByRole('link', { name }).waitFor();
  expect(await page.getByRole('list', { name: 'Requests, newest first' }).getByRole('link').count()).toBe(2);
  await page.getByLabel('Clause').selectOption('AUTH-1');
  await page.getByText('1 of 2 requests').waitFor();
  await page.getByRole('link', { name: /401 GET/ }).click();
  await page.getByText('Did you mean dev_buyer?').waitFor();
  await page.getByRole('button', { name: 'AUTH-1' }).click();
  await page.locator('q').waitFor();

  await page.getByRole('button', { name: 'Copy as curl' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `curl -s '${mock.base_url}/bids' -H "Authorization: Bearer $TOKEN"`,
  );
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText('Did you mean dev_buyer?').waitFor();
});
