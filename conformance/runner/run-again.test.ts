/** What checks share is prepared again if something outside the target disturbed it, and so are the checks that waited for it. */
import { expect, test } from 'vitest';
import { Blocked, NO_LEDGER, Run, TransportFault, noteAssertion } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import type { CheckContext } from '../check/check-context.ts';
import { check } from '../check/check.ts';
import { runCheck } from './run-check.ts';

test('a check runs again if a gateway disturbed what another check prepared', async () => {
  let failures = 1;
  const origin = await serveInTest((_request, response) => {
    sendJson(response, failures > 0 ? 502 : 200, { id: 'bid_1' });
    failures -= 1;
  });
  const prepare = async (t: CheckContext): Promise<void> => {
    const reply = await t.buyer.get('/bids/bid_1');
    if (reply.status !== 200) throw new Blocked('there is no bid', reply.exchange);
  };
  const run = new Run(makeSettings({ base_url: `${origin}/v1`, actors: makeActors('buyer') }), NO_LEDGER);
  const one = check('BID-4/x', 'A sentence.', [], async (t) => {
    await run.once('a bid', async () => prepare(t));
    noteAssertion();
  });
  const both = await Promise.all([1, 2].map(async () => runCheck(run, one, new AbortController().signal)));
  expect(both.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  await run.close();
});

test('what checks share is tried again after a request of it was lost with its connection', async () => {
  const run = new Run(makeSettings({}), NO_LEDGER);
  let tries = 0;
  const prepare = (): Promise<number> => {
    tries += 1;
    if (tries > 1) return Promise.resolve(tries);
    const lost = new TransportFault('lost', { cause: Object.assign(new Error('closed'), { code: 'ECONNRESET' }) });
    return Promise.reject(lost);
  };
  await expect(run.once('preparation', prepare)).rejects.toThrow('lost');
  expect(await run.once('preparation', prepare)).toBe(2);
  expect(await run.once('preparation', prepare)).toBe(2);
  await run.close();
});
