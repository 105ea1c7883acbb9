import { expect, onTestFinished, test } from 'vitest';
import { Breach, NO_LEDGER, Run } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { check } from '../../check/check.ts';
import { runCheck } from '../run-check.ts';

/** The verdict on a check of the buyer and the rival that fails, if they read these bids. */
async function verdictWith(bids: Readonly<Record<'buyer' | 'rival', readonly object[]>>): Promise<string> {
  const origin = await serveInTest(({ headers }, response) => {
    const items = headers.authorization?.endsWith('buyer') === true ? bids.buyer : bids.rival;
    sendJson(response, 200, { items, total: items.length, limit: 50, offset: 0 });
  });
  const run = new Run(makeSettings({ base_url: `${origin}/v1`, actors: makeActors('buyer', 'rival') }), NO_LEDGER);
  onTestFinished(async () => run.close());
  const fails = check('BID-4/x', '', ['buyer', 'rival'], () => Promise.reject(new Breach({ message: 'It is wrong.' })));
  return (await runCheck(run, fails, new AbortController().signal)).verdict;
}

test.each([
  ['skip', 'the same bid', [{ id: 'bid_1' }], [{ id: 'bid_1' }]],
  ['fail', 'different bids', [{ id: 'bid_1' }], [{ id: 'bid_2' }]],
  ['fail', 'bids without ids', [{}], [{}]],
  ['fail', 'a bid twice in one list', [{ id: 'bid_1' }, { id: 'bid_1' }], []],
] as const)('the verdict is %s if two actors of unknown teams read %s', async (verdict, _, buyer, rival) => {
  expect(await verdictWith({ buyer, rival })).toBe(verdict);
});
