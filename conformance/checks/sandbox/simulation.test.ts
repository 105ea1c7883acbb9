import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { check } from '../../check/check.ts';
import { runCheck } from '../../runner/run-check.ts';
import { sandboxSeller, simulate } from './simulation.ts';

test.each([[12_345], [null], [''], [undefined]])(
  'SBX-6 a check that needs a simulated bid is blocked if the reply to simulate-event has the bid_id %j',
  async (bid_id) => {
    await using target = await serve((_request, response) => {
      sendJson(response, 200, { data: { bid_id } });
    });
    const actors = new Map([['seller_sandbox', { token: 'secret_token', team_id: undefined, user_id: undefined }] as const]);
    const run = new Run(makeSettings({ base_url: target.base_url, actors }), NO_LEDGER);
    const simulating = check('SBX-6/x', 'A bid is simulated.', ['seller_sandbox'], async (t) => {
      await simulate(sandboxSeller(t), {});
    });
    const { verdict, blocked_by } = await runCheck(run, simulating, new AbortController().signal);
    await run.close();
    expect([verdict, blocked_by]).toEqual(['blocked', 'POST /sandbox/simulate-event simulated no bid (status 200)']);
  },
);
