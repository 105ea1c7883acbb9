import { expect, test } from 'vitest';
import type { ClauseId } from '#spec/clauses/index';
import { NO_LEDGER, Run, expectThat } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { check } from '../../check/check.ts';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../run-check.ts';

const SENT = { quantity_mt: 10, delivery: { from: '2030-01-01', to: '2030-02-01' }, price: { amount: 300, unit: 'MT' } };
const OTHER = { ...SENT, id: 'bid_9', quantity_mt: 22, price: { amount: 280, unit: 'MT' } };

interface Target {
  /** The bid in the list of the listing. */
  bid?: object;
  /** The status of GET /bids/{id}, by actor. */
  statuses?: Readonly<Record<string, number>>;
  /** How many tries see the bid. */
  tries?: number;
  clause?: ClauseId;
  is_leak?: true;
  is_simulated?: boolean;
}

/** The result of a check that expects its listing to have no bid, after the bid of the buyer was rejected. */
async function evaluate(target: Target): Promise<CheckResult> {
  const { bid = OTHER, statuses = {}, tries = Infinity, clause = 'BID-9', is_leak, is_simulated = false } = target;
  let listed = 0;
  await using server = await serve(({ method, url = '', headers }, response) => {
    if (url.endsWith('/me/inventory')) sendJson(response, 201, { data: { id: 'inv_1' } });
    else if (method === 'POST') sendJson(response, 422, { error: { status: 422, code: 'validation_error', message: '' } });
    else if (url.includes('/bids/')) {
      const [, actor = ''] = /secret_(\w+)/.exec(headers.authorization ?? '') ?? [];
      sendJson(response, statuses[actor] ?? 404, { data: { id: 'bid_9' } });
    } else {
      const is_received = url.includes('/me/inventory/inv_1/bids');
      listed += is_received ? 1 : 0;
      const items = is_received && listed <= tries ? [bid] : [];
      sendJson(response, 200, { items, total: items.length, limit: 50, offset: 0, next: null });
    }
  });
  const no_bid = check(`${clause}/x`, 'No bid', ['buyer', 'seller'], async (t) => {
    await t.seller.post('/me/inventory', {});
    await t.buyer.post('/inventory/inv_1/bids', SENT);
    if (is_simulated) await t.seller.post('/sandbox/simulate-event', { event: 'bid.received' });
    const { items } = await t.seller.get('/me/inventory/inv_1/bids');
    const message = 'The request was rejected, but created a bid.';
    expectThat(items.length === 0, { message, ...(is_leak === undefined ? {} : { is_leak }) });
  });
  const actors = makeActors('buyer', 'rival', 'seller');
  const run = new Run(makeSettings({ base_url: server.base_url, actors }), NO_LEDGER);
  const result = await runCheck(run, no_bid, new AbortController().signal);
  await run.close();
  return result;
}

const REASON = 'other users bid on a listing of the check';

test('a check whose listing others bid on three times is blocked', async () => {
  expect(await evaluate({ tries: 3 })).toMatchObject({ verdict: 'blocked', reason: REASON });
});

test.each([1, 2])('a check whose listing others bid on %s times runs again until they do not', async (tries) => {
  expect(await evaluate({ tries })).toMatchObject({ verdict: 'pass', observations: [`ran again, because ${REASON}`] });
});

test.each<[string, Target]>([
  ['has the terms of the rejected bid', { bid: { ...OTHER, ...SENT } }],
  ['has all terms but one of the rejected bid', { bid: { ...OTHER, price: SENT.price } }],
  [
    'has the price of the rejected bid as text, and a time of delivery',
    { bid: { ...OTHER, price: { amount: '300.00' }, delivery: { from: '2030-01-01T00:00:00Z' } } },
  ],
  ['has no terms', { bid: { id: 'bid_9' } }],
  ['has no id', { bid: { ...OTHER, id: undefined } }],
  ['has terms that are null', { bid: { ...OTHER, quantity_mt: null, price: { amount: null } } }],
  ['is on another listing', { bid: { ...OTHER, listing_id: 'inv_2' } }],
  ['is shown to the buyer', { statuses: { buyer: 200 } }],
  ['is shown to the rival', { statuses: { rival: 200 } }],
  ['may be shown to the buyer, whose token is rejected', { statuses: { buyer: 403 } }],
  ['may be shown to the buyer, whose request fails', { statuses: { buyer: 500 } }],
  ['can be the simulated bid', { is_simulated: true }],
  ['is a breach of privacy', { clause: 'PRIV-1' }],
  ['is a leak', { is_leak: true }],
])('a bid that %s stays a failure', async (_, target) => {
  expect(await evaluate(target)).toMatchObject({ verdict: 'fail', reason: 'The request was rejected, but created a bid.' });
});
