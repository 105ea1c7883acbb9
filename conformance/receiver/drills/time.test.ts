/** SIG-3: which cause is reported for a receiver that accepts two `t`. */
import { nowMs } from '#client';
import { describe, expect, test } from 'vitest';
import type { Drill } from '../drill.ts';
import { openReceiver, runDrills, type Habits, type Stamp } from '../testing/small-receiver.ts';

/** The `t` that is compared with the clock and the one that is verified, of those in the header. */
type Choose = (all: readonly string[]) => { readonly checked: string | undefined; readonly signed: string | undefined };

const isNear = (t: string): boolean => /^\d+$/.test(t) && Math.abs(nowMs() / 1_000 - Number(t)) <= 301;

/** A receiver that chooses among several `t`, and takes for in time what `isInTime` says. */
function choosing(choose: Choose, isInTime: (t: string) => boolean = isNear): Habits {
  return {
    read: (header): Stamp | undefined => {
      const segments = header.split(',').map((segment) => segment.trim().split('='));
      const of = (key: string): string[] => segments.filter(([name]) => name === key).map(([, value = '']) => value);
      const { checked, signed } = choose(of('t'));
      return checked !== undefined && signed !== undefined && isInTime(checked) ? { t: signed, v1: of('v1') } : undefined;
    },
    isInTime: () => true,
  };
}

async function causeOf(habits: Habits, only: Drill['id']): Promise<string | undefined> {
  await using receiver = await openReceiver(habits);
  const [found] = await runDrills(receiver.url, [only]);
  return found?.evidence?.[0]?.likely_cause ?? found?.blocked_by ?? found?.verdict;
}

const isNotAhead = (t: string): boolean => Number(t) - nowMs() / 1_000 <= 301;
const last: Choose = (all) => ({ checked: all.at(-1), signed: all.at(-1) });

describe.concurrent('SIG-3 a header with several `t`', () => {
  test.each<[what: string, habits: Habits, says: RegExp]>([
    ['keeps the last one, and does not check it', choosing(last, () => true), /plain `t` of an hour ago \(SIG-3\/past-310\)$/],
    ['keeps the last one, and accepts everything old', choosing(last, isNotAhead), /\(SIG-3\/past-310\)$/],
    ['keeps the last one, and checks it', choosing(last), /^pass$/],
    [
      'checks one that is in time, and verifies the oldest',
      choosing((all) => ({ checked: all.find(isNear), signed: all.toSorted()[0] })),
      /^Of two `t`, it compares one/,
    ],
  ])('a receiver that %s', async (_what, habits, says) => {
    expect(await causeOf(habits, 'SIG-3/second-time')).toMatch(says);
  });
});
