import { expect, test } from 'vitest';
import type { RunAction } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { describeSteps } from './describe-steps.ts';

const BASE_URL = 'https://staging.example/v1';

interface Sent {
  key?: string;
  body?: string;
  method?: string;
  response?: unknown;
}

function actionOf({ key, body = '{}', method = 'POST', response = {} }: Sent, i: number): RunAction {
  const request_headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  const read = { url: `${BASE_URL}/bids` };
  const write = { operation: 'placeBid', url: `${BASE_URL}/inventory/inv_1/bids`, request_body: body } as const;
  const exchange = makeHttpExchange({ method, request_headers, json: response, ...(method === 'GET' ? read : write) });
  return { number: i + 1, check: 'IDEM-2/x', is_shared: false, type: 'exchange', exchange };
}

/** What the last step adds to its request. */
function lastOf(...sent: readonly Sent[]): string | undefined {
  const steps = describeSteps({ actions: sent.map(actionOf), captures: [] }, BASE_URL);
  return /\/bids\)(.*)$/.exec(steps.at(-1) ?? '')?.[1];
}

test('IDEM-2 a step names the key and the body that it repeats, and the key is shown where it is first sent', () => {
  const [first] = describeSteps({ actions: [{ key: 'k-1' }, { key: 'k-1' }].map(actionOf), captures: [] }, BASE_URL);
  expect(first).toBe(
    'As buyer: Place a bid on a listing (POST /inventory/inv_1/bids) with Idempotency-Key "k-1". Response: 200.',
  );
  expect(lastOf({ key: 'k-1' }, { key: 'k-1' })).toBe(' with the Idempotency-Key and body of step 1. Response: 200.');
  expect(lastOf({ key: 'k-1' }, { key: 'k-1', body: '[]' })).toBe(
    ' with the Idempotency-Key of step 1 and a different body. Response: 200.',
  );
});

test('a step names how its body relates to that of an earlier step with the same address', () => {
  expect(lastOf({})).toBe('. Response: 200.');
  expect(lastOf({}, {})).toBe(' with the same body as in step 1. Response: 200.');
  expect(lastOf({}, { body: '[]' })).toBe(' with a different body than in step 1. Response: 200.');
  // Keys that occur once are not shown.
  expect(lastOf({ key: 'k-1' }, { key: 'k-2' })).toBe(' with the same body as in step 1. Response: 200.');
});

test('a list alone leaves out how its items were created, and says so', () => {
  const list = { method: 'GET', response: { items: [{ id: 'bid_1' }] } };
  expect(lastOf(list)).toBe('. Response: 200. The steps that created its items are omitted.');
  expect(lastOf({}, list)).toBe('. Response: 200.');
  expect(lastOf({ method: 'GET', response: { items: [] } })).toBe('. Response: 200.');
  expect(lastOf({ method: 'GET', response: { data: {} } })).toBe('. Response: 200.');
});

test('a step names the listing whose id it has, even if an earlier id is the beginning of it', () => {
  const [first, second, last] = [{}, {}, {}].map(actionOf);
  if (first === undefined || second === undefined || last === undefined) throw new Error('an action is missing');
  const captures = [
    { value: 'inv_', name: 'listing 1', at: first, pointer: '/data/id' },
    { value: 'inv_1', name: 'listing 2', at: second, pointer: '/data/id' },
  ];
  const steps = describeSteps({ actions: [first, second, last], captures }, BASE_URL);
  expect(steps.at(-1)).toContain('(POST /inventory/{listing 2}/bids)');
});
