import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeHooks } from './hooks.ts';
import { validateConfig } from './validate-config.ts';
import { HOOK_NAMES } from '../settings/schema.ts';
import { makeFolder } from '../testing/in-test.ts';

const page = readFileSync(new URL('../../docs/conformance-hooks.md', import.meta.url), 'utf8');

/** The first fenced block of a language. */
function blockOf(language: string): string {
  return page.split(`\`\`\`${language}\n`)[1]?.split('\n```', 1)[0] ?? '';
}

test('the guide has a row for every hook, and for no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(HOOK_NAMES);
});

test('the configuration of the guide is valid, and its hook works', async () => {
  const checked = validateConfig(parse(blockOf('yaml')));
  expect(checked).toEqual({ config: expect.anything(), notices: [] });
  const dir = makeFolder();
  mkdirSync(join(dir, 'hooks'));
  writeFileSync(join(dir, 'hooks', 'make-offer.mjs'), blockOf('js'));
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const run = makeHooks('config' in checked ? checked.config.hooks : {}, { cwd: dir, env }).get('make_offer');
  expect(await run?.({ cash_bid_id: 'cb_1', price: 700 })).toEqual({ offer_id: 'cbo_for_cb_1' });
  await expect(run?.({ cash_bid_id: 'cb_1', price: 0 })).rejects.toThrow('make_offer: price: must be greater than 0');
});
