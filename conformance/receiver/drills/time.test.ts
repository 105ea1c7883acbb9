/** SIG-3: which mistake a receiver is told that takes what is out of time. */
import { nowMs } from '#client';
import { describe, expect, test } from 'vitest';
import type { Drill } from '../drill.ts';
import { attackReceiver } from '../attack.ts';
import type { Habits, Stamp } from '../testing/small-receiver.ts';
import { makeReceiverSettings, openReceiver } from '../testing/small-receiver.ts';

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
  const selection = { only: [only], skip: [], clauses: [], shard: undefined };
  const { checks } = await attackReceiver(makeReceiverSettings(receiver.url, { selection }));
  const found = checks.find(({ id }) => id === only);
  return found?.verdict === 'fail' ? found.evidence?.[0]?.likely_cause : found?.verdict;
}

const lastOfAll: Choose = (all) => ({ checked: all.at(-1), signed: all.at(-1) });
const firstOfAll: Choose = (all) => ({ checked: all[0], signed: all[0] });
const isNotAhead = (t: string): boolean => Number(t) - nowMs() / 1_000 <= 301;

describe.concurrent('SIG-3 of several `t`', () => {
  test.each<[what: string, habits: Habits, drill: Drill['id'], says: RegExp]>([
    ['who keeps the last, and looks at no clock', choosing(lastOfAll, () => true), 'SIG-3/second-time', /^The age of `t` is not/],
    [
      'who keeps the first, and looks at no clock',
      choosing(firstOfAll, () => true),
      'SIG-3/second-time-behind',
      /^The age of `t` is not/,
    ],
    [
      'who keeps the last, and takes all that is old',
      choosing(lastOfAll, isNotAhead),
      'SIG-3/second-time',
      /^Only what is too far/,
    ],
    ['who keeps the last, and compares it with the clock', choosing(lastOfAll), 'SIG-3/second-time', /^pass$/],
    [
      'who verifies the last, and compares the first with the clock',
      choosing((all) => ({ checked: all[0], signed: all.at(-1) })),
      'SIG-3/second-time',
      /^Of two `t` the last is verified and the first is compared/,
    ],
    [
      'who verifies the first, and compares the last with the clock',
      choosing((all) => ({ checked: all.at(-1), signed: all[0] })),
      'SIG-3/second-time-behind',
      /^Of two `t` the first is verified and the last is compared/,
    ],
    [
      'who looks for one that is in time, and verifies the oldest',
      choosing((all) => ({ checked: all.find(isNear), signed: all.toSorted()[0] })),
      'SIG-3/second-time',
      /^Of two `t` the one that is in time is compared/,
    ],
  ])('%s is told so', async (_who, habits, drill, says) => {
    expect(await causeOf(habits, drill)).toMatch(says);
  });
});

describe.concurrent('SIG-3 however `t` is written', () => {
  const WRITTEN = ['not-a-number', 'empty', 'milliseconds', 'zero', 'negative', 'endless'] as const;

  test.each(WRITTEN)('%s: who looks at no clock is told that, and not of a mistake in reading', async (name) => {
    expect(
      await causeOf(
        choosing(firstOfAll, () => true),
        `SIG-3/${name}`,
      ),
    ).toMatch(/^The age of `t` is not looked at/);
  });

  test('who lets pass what is no number is told of that', async () => {
    const letsPass = choosing(firstOfAll, (t) => !(Math.abs(nowMs() / 1_000 - Number(t)) > 301));
    expect(await causeOf(letsPass, 'SIG-3/not-a-number')).toMatch(/^What is no number/);
  });

  test('who takes all that is ahead takes milliseconds, too', async () => {
    const isNotOld = choosing(firstOfAll, (t) => /^\d+$/.test(t) && nowMs() / 1_000 - Number(t) <= 301);
    expect(await causeOf(isNotOld, 'SIG-3/milliseconds')).toMatch(/^Only what is too old/);
  });
});
