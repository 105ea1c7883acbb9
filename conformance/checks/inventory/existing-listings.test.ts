import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../../runner/run-check.ts';
import { EXISTING_LISTINGS_CHECKS } from './existing-listings.ts';

/** The result of INV-5/every-item-above on a target whose filter finds nothing, and whose listing has another quantity on its own page. */
async function evaluate(quantity_mt: number): Promise<CheckResult> {
  const check = EXISTING_LISTINGS_CHECKS.find(({ id }) => id === 'INV-5/every-item-above');
  if (check === undefined) throw new Error('the check exists');
  await using server = await serve(({ url = '' }, response) => {
    const items = url.includes('min_quantity') ? [] : [{ id: 'inv_1', quantity_mt: 120 }];
    const page = { items, total: items.length, limit: 50, offset: 0, next: null };
    sendJson(response, 200, url.includes('/inv_1') ? { data: { id: 'inv_1', quantity_mt } } : page);
  });
  const actors = new Map([['buyer', { token: 'token_of_buyer', team_id: undefined, user_id: undefined }]] as const);
  const run = new Run(makeSettings({ base_url: server.base_url, actors }), NO_LEDGER);
  const result = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return result;
}

test('INV-5 a listing that a filter does not find fails', async () => {
  expect(await evaluate(120)).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('does not return a matching') });
});

test('INV-5 a listing that became smaller in the meantime does not fail', async () => {
  expect(await evaluate(90)).toMatchObject({ verdict: 'pass' });
});
