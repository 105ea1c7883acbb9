import { expect, test } from 'vitest';
import { NO_LEDGER, Reply, Run, toExchange, type Arrival } from '#client';
import { runCheck } from '../../runner/run-check.ts';
import { makeSettings } from '#client/testing/settings';
import { TIMEOUT_CHECKS } from './timeout.ts';

type Times = Partial<Pick<Arrival, 'at_ms' | 'stalled_ms' | 'answered_at_ms' | 'given_up_at_ms'>>;

/** A delivery: when it arrived and got its reply, in ms, and the status of its row. */
function outcome(status: string, times: Times) {
  const arrival: Arrival = {
    n: 1,
    method: 'POST',
    target: '/',
    headers: {},
    raw: Buffer.from(''),
    text: '',
    json: undefined,
    answered: 200,
    at_ms: 50_000,
    stalled_ms: 0,
    answered_at_ms: undefined,
    given_up_at_ms: undefined,
    ...times,
  };
  return { arrival, rows: [{ status }], reply: new Reply(toExchange(arrival)) };
}

async function evaluate(prompt: ReturnType<typeof outcome>, late: ReturnType<typeof outcome>, tunnel_ms = 0): Promise<string> {
  const token = { token: 'secret_token', team_id: undefined, user_id: undefined };
  const run = new Run(makeSettings({ actors: new Map([['buyer', token]]) }), NO_LEDGER);
  run.receiver.deliveries = 1;
  run.receiver.tunnel_ms = tunnel_ms;
  // Stores the results that the check would wait for.
  await run.once('slow responses', () => Promise.resolve({ prompt, late }));
  const [ten_seconds] = TIMEOUT_CHECKS;
  if (ten_seconds === undefined) throw new Error('there is no such check');
  const { verdict, reason } = await runCheck(run, ten_seconds, new AbortController().signal);
  await run.close();
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

const IN_TIME = outcome('delivered', { answered_at_ms: 59_000 });
const TOO_LATE = outcome('retrying', { given_up_at_ms: 60_000 });
const TOO_SLOW = 'this machine or the network is too slow';

test.for([
  ['correct', IN_TIME, TOO_LATE, 'pass'],
  [
    'timed out although the reply was in time',
    outcome('retrying', { answered_at_ms: 59_000 }),
    TOO_LATE,
    'fail: A delivery that got a response after 9 s is not delivered.',
  ],
  [
    'this machine was stalled before it replied',
    outcome('retrying', { answered_at_ms: 62_300 }),
    TOO_LATE,
    `blocked: a response due after 9 s was sent after 12.3 s: ${TOO_SLOW}`,
  ],
  [
    'this machine was stalled before it read the delivery',
    outcome('retrying', { stalled_ms: 3_000, answered_at_ms: 59_000 }),
    TOO_LATE,
    `blocked: a response due after 9 s was sent after 12.0 s: ${TOO_SLOW}`,
  ],
  [
    'closed after 10 s, of which it waited to be read for 3 s',
    IN_TIME,
    outcome('retrying', { stalled_ms: 3_000, given_up_at_ms: 57_000 }),
    'pass',
  ],
  [
    'closed early',
    IN_TIME,
    outcome('retrying', { given_up_at_ms: 57_000 }),
    'fail: The connection of a delivery was closed after 7.0 s, before the timeout.',
  ],
] as const)('RTY-5 %s', async ([, prompt, late, expected]) => {
  expect(await evaluate(prompt, late)).toBe(expected);
});

test('RTY-5 the sender also waits while its delivery is in the tunnel', async () => {
  const late = outcome('retrying', { given_up_at_ms: 58_700 });
  expect(await evaluate(IN_TIME, late)).toBe('fail: The connection of a delivery was closed after 8.7 s, before the timeout.');
  expect(await evaluate(IN_TIME, late, 1_300)).toBe('pass');
});
