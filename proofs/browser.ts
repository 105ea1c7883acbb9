/** Chromium, and axe for accessibility checks. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @throws Error if Chromium is missing: a test that cannot run fails, and is not skipped */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no Chromium at ${CHROMIUM}: run tools/install-browser.sh, or set CHROMIUM to another path.`);
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/**
 * Runs every rule of axe, including best practices. Rules that axe cannot decide count as problems, too. Fails the test if hardly any rule
 * applies, because an empty page has no problems.
 * @param excluded CSS selectors of parts that other projects made
 * @returns one text per rule that does not hold, with at most three elements
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
