/** Real Chromium, and axe in it. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { expect } from 'vitest';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @throws where there is none: a proof that cannot be made has failed, and is not skipped */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no Chromium at ${CHROMIUM}: run tools/install-browser.sh, or name another in CHROMIUM.`);
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Every rule of axe, best practices included. */
export async function findViolations(page: Page): Promise<string[]> {
  // By the inspector, which the policy of the page against scripts does not bind.
  const found: unknown = await page.evaluate(`${AXE}; axe.run().then((result) => ({
    passes: result.passes.length,
    violations: [...result.violations, ...result.incomplete].map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')),
  }))`);
  // Of the expression above.
  const { passes, violations } = found as { passes: number; violations: string[] };
  expect(passes).toBeGreaterThan(10);
  return violations;
}
