/** The HTML report in Chromium, opened as a file: by keyboard, by deep link, dark and narrow, and with hostile content. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTestFolder } from '#client/testing/folder';
import { renderReport } from '#conformance/reports/index';
import { HOSTILE_TEXTS } from '#conformance/reports/testing/hostile';
import { makeHostileReport, makeReceiverReport, makeReport, makeUniformReport } from '#conformance/reports/testing/sample-report';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { LOOKS, findAccessibilityProblems, fitsWidth, openBrowser, openPage } from './browser.ts';

const NO_EXTRAS = { exchanges: [] };
/** More tab stops than any of these tests needs. */
const TABS_MAX = 20;

const report = makeReport();
const folder = makeTestFolder();

const browser = await openBrowser();
afterAll(() => browser.close());

function writePage(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

function listShown(page: Page): Promise<unknown> {
  return page.evaluate(
    "[...document.querySelectorAll('.clause')].filter((row) => row.offsetParent !== null).map((row) => row.dataset.id)",
  );
}

function fragmentOf(page: Page): string {
  return new URL(page.url()).hash;
}

/** Presses Tab until an element with this CSS selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);
    if (isThere === true) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

const violated = report.clauses.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id);
const [chosen = ''] = violated.filter((id) => id.startsWith('PRIV'));
const check = report.checks.find(({ clauses }) => clauses.some((id) => id === chosen));
const url = writePage('report.html', renderReport('html', report, NO_EXTRAS));

test.for(LOOKS)('a violation and its evidence, by keyboard only: $colorScheme, $viewport.width px wide', async (look) => {
  await using opened = await openPage(browser, url, look);
  const { page, complaints, requests } = opened;
  expect(await page.title()).toBe('non-conformant: https://staging.example/v1 · Gristmill');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await listShown(page)).toEqual(report.clauses.map(({ id }) => id));

  await tabTo(page, '.tile[data-verdict="violated"]');
  await page.keyboard.press('Enter');
  expect(fragmentOf(page)).toBe('#verdict=violated');
  expect(await listShown(page)).toEqual(violated);
  expect(await page.locator('#shown').textContent()).toBe('10 of 200 clauses');

  await page.locator('#filter-text').focus();
  await page.keyboard.type(`${chosen.toLowerCase()}/`);
  expect(await listShown(page)).toEqual([chosen]);
  await tabTo(page, '.clause summary');
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'")).toBe(true);
  await page.keyboard.press('Enter');
  const evidence = page.locator(`[data-id="${chosen}"] .check`);
  await evidence.waitFor();
  const text = await evidence.innerText();
  for (const part of [
    'null',
    '{"name":"Two Rivers Farm"}',
    '/data/counterparty',
    'Possible cause:',
    'x-request-id',
    check?.id ?? '?',
  ]) {
    expect(text).toContain(part);
  }
  // Unchanged digits: reserialized JSON would show 1.5.
  expect(text).toContain('"price": 1.50');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);

  await tabTo(page, '.clause .exchange[open] .command button');
  await page.keyboard.press('Enter');
  await page.getByText('The curl is copied.').waitFor({ state: 'attached' });
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(check?.evidence?.[0]?.exchanges.at(-1)?.curl);
  await page.getByRole('button', { name: 'Copy command' }).click();
  await page.getByText('The command is copied.').waitFor({ state: 'attached' });
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`gristmill conform --only ${check?.id} --seed 7`);
  expect([complaints, [...requests]]).toEqual([[], [url]]);
});

test.for(LOOKS)('failures with one cause are one entry: $colorScheme, $viewport.width px wide', async (look) => {
  const uniform = makeUniformReport();
  const page_url = writePage('uniform.html', renderReport('html', uniform, NO_EXTRAS));
  await using opened = await openPage(browser, page_url, { ...look, viewport: { ...look.viewport, height: 900 } });
  const { page, complaints, requests } = opened;
  expect(await page.locator('.cause').count()).toBe(1);
  expect(await page.locator('.cause h3').innerText()).toBe('The body has no member "error".');
  expect(await page.locator('.cause').innerText()).toContain('200 checks, 200 clauses');
  expect(await page.locator('.cause .compare').innerText()).toContain('{"name":"Two Rivers Farm"}');
  // The causes are above the matrix, which begins on the first screen.
  const tops = await page.evaluate(
    "['#causes', '#matrix'].map((place) => document.querySelector(place).getBoundingClientRect().top)",
  );
  const [causes = Infinity, matrix = 0] = tops as number[]; // of the expression above
  expect(causes).toBeLessThan(Math.min(matrix, 900));
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await tabTo(page, '.cause .rest summary');
  await page.keyboard.press('Enter');
  expect(await page.locator('.cause .rest[open] a').count()).toBe(200 - 12);
  await page.locator('.cause .rest:not([open]) summary').click();
  expect(await page.locator('.cause .rest[open] li').count()).toBe(101);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);

  await page.locator('.cause a').last().focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate("Boolean(document.activeElement?.closest('.clause')?.querySelector('.finding'))"))
    .toBe(true);
  expect(fragmentOf(page)).toBe(`#clause=${uniform.clauses[0]?.id}`);

  await page.goto(`${page_url}#cause=1`);
  expect(await page.locator('.cause:target').count()).toBe(1);
  expect([complaints, [...requests]]).toEqual([[], [page_url]]);
});

test('the report of a receiver has its own title and shows its causes without scripts', async () => {
  const page_url = writePage('receiver.html', renderReport('html', makeReceiverReport(), NO_EXTRAS));
  await using opened = await openPage(browser, page_url, { javaScriptEnabled: false });
  expect(await opened.page.title()).toBe('non-conformant: http://127.0.0.1:3000/webhooks · Gristmill receiver report');
  expect(await opened.page.locator('.brand').innerText()).toBe('Gristmill receiver report');
  expect(await opened.page.locator('.cause').count()).toBe(10);
  expect(await opened.page.locator('.cause .compare').first().isVisible()).toBe(true);
});

test('filters and clauses are deep links, and the browser history works', async () => {
  await using opened = await openPage(browser, `${url}#verdict=violated,warned&area=PRIV&level=S`);
  const { page } = opened;
  const wanted = report.clauses.filter(
    ({ id, level, verdict }) => id.startsWith('PRIV') && level === 'S' && ['violated', 'warned'].includes(verdict),
  );
  expect(wanted.length).toBeGreaterThan(0);
  expect(await listShown(page)).toEqual(wanted.map(({ id }) => id));
  expect(await page.locator('#filter-area').inputValue()).toBe('PRIV');
  expect(await page.locator('.tile[aria-pressed="true"]').count()).toBe(2);

  await page.locator('#filter-level').selectOption('A');
  expect(fragmentOf(page)).toBe('#verdict=violated,warned&area=PRIV&level=A');
  expect(await listShown(page)).toEqual([]);
  await page.locator('.tile[aria-pressed="true"]').first().click();
  await page.locator('.tile[aria-pressed="true"]').first().click();
  const assumed = report.clauses.filter(({ id, level }) => id.startsWith('PRIV') && level === 'A').map(({ id }) => id);
  expect(await listShown(page)).toEqual(assumed);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(fragmentOf(page)).toBe('');
  expect(await listShown(page)).toHaveLength(report.clauses.length);

  await page.locator('.tile[data-verdict="violated"]').click();
  await page.locator(`.cell[href="#clause=WHK-2"]`).click();
  expect(fragmentOf(page)).toBe('#clause=WHK-2');
  // The fragment changes before the page has followed it.
  await expect.poll(() => page.evaluate("document.activeElement?.closest('.clause')?.dataset.id === 'WHK-2'")).toBe(true);
  expect(await page.locator('[data-id="WHK-2"] details').evaluate((details) => details.hasAttribute('open'))).toBe(true);
  await page.goBack();
  expect(fragmentOf(page)).toBe('#verdict=violated');
  expect(await listShown(page)).toEqual(violated);

  await page.goto(`${url}#verdict=nonsense&area=NOWHERE`);
  expect(await listShown(page)).toEqual([]);
  expect(await page.locator('#nothing').isVisible()).toBe(true);
});

test('without scripts, only evidence and filters are missing', async () => {
  await using opened = await openPage(browser, `${url}#clause=WHK-2`, { javaScriptEnabled: false });
  expect(await opened.page.locator('.clause').count()).toBe(report.clauses.length);
  expect(await opened.page.locator('#controls').isVisible()).toBe(false);
  expect(await opened.page.locator('noscript').isVisible()).toBe(true);
});

test('hostile texts are shown and not executed', async () => {
  // One page for all, because a new one takes longer than reading a report.
  await using opened = await openPage(browser, url);
  const { page, complaints, requests } = opened;
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const name = JSON.stringify(text.slice(0, 30));
    const hostile = makeHostileReport(text);
    const page_url = writePage(`hostile-${index}.html`, renderReport('html', hostile, NO_EXTRAS));
    requests.clear();
    await page.goto(page_url);
    await page.evaluate("for (const details of document.querySelectorAll('.clause details')) details.open = true");
    await page.locator('.finding').first().waitFor();
    expect(await page.locator('.check').count(), name).toBe(hostile.checks.length);
    expect(await page.evaluate('typeof window.pwned'), name).toBe('undefined');
    expect(
      await page.evaluate(
        "document.querySelectorAll('script').length + document.querySelectorAll('img, iframe, [onload], [onerror]').length",
      ),
      name,
    ).toBe(2);
    expect(await page.evaluate('/[\\u202a-\\u202e\\u001b]/.test(document.body.innerText)'), name).toBe(false);
    expect(await fitsWidth(page), name).toBe(true);
    expect([complaints, [...requests]], name).toEqual([[], [page_url]]);

    // The XML parser of the browser validates the other formats.
    const documents = [renderReport('junit', hostile, NO_EXTRAS), renderReport('badge', hostile, NO_EXTRAS)];
    const roots = await page.evaluate(
      `${JSON.stringify(documents)}.map((text) => { const read = new DOMParser().parseFromString(text, 'application/xml'); return read.querySelector('parsererror')?.textContent ?? read.documentElement.nodeName; })`,
    );
    expect(roots, name).toEqual(['testsuites', 'svg']);
  }
});
