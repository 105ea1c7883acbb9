import type { ClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { expectThat } from '../judge/expect.ts';
import type { CheckResult } from '../judge/verdicts.ts';
import { NO_LEDGER } from '../ledger/ledger.ts';
import { Run } from '../run.ts';
import { sendJson, serve } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import type { Trial } from '../trial.ts';
import { judgeCheck } from './judge-check.ts';

/** A target that says that it has rejected a bid, and what the bid reads then; its list of listings is bare. */
async function judge(clause: ClauseId, status: string, run: (t: Trial) => Promise<void>): Promise<CheckResult> {
  await using target = await serve(({ url = '', method }, response) => {
    if (url.endsWith('/inventory')) sendJson(response, 200, []);
    else sendJson(response, 200, { data: { id: 'bid_1', status: method === 'POST' ? 'rejected' : status } });
  });
  const token = { token: 'secret_token', team_id: undefined, user_id: undefined };
  const all = new Run(makeSettings({ base_url: target.base_url, actors: new Map([['buyer', token]]) }), NO_LEDGER);
  try {
    return await judgeCheck(all, check(`${clause}/x`, 'A sentence.', ['buyer'], run), new AbortController().signal);
  } finally {
    await all.close();
  }
}

async function failAfterRejecting(t: Trial): Promise<void> {
  await t.buyer.post('/bids/bid_1/reject');
  expectThat(false, { message: 'The rejected bid is not in a list.' });
}

test('a breach that comes of a deed without effect blocks, and says what does not hold', async () => {
  const result = await judge('BID-14', 'pending', failAfterRejecting);
  expect(result).toMatchObject({ verdict: 'blocked', blocked_by: 'POST /bids/{id}/reject leaves the bid pending' });
});

test('the clause that states the effect is failed all the same', async () => {
  expect((await judge('BID-26', 'pending', failAfterRejecting)).verdict).toBe('fail');
});

test('a breach of privacy stands whatever it was built on', async () => {
  expect((await judge('PRIV-4', 'pending', failAfterRejecting)).verdict).toBe('fail');
});

test('a breach stands where the deed has had its effect', async () => {
  const result = await judge('BID-14', 'rejected', failAfterRejecting);
  expect(result).toMatchObject({ verdict: 'fail', reason: 'The rejected bid is not in a list.' });
  expect(result.evidence?.[0]?.exchanges.map(({ method }) => method)).toEqual(['POST']);
});

test('what is looked for in a list that is none is blocked but for the clause of lists', async () => {
  const readItems = async (t: Trial): Promise<void> => {
    (await t.buyer.get('/inventory')).body.get('items').array();
  };
  const blocked_by = 'GET /inventory answers no paging object';
  expect(await judge('INV-3', 'pending', readItems)).toMatchObject({ verdict: 'blocked', blocked_by });
  expect((await judge('PAGE-1', 'pending', readItems)).verdict).toBe('fail');
});
