/** Follows a failed run to its evidence: the report in Chromium, and its curl command in a shell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { openBrowser, openPage } from '../browser.ts';
import { paste } from '../guides.ts';
import { makeFolder, runCli } from './run-cli.ts';

test('the report shows the evidence of a violation, and its curl command reproduces it', async () => {
  await using mock = await createMock({ violations: ['PAGE-11/default-of-50'] });
  using folder = makeFolder();
  const run = await runCli(['conform', mock.base_url, '--only', 'PAGE', '--report', 'html=report.html'], folder.path);
  expect(run.code).toBe(1);
  const path = join(folder.path, 'report.html');
  // The footer sets the public tokens of the mock for the commands.
  const written = readFileSync(path, 'utf8').replaceAll(/export TOKEN_[A-Z]+=dev_[a-z]+/g, '');
  expect(/dev_(?:buyer|seller|elevator)/.exec(written)).toBeNull();

  await using browser = await openBrowser();
  await using opened = await openPage(browser, pathToFileURL(path).href);
  const { page } = opened;
  await page.locator('.tile[data-verdict="violated"]').click();
  const row = page.locator('.clause[data-id="PAGE-11"]');
  await row.locator('summary').first().click();
  await row.locator('.exchange[open] .command button').first().click();
  // What the button wrote is a line of text.
  const curl = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(curl).toContain('$TOKEN_');

  const env = { TOKEN_BUYER: 'dev_buyer', TOKEN_SELLER: 'dev_seller', TOKEN_ELEVATOR: 'dev_elevator' };
  const stdout = await paste(curl, env);
  expect(await row.innerText()).toContain('/limit');
  expect(JSON.parse(stdout)).toMatchObject({ limit: 50 });
});
