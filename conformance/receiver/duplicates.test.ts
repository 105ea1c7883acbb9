import { expect, test } from 'vitest';
import { attackReceiver } from './attack.ts';
import { makeReceiverSettings, openReceiver, selecting } from './testing/small-receiver.ts';

test('RTY-3 a receiver that returns 409 for a duplicate has one likely cause, also if the sender hung up before', async () => {
  const done = new Set<string>();
  await using receiver = await openReceiver({
    respond: ({ raw }, response) => {
      const [id = ''] = /evt_\w+/.exec(raw.toString()) ?? [];
      if (!done.has(id)) {
        done.add(id);
        return false;
      }
      response.writeHead(409).end();
      return true;
    },
  });
  const { countEffects } = receiver;
  const only = ['RTY-1/retry', 'RTY-3/hung-up', 'RTY-3/cut-off', 'SIG-7/later', 'SIG-7/forged-between', 'EVT-3/odd-ids'];
  const settings = makeReceiverSettings(receiver.url, { countEffects, selection: selecting(only) });
  const { checks } = await attackReceiver(settings);
  const causes = checks.flatMap(({ evidence = [] }) => evidence.flatMap(({ likely_cause = [] }) => likely_cause));
  expect([...new Set(causes)]).toEqual(['It treats a duplicate as an error. Return 2xx, and do nothing.']);
  expect(checks.find(({ id }) => id === 'RTY-3/hung-up')).toMatchObject({
    verdict: 'blocked',
    reason: 'the receiver rejects a repeated event: status 409 (RTY-1/retry)',
  });
});
