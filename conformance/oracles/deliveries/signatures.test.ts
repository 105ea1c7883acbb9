import { createHmac } from 'node:crypto';
import { NO_LEDGER, Run } from '#client';
import { makeArrival } from '#client/testing/arrival';
import { makeHttpExchange } from '#client/testing/exchange';
import { makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { SIGNATURE_ORACLES, checkSignature } from './signatures.ts';

const SECRET = 'whsec_x';
const NOW = 1_800_000_000;
const HOUR = 3_600;

/** Whether a delivery that arrives now passes. @param t when it was signed @param ahead the target's Date, both in seconds from now */
async function isFine({ t, ahead, moved = 0 }: { t: number; ahead: number; moved?: number }): Promise<boolean> {
  const run = new Run(makeSettings(), NO_LEDGER);
  const date = new Date((NOW + ahead) * 1_000).toUTCString();
  for (const { check } of SIGNATURE_ORACLES) check?.(makeHttpExchange({ headers: { date }, sent_at_ms: NOW * 1_000 }), run);
  run.clock.moved_seconds = moved;
  const v1 = createHmac('sha256', SECRET)
    .update(`${NOW + t}.{}`)
    .digest('hex');
  const arrival = makeArrival('{}', { at_ms: NOW * 1_000, headers: { 'svc-signature': `t=${NOW + t},v1=${v1}` } });
  const opinion = checkSignature({ arrival, subscription: { secret: SECRET } }, run);
  await run.close();
  return opinion === 'fine';
}

test.for<[name: string, case_: Parameters<typeof isFine>[0], is_fine: boolean]>([
  ['now', { t: 0, ahead: 0 }, true],
  ['an hour ahead', { t: HOUR, ahead: 0 }, false],
  ['now, although the clock was moved before the run', { t: 0, ahead: 2 * HOUR }, true],
  ['by a clock that was moved before the run', { t: 2 * HOUR, ahead: 2 * HOUR }, true],
  ['between the two', { t: HOUR, ahead: 2 * HOUR }, false],
  ['by a clock that a hook moves during the run', { t: HOUR, ahead: 0, moved: 2 * HOUR }, true],
  ['by one that was moved before it too', { t: 3 * HOUR, ahead: 2 * HOUR, moved: 2 * HOUR }, true],
  ['by another machine of the deployment', { t: 500, ahead: 250 }, true],
])('SIG-9 a delivery is signed %s', async ([, case_, is_fine]) => {
  expect(await isFine(case_)).toBe(is_fine);
});
