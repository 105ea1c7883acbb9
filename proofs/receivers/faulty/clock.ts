/** SIG-3: it does not check for 300 seconds in both directions. */
import { nowMs } from '#client';
import type { Parts, Post } from '../clean.ts';
import { faults, type FaultyRow } from './row.ts';

type IsInTime = Parts['isInTime'];

function isNumber(t: string): boolean {
  return /^\d+$/.test(t);
}

function isNear(t: string, now_seconds: number, tolerance_seconds: number): boolean {
  return isNumber(t) && Math.abs(now_seconds - Number(t)) <= tolerance_seconds;
}

/** The clean check, with another tolerance and another clock. */
export function within(tolerance_seconds: number, ahead_seconds = 0): IsInTime {
  return (t, now_seconds) => isNear(t, now_seconds + ahead_seconds, tolerance_seconds);
}

/** The age of an event according to itself. NaN if it does not say. */
function ageOf({ raw }: Post, now_seconds: number): number {
  const [, created_at = ''] = /"created_at"\s*:\s*"([^"]*)"/.exec(raw.toString('utf8')) ?? [];
  return now_seconds - Date.parse(created_at) / 1_000;
}

const SIX_HOURS_SECONDS = 21_600;

/** name, fault, the check, and words of the likely cause. */
const TESTS: readonly (readonly [string, string, IsInTime, (string | RegExp)?, FaultyRow['kind']?])[] = [
  ['no-clock', 'It does not compare t with its clock.', () => true, 'does not check the age of `t`'],
  [
    'past-only',
    'It rejects old deliveries, but none from the future.',
    (t, now_seconds) => isNumber(t) && now_seconds - Number(t) <= 300,
    'one direction only',
  ],
  [
    'future-only',
    'It rejects deliveries from the future, but no old ones.',
    (t, now_seconds) => isNumber(t) && Number(t) - now_seconds <= 300,
    'one direction only',
  ],
  ['ten-minutes', 'It tolerates ten minutes.', within(600), /wider than 300 s.*600 s|59\d s/],
  ['one-minute', 'It tolerates one minute.', within(60)],
  ['four-minutes', 'It tolerates four minutes.', within(240), 'tighter than 300 s'],
  ['clock-ahead', 'Its clock is two minutes ahead.', within(300, 120), 'about 2 minutes ahead', 'warned'],
  ['clock-behind', 'Its clock is two minutes behind.', within(300, -120), 'about 2 minutes behind', 'warned'],
  ['local-time', 'It treats its local time as UTC, six hours off.', within(300, -SIX_HOURS_SECONDS), /6 hours behind.*time zone/],
  [
    'clock-in-milliseconds',
    'It compares t with its clock in milliseconds.',
    (t, now_seconds) => Math.abs(now_seconds * 1_000 - Number(t)) <= 300_000,
    'milliseconds',
  ],
  [
    't-as-milliseconds',
    'It interprets t as milliseconds.',
    (t, now_seconds) => Math.abs(now_seconds - new Date(Number(t)).getTime() / 1_000) <= 300,
    'milliseconds',
  ],
  ['milliseconds-too', 'It also accepts a t in milliseconds.', (t, now_seconds) => isNear(t.slice(0, 10), now_seconds, 300)],
  ['a-day', 'It tolerates a day.', (t, now_seconds) => isNear(t, now_seconds, 86_399), 'wider than 300 s'],
  [
    'a-second',
    'It tolerates a second, because it takes 300 for milliseconds.',
    (t, now_seconds) => isNear(t, now_seconds, 1),
    'tighter than 300 s',
  ],
  [
    'tolerance-in-milliseconds',
    'It compares its clock in milliseconds with t times 1,000, and takes 300 for the tolerance.',
    (t) => isNumber(t) && Math.abs(nowMs() - Number(t) * 1_000) <= 300,
    '300 ms',
  ],
  ['quarter-hour-zone', 'It treats the local time of Nepal as UTC.', within(300, 20_700), /time zone/],
  [
    'lets-words-pass',
    'It rejects a difference over the limit, but NaN is never over the limit.',
    (t, now_seconds) => !(Math.abs(now_seconds - Number(t)) > 300),
  ],
  [
    'created-at-for-t',
    'It compares created_at instead of t with its clock.',
    (_t, now_seconds, post) => Math.abs(ageOf(post, now_seconds)) <= 300,
  ],
];

export const CLOCK_FAULTS: readonly FaultyRow[] = [
  ...TESTS.map(([name, fault, isInTime, diagnosis, kind = 'faulty']): FaultyRow => ({
    name,
    fault,
    kind,
    clause: 'SIG-3',
    parts: () => ({ isInTime }),
    diagnosis,
  })),
  ...faults('faulty', {
    'EVT-19/created-at-too: It rejects an event that was generated more than 300 seconds ago, so it never accepts late attempts or replays.':
      () => ({
        isInTime: (t, now_seconds, post) => isNear(t, now_seconds, 300) && Math.abs(ageOf(post, now_seconds)) <= 300,
      }),
  }),
];
