import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../../runner/run-check.ts';
import { CREATION_CHECKS } from './creation.ts';

const SECRET = 'whsec_0123456789abcdef';

type StubResponse = readonly [status: number, body: object];

interface Target {
  secret?: string;
  list?: StubResponse;
  /** The page that `next` of the list leads to. */
  second_page?: StubResponse;
  deliveries?: StubResponse;
  deletion?: StubResponse;
}

const PAGE = { items: [], total: 0, limit: 20, offset: 0, next: null };
const REFUSED: StubResponse = [404, { error: { status: 404, code: 'not_found', message: 'Not found.' } }];

/** The target's response to a request. */
function respondTo({ method, url = '' }: IncomingMessage, target: Target): StubResponse {
  const { secret = SECRET, list, second_page, deliveries, deletion } = target;
  if (method === 'POST') return [201, { data: { id: 'whk_1', url: 'https://example.com', events: [], secret } }];
  if (method === 'DELETE') return deletion ?? [200, { data: { deleted: true } }];
  if (url.endsWith('/deliveries')) return deliveries ?? [200, PAGE];
  return (url.includes('offset') ? second_page : list) ?? [200, PAGE];
}

/** The result of WHK-2/secret-shown-once against a target. */
async function evaluate(target: Target): Promise<CheckResult> {
  const check = CREATION_CHECKS.find(({ id }) => id === 'WHK-2/secret-shown-once');
  if (check === undefined) throw new Error('the check exists');
  await using server = await serve((request, response) => {
    sendJson(response, ...respondTo(request, target));
  });
  const actors = new Map([['buyer', { token: 'token_of_buyer', team_id: undefined, user_id: undefined }]] as const);
  const run = new Run(makeSettings({ base_url: server.base_url, actors }), NO_LEDGER);
  const result = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return result;
}

test('WHK-2 a secret that no reply contains passes', async () => {
  expect(await evaluate({})).toMatchObject({ verdict: 'pass' });
});

test.for<[name: string, target: Target]>([
  ['the list', { list: [200, { ...PAGE, items: [{ key: SECRET }] }] }],
  [
    'the second page of the list',
    { list: [200, { ...PAGE, next: '?offset=20' }], second_page: [200, { ...PAGE, items: [{ key: SECRET }] }] },
  ],
  ['an error that every request for the list gets', { list: [404, { ...REFUSED[1], subscription: { key: SECRET } }] }],
  ['the delivery list, without its prefix', { deliveries: [200, { ...PAGE, key: SECRET.slice(6) }] }],
  ['a later reply than a failed one', { list: REFUSED, deletion: [200, { data: { secret: SECRET } }] }],
])('WHK-2 a secret in %s fails', async ([, target]) => {
  expect(await evaluate(target)).toMatchObject({ verdict: 'fail' });
});

test.for<[name: string, target: Target, blocked_by: string]>([
  ['list', { list: REFUSED }, 'GET /webhooks does not succeed (status 404)'],
  ['delivery list', { deliveries: REFUSED }, 'GET /webhooks/{id}/deliveries does not succeed (status 404)'],
  ['deletion', { deletion: [503, {}] }, 'DELETE /webhooks/{id} does not succeed (status 503)'],
])('WHK-2 without a successful %s, nothing is known about its secret', async ([, target, blocked_by]) => {
  expect(await evaluate(target)).toMatchObject({ verdict: 'blocked', blocked_by });
});

test('WHK-2 a list without an end is not verified', async () => {
  const endless: StubResponse = [200, { ...PAGE, next: '?offset=20' }];
  expect(await evaluate({ list: endless, second_page: endless })).toMatchObject({
    verdict: 'skip',
    reason: 'GET /webhooks has more than 20 pages',
  });
});

test('WHK-2 a secret that is too short to look for is not verified, with the reason', async () => {
  expect(await evaluate({ secret: 'whsec_0123456' })).toMatchObject({
    verdict: 'skip',
    reason: 'the secret has 7 characters after whsec_; shorter than 8, it can be in a response by chance',
  });
});
