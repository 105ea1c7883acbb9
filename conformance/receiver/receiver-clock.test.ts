import { describe, expect, test } from 'vitest';
import { describeClock, isZone, readClock, searchClock } from './receiver-clock.ts';

/** A receiver whose clock is off, as a function of `t`. */
function accepts(ahead_seconds: number, past_seconds = 300, future_seconds = past_seconds) {
  return async (offset: number): Promise<boolean> =>
    Promise.resolve(offset - ahead_seconds <= future_seconds && ahead_seconds - offset <= past_seconds);
}

describe('SIG-3 the clock of a receiver', () => {
  test.each([
    ['right', 0, 300, 300, 0],
    ['right, with a tolerance of a minute', 0, 60, 60, 0],
    ['right, with a tolerance of half an hour', 0, 1_800, 1_800, 0],
    ['right, and any time in the future is accepted', 0, 300, Infinity, 0],
    ['right, and any time in the past is accepted', 0, Infinity, 300, 0],
    ['a minute ahead', 60, 300, 300, 60],
    ['four minutes behind', -240, 300, 300, -240],
  ])('%s', async (_what, ahead, past, future, found) => {
    const clock = await readClock(accepts(ahead, past, future));
    expect(Math.abs((clock?.ahead_seconds ?? NaN) - found)).toBeLessThanOrEqual(2);
  });

  test.each([-31_536_000, -86_400, -19_800, -3_600, -600, -301, 420, 3_000, 7_200, 20_700, 21_600, 86_400])(
    'is determined if it is %d s off',
    async (ahead) => {
      const clock = await searchClock(accepts(ahead));
      expect(Math.abs((clock?.ahead_seconds ?? NaN) - ahead)).toBeLessThanOrEqual(2);
    },
  );

  test('cannot be determined without a bound, or if the receiver decides at random', async () => {
    expect(await readClock(async () => Promise.resolve(true))).toMatchObject({ ahead_seconds: undefined });
    expect(await searchClock(async () => Promise.resolve(false))).toBeUndefined();
    let count = 0;
    const fickle = async (): Promise<boolean> => Promise.resolve((count += 1) % 3 > 0);
    expect((await readClock(fickle))?.ahead_seconds).toBeUndefined();
  });

  test.each([
    [-21_600, true],
    [20_701, true],
    [-1_800, true],
    [-600, false],
    [900, false],
    [5_000, false],
    [86_400, false],
  ])('an offset of %d s is that of a time zone: %s', (seconds, is_zone) => {
    expect(isZone(seconds)).toBe(is_zone);
  });

  test.each([
    [-600, 'about 10 minutes behind'],
    [60, 'about 1 minute ahead'],
    [19_800, 'about 5.5 hours ahead'],
    [172_800, 'about 2 days ahead'],
  ])('an offset of %d s is described', (seconds, text) => {
    expect(describeClock(seconds)).toBe(text);
  });
});
