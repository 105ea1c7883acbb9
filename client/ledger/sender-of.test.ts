import { expect, test } from 'vitest';
import { Run } from '../session/run.ts';
import { serve } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import { cleanUp } from './clean-up.ts';
import { NO_LEDGER } from './ledger.ts';
import { openLedger } from './open-ledger.ts';
import { senderOf } from './sender-of.ts';

test('cleanup ends when its time is up, and the rest stays in the ledger', async () => {
  await using target = await serve(() => undefined);
  const buyer = { token: 'secret_token', team_id: undefined, user_id: undefined };
  const settings = makeSettings({ base_url: target.base_url, actors: new Map([['buyer', buyer]]), request_timeout_ms: 60_000 });
  const ledger = openLedger(undefined);
  for (const id of ['whk_1', 'whk_2', 'whk_3', 'whk_4', 'whk_5', 'whk_6'])
    ledger.begin({ kind: 'webhook', actor: 'buyer', path: '/webhooks', body: undefined }, settings.redactor).made(id);
  ledger.begin({ kind: 'webhook', actor: 'buyer', path: '/webhooks', body: '{"url":"https://a.example"}' }, settings.redactor);
  const run = new Run(settings, NO_LEDGER);
  const { gone, left } = await cleanUp(ledger, senderOf(run, 200));
  await run.close();
  expect([gone, ledger.open.length]).toEqual([0, 7]);
  expect(left.join()).toContain('no response: the time limit for cleaning up was reached');
});
