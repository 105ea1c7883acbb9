import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import type { CheckResult } from '../check/verdicts.ts';
import { runCheck } from '../runner/run-check.ts';
import { DELIVERY_LOCATIONS_CHECKS } from './delivery-locations.ts';

/** The result of DLOC-2/not-to-rival. @param teams the teams that each token can read; a token without an entry cannot read teams */
async function evaluate(teams: Readonly<Record<string, readonly string[]>>): Promise<CheckResult> {
  const check = DELIVERY_LOCATIONS_CHECKS.find(({ id }) => id === 'DLOC-2/not-to-rival');
  if (check === undefined) throw new Error('the check exists');
  const origin = await serveInTest((request, response) => {
    const name = request.headers.authorization?.replace('Bearer secret_', '') ?? '';
    if (request.url?.includes('/teams') !== true) {
      sendJson(response, 200, { items: name === 'elevator' ? [{ id: 1001 }] : [] });
      return;
    }
    const known = teams[name];
    if (known === undefined) sendJson(response, 403, { error: { status: 403, code: 'insufficient_scope' } });
    else sendJson(response, 200, { items: known.map((id) => ({ id })) });
  });
  const run = new Run(makeSettings({ base_url: `${origin}/v1`, actors: makeActors('elevator', 'rival') }), NO_LEDGER);
  const result = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return result;
}

test('DLOC-2 the reason for a skip says whether the team is shared or unknown, and which token cannot tell', async () => {
  expect(await evaluate({ elevator: ['tm_1'], rival: ['tm_2'] })).toMatchObject({ verdict: 'pass' });
  expect(await evaluate({ elevator: ['tm_1'], rival: ['tm_1', 'tm_2'] })).toMatchObject({
    reason: "rival is in the elevator's team",
    config_key: 'actors.rival',
  });
  expect(await evaluate({ rival: ['tm_2'] })).toMatchObject({
    verdict: 'skip',
    reason: "it is unknown whether rival is in the elevator's team: the token of elevator cannot read teams",
    config_key: 'actors.elevator',
  });
});
