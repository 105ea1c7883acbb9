import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NO_LEDGER, Run, isObject } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../../runner/run-check.ts';
import { PUBLISHING_CHECKS } from './publish.ts';

/** LST-6/quantity against a target. @param taken the field with which its PATCH changes the quantity @param quantity_field the configured name */
async function evaluate(taken: string, quantity_field: string): Promise<CheckResult> {
  const check = PUBLISHING_CHECKS.find(({ id }) => id === 'LST-6/quantity');
  if (check === undefined) throw new Error('the check exists');
  const listings: Record<string, unknown>[] = [];
  const origin = await serveInTest(async (request, response) => {
    const { method = '', url = '' } = request;
    const [, index] = /\/inventory\/inv_(\d+)/.exec(url) ?? [];
    const listing = listings[Number(index)];
    const body: unknown = method === 'GET' ? {} : JSON.parse(await text(request));
    const given = isObject(body) ? body : {};
    if (method === 'POST') {
      const created = { id: `inv_${listings.length}`, status: 'listed', quantity_mt: given['quantity_mt'] };
      listings.push(created);
      sendJson(response, 201, { data: created });
    } else if (listing !== undefined) {
      if (given[taken] !== undefined) listing['quantity_mt'] = given[taken];
      sendJson(response, 200, { data: listing });
    } else {
      const item = url.includes('/me/farms') ? { id: 'farm_1' } : { commodity: { slug: 'canola' }, grade: 'No. 1' };
      sendJson(response, 200, { items: [item], total: 1, limit: 50, offset: 0, next: null });
    }
  });
  const settings = makeSettings({ base_url: `${origin}/v1`, actors: makeActors('seller'), fixtures: { quantity_field } });
  const run = new Run(settings, NO_LEDGER);
  const result = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return result;
}

test('LST-6 the configured field changes the quantity', async () => {
  expect(await evaluate('tonnes', 'tonnes')).toMatchObject({ verdict: 'pass' });
});

test('LST-6 a wrong name in fixtures.quantity_field is not held against the target', async () => {
  expect(await evaluate('quantity_mt', 'tonnes')).toMatchObject({
    verdict: 'skip',
    reason: 'the target takes the quantity as quantity_mt, and ignores tonnes, which fixtures.quantity_field names',
    config_key: 'fixtures.quantity_field',
  });
});

test('LST-6 a failure names the fixture', async () => {
  const { verdict, reason, evidence } = await evaluate('amount', 'tonnes');
  expect([verdict, reason]).toEqual(['fail', 'PATCH /me/inventory/{id} with tonnes does not set the quantity.']);
  expect(evidence?.[0]?.likely_cause).toContain('fixtures.quantity_field');
});
