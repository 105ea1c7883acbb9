import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { check } from '../check/check.ts';
import type { CheckResult } from '../check/verdicts.ts';
import { expectThat } from '#client';
import { runCheck } from './run-check.ts';

const SENT = { quantity_mt: 10, delivery: { from: '2030-01-01', to: '2030-02-01' }, price: { amount: 300, unit: 'MT' } };
const OTHER = { ...SENT, quantity_mt: 22, price: { amount: 280, unit: 'MT' } };

/** The result of a check that expects its listing to have no bid, after a bid was rejected. @param status of GET /bids/{id} @param lists how often the listing has the bid */
async function evaluate(bid: object, status: number, lists = Infinity): Promise<CheckResult> {
  let listed = 0;
  await using server = await serve(({ method, url = '' }, response) => {
    if (url.endsWith('/me/inventory')) sendJson(response, 201, { data: { id: 'inv_1' } });
    else if (method === 'POST') sendJson(response, 422, { error: { status: 422, code: 'validation_error', message: '' } });
    else if (url.includes('/bids/bid_9')) sendJson(response, status, { data: { id: 'bid_9' } });
    else {
      const is_received = url.includes('/me/inventory/inv_1/bids');
      listed += is_received ? 1 : 0;
      const items = is_received && listed <= lists ? [{ id: 'bid_9', ...bid }] : [];
      sendJson(response, 200, { items, total: items.length, limit: 50, offset: 0, next: null });
    }
  });
  const no_bid = check('BID-9/required', 'No bid', ['buyer', 'seller'], async (t) => {
    await t.seller.post('/me/inventory', {});
    await t.buyer.post('/inventory/inv_1/bids', SENT);
    const { items } = await t.seller.get('/me/inventory/inv_1/bids');
    expectThat(items.length === 0, { message: 'A rejected request created a bid.' });
  });
  const run = new Run(makeSettings({ base_url: server.base_url, actors: makeActors('buyer', 'seller') }), NO_LEDGER);
  const result = await runCheck(run, no_bid, new AbortController().signal);
  await run.close();
  return result;
}

test('a check whose listing others bid on runs again, and then cannot decide', async () => {
  expect(await evaluate(OTHER, 404)).toMatchObject({
    verdict: 'skip',
    reason: 'others bid on the listings of this run',
    observations: [expect.stringContaining('ran again')],
  });
});

test('it passes if they do not bid again', async () => {
  // The first attempt lists the bids twice: the check, and the search for bids of others.
  expect(await evaluate(OTHER, 404, 2)).toMatchObject({ verdict: 'pass', observations: [expect.stringContaining('ran again')] });
});

test.each([
  ['the terms of the rejected bid', SENT, 404],
  ['all terms but one of the rejected bid', { ...SENT, quantity_mt: 22 }, 404],
  [
    'the price of the rejected bid as text, and a time of delivery',
    { ...OTHER, price: { amount: '300.00' }, delivery: { from: '2030-01-01T00:00:00Z' } },
    404,
  ],
  ['no terms', {}, 404],
  ['other terms, but the buyer can read it', OTHER, 200],
  ['other terms, and GET /bids/{id} fails', OTHER, 500],
])('a bid with %s is not of others', async (_, bid, status) => {
  expect(await evaluate(bid, status)).toMatchObject({ verdict: 'fail', reason: 'A rejected request created a bid.' });
});
