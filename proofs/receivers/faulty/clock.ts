/** SIG-3: it does not check for 300 seconds in both directions. */
import { nowMs } from '#client';
import type { Parts, Post } from '../clean.ts';
import { caughtBy, explained, faults, GENUINE, type FaultyRow } from './row.ts';

export const TOO_FAR = ['SIG-3/past-310', 'SIG-3/future-310', 'SIG-3/past-day', 'SIG-3/future-day'];
export const LATE = ['RTY-4/fifth-attempt', 'WHK-8/replayed'];
const TOO_WIDE = ['SIG-3/past-310', 'SIG-3/future-310'];
const TOO_TIGHT = ['SIG-3/past-290', 'SIG-3/future-290'];

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

export const CLOCK_FAULTS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'SIG-3/no-clock: It does not compare t with its clock.': explained(TOO_FAR, 'does not check the age of `t`', {
      isInTime: () => true,
    }),
    'SIG-3/past-only: It rejects old deliveries, but none from the future.': explained(
      ['SIG-3/future-310', 'SIG-3/future-day'],
      'one direction only',
      { isInTime: (t, now_seconds) => isNumber(t) && now_seconds - Number(t) <= 300 },
    ),
    'SIG-3/future-only: It rejects deliveries from the future, but no old ones.': explained(
      ['SIG-3/past-310', 'SIG-3/past-day'],
      'one direction only',
      { isInTime: (t, now_seconds) => isNumber(t) && Number(t) - now_seconds <= 300 },
    ),
    'SIG-3/ten-minutes: It tolerates ten minutes.': explained(TOO_WIDE, /wider than 300 s.*600 s|59\d s/, {
      isInTime: within(600),
    }),
    'SIG-3/one-minute: It tolerates one minute.': caughtBy(TOO_TIGHT, { isInTime: within(60) }),
    'SIG-3/four-minutes: It tolerates four minutes.': explained(TOO_TIGHT, 'tighter than 300 s', { isInTime: within(240) }),
    'SIG-3/local-time: It treats its local time as UTC, six hours off.': explained(GENUINE, /6 hours behind.*time zone/, {
      isInTime: within(300, -SIX_HOURS_SECONDS),
    }),
    'SIG-3/clock-in-milliseconds: It compares t with its clock in milliseconds.': explained(GENUINE, 'milliseconds', {
      isInTime: (t, now_seconds) => Math.abs(now_seconds * 1_000 - Number(t)) <= 300_000,
    }),
    'SIG-3/all-in-milliseconds: It compares t with its clock in milliseconds, and takes 300 for the tolerance.': explained(
      GENUINE,
      'milliseconds',
      { isInTime: (t) => isNumber(t) && Math.abs(nowMs() - Number(t)) <= 300 },
    ),
    'SIG-3/t-as-milliseconds: It interprets t as milliseconds.': explained(GENUINE, 'milliseconds', {
      isInTime: (t, now_seconds) => Math.abs(now_seconds - new Date(Number(t)).getTime() / 1_000) <= 300,
    }),
    'SIG-3/milliseconds-too: It also accepts a t in milliseconds.': caughtBy('SIG-3/milliseconds', {
      isInTime: (t, now_seconds) => isNear(t.slice(0, 10), now_seconds, 300),
    }),
    'SIG-3/a-day: It tolerates a day.': explained(TOO_WIDE, 'wider than 300 s', {
      isInTime: (t, now_seconds) => isNear(t, now_seconds, 86_399),
    }),
    'SIG-3/a-second: It tolerates a second, because it takes 300 for milliseconds.': explained(TOO_TIGHT, 'tighter than 300 s', {
      isInTime: (t, now_seconds) => isNear(t, now_seconds, 1),
    }),
    'SIG-3/tolerance-in-milliseconds: It compares its clock in milliseconds with t times 1,000, and takes 300 for the tolerance.':
      explained(GENUINE, '300 ms', { isInTime: (t) => isNumber(t) && Math.abs(nowMs() - Number(t) * 1_000) <= 300 }),
    'SIG-3/quarter-hour-zone: It treats the local time of Nepal as UTC.': explained(GENUINE, /time zone/, {
      isInTime: within(300, 20_700),
    }),
    'SIG-3/lets-words-pass: It rejects a difference over the limit, but NaN is never over the limit.': caughtBy(
      'SIG-3/not-a-number',
      { isInTime: (t, now_seconds) => !(Math.abs(now_seconds - Number(t)) > 300) },
    ),
    'SIG-3/created-at-for-t: It compares created_at instead of t with its clock.': caughtBy([...TOO_FAR, ...LATE], {
      isInTime: (_t, now_seconds, post) => Math.abs(ageOf(post, now_seconds)) <= 300,
    }),
  }),
  ...faults('warned', {
    'SIG-3/clock-ahead: Its clock is two minutes ahead.': explained('SIG-3/clock', 'about 2 minutes ahead', {
      isInTime: within(300, 120),
    }),
    'SIG-3/clock-behind: Its clock is two minutes behind.': explained('SIG-3/clock', 'about 2 minutes behind', {
      isInTime: within(300, -120),
    }),
  }),
  ...faults('faulty', {
    'EVT-19/created-at-too: It rejects an event that was generated more than 300 seconds ago, so it never accepts late attempts or replays.':
      explained(LATE, /`created_at`/, {
        isInTime: (t, now_seconds, post) => isNear(t, now_seconds, 300) && Math.abs(ageOf(post, now_seconds)) <= 300,
      }),
  }),
];
