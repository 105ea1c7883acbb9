/** One cause with many symptoms is reported once. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import type { CheckResult } from '../check/verdicts.ts';
import { detectOutage } from './outage.ts';
import { openDrill, openReceiver, runDrills, type Habits } from './testing/small-receiver.ts';

async function findings(habits: Habits): Promise<readonly CheckResult[]> {
  await using receiver = await openReceiver(habits);
  const only = ['SIG-1', 'SIG-4', 'RTY-1/bid-accepted', 'RTY-1/still-accepted'];
  const checks = await runDrills(receiver.url, only);
  expect(checks.filter(({ verdict }) => verdict === 'blocked').length).toBeGreaterThan(10);
  return checks.filter(({ verdict }) => !['pass', 'skip', 'blocked'].includes(verdict));
}

/** Does this to every delivery from the first one without v1 on. */
function after(act: NonNullable<Habits['respond']>): Habits {
  let is_over = false;
  return {
    respond: (arrival, response) => {
      is_over ||= !String(arrival.headers['svc-signature']).includes('v1=');
      if (is_over) act(arrival, response);
      return is_over;
    },
  };
}

describe.concurrent('a receiver that stops accepting valid deliveries', () => {
  test.each<[what: string, act: NonNullable<Habits['respond']>, verdict: string, cause: RegExp]>([
    ['crashes', (_arrival, response) => response.socket?.destroy(), 'fail', /has crashed.*SIG-4\//],
    ['hangs', () => undefined, 'fail', /hangs.*SIG-4\//],
    ['locks the sender out', (_arrival, response) => response.writeHead(403).end(), 'warn', /locked the sender out/],
    ['runs out of quota', (_arrival, response) => response.writeHead(402).end(), 'fail', /a limit is used up/],
  ])('%s', async (_what, act, verdict, cause) => {
    const found = await findings(after(act));
    expect(found.map(({ id, verdict: seen }) => `${id} ${seen}`)).toEqual([`RTY-1/still-accepted ${verdict}`]);
    expect(found[0]?.evidence?.[0]?.likely_cause).toMatch(cause);
  });
});

test('a receiver that rejects deliveries only while it works on another one has no outage', async () => {
  let held: ServerResponse | undefined;
  let rejected = 0;
  await using receiver = await openReceiver({
    respond: ({ headers }, response) => {
      if (headers['x-held'] !== undefined) {
        held = response;
        return true;
      }
      if (held === undefined) return false;
      response.writeHead(400).end();
      rejected += 1;
      if (rejected < 2) return true;
      held.end();
      held = undefined;
      return true;
    },
  });
  const t = openDrill(receiver.url);
  await t.genuine();
  const other = t.deliver({ headers: { 'x-held': 'yes' } });
  await vi.waitUntil(() => held !== undefined);
  await detectOutage(t);
  await other;
  expect(t.run.outage).toBeUndefined();
  expect(t.run.inconsistent.map(({ status }) => status)).toEqual([400]);
});
