import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NO_LEDGER, Run, readPath } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { runCheck } from '../../runner/run-check.ts';
import { SUBMITTING_CHECKS } from './submit.ts';

const FARM = 'farm_of_the_seller';

async function observe(status: number, field: string): Promise<readonly string[]> {
  const check = SUBMITTING_CHECKS.find(({ id }) => id === 'LST-10/field-names');
  if (check === undefined) throw new Error('the check exists');
  const origin = await serveInTest(async (request, response) => {
    if (request.method === 'POST') {
      const is_known = readPath(JSON.parse(await text(request)), 'farm_id') === FARM;
      if (is_known) sendJson(response, 201, { data: { id: 'inv_1' } });
      else sendJson(response, status, { error: { status, code: 'x', errors: [{ field, message: 'x' }] } });
      return;
    }
    const item = request.url?.includes('/me/farms') === true ? { id: FARM } : { commodity: { slug: 'canola' }, grade: 'No. 1' };
    sendJson(response, 200, { items: [item], total: 1, limit: 50, offset: 0, next: null });
  });
  const actors = new Map([['seller', { token: 'token_of_seller', team_id: undefined, user_id: undefined }]] as const);
  const run = new Run(makeSettings({ base_url: `${origin}/v1`, actors }), NO_LEDGER);
  const { observations } = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return observations ?? [];
}

test.for([
  [422, 'farm_id', 'an unknown farm_id returns 422, which names farm_id'],
  [422, 'farm', 'an unknown farm_id returns 422, which does not name farm_id'],
  [404, '', 'an unknown farm_id returns 404, which does not name farm_id'],
] as const)('LST-10 reports the status %i, and whether it names the field: %s', async ([status, field, said]) => {
  expect(await observe(status, field)).toEqual([said]);
});
