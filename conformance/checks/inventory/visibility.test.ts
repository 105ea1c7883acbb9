import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { runCheck } from '../../runner/run-check.ts';
import { BETWEEN_MODES_CHECKS } from './visibility.ts';

const SUBSCRIPTION = { id: 'whk_live', url: 'https://receiver.example/1', events: ['bid.accepted'], secret: 'whsec_1' };
const LOT = { id: 'inv_1', farm_id: 'farm_1', listed: true, commodity: { slug: 'canola' }, grade: 'No. 1' };

/** What INV-25/other-mode reports for these statuses of POST and GET /webhooks. @param items the subscriptions of the sandbox token */
async function observe(post: number, get: number, items: readonly unknown[] = []): Promise<readonly string[]> {
  const check = BETWEEN_MODES_CHECKS.find(({ id }) => id === 'INV-25/other-mode');
  if (check === undefined) throw new Error('the check exists');
  const origin = await serveInTest((request, response) => {
    const { method = '', url = '', headers } = request;
    const page = (found: readonly unknown[]): object => ({ items: found, total: found.length, limit: 50, offset: 0, next: null });
    const failure = (status: number): object => ({ error: { status, code: 'x', message: 'x' } });
    const is_sandbox = headers.authorization === 'Bearer secret_buyer_sandbox';
    if (url.includes('/webhooks') && method === 'POST')
      sendJson(response, post, post === 201 ? { data: SUBSCRIPTION } : failure(post));
    else if (url.includes('/webhooks')) sendJson(response, get, get === 200 ? page(items) : failure(get));
    else if (is_sandbox) sendJson(response, 404, failure(404));
    else if (method === 'POST') sendJson(response, 201, { data: LOT });
    else if (url.includes('inv_1')) sendJson(response, 200, { data: LOT });
    else sendJson(response, 200, page(url.includes('/me/farms') ? [{ id: 'farm_1' }] : [LOT]));
  });
  const actors = makeActors('seller', 'buyer', 'buyer_sandbox');
  const run = new Run(makeSettings({ base_url: `${origin}/v1`, actors }), NO_LEDGER);
  const { observations, reason } = await runCheck(run, check, new AbortController().signal);
  await run.close();
  expect(reason).toBeUndefined();
  return observations ?? [];
}

test.for([
  [201, 200, [SUBSCRIPTION], 'GET /webhooks with a sandbox token lists a live subscription'],
  [201, 200, [], 'GET /webhooks with a sandbox token does not list a live subscription'],
  [403, 200, [], 'whether subscriptions are listed by mode is unknown'],
  [201, 403, [], 'whether subscriptions are listed by mode is unknown'],
] as const)('INV-25 with the statuses %i and %i of /webhooks and the list %j: %s', async ([post, get, items, said]) => {
  expect(await observe(post, get, items)).toEqual(['an id of the other mode returns 404', said]);
});
