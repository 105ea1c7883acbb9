import { expect, test } from 'vitest';
import { NO_LEDGER } from '../ledger/ledger.ts';
import { Run } from '../session/run.ts';
import { makeSettings } from '../testing/settings.ts';
import { describeMovedClock } from './learn-target-clock.ts';

async function leave(seconds: number, is_mock = false): Promise<readonly string[]> {
  const run = new Run(makeSettings({ base_url: 'http://127.0.0.1:9/worlds/w1/v1', is_mock }), NO_LEDGER);
  run.clock.moved_seconds = 86_400;
  if (seconds > 0) run.clock.move(seconds);
  try {
    return describeMovedClock(run);
  } finally {
    await run.close();
  }
}

test('a clock that an earlier run moved does not count as moved by this run', async () => {
  expect(await leave(0)).toEqual([]);
});

test('a moved clock is reported with the distance', async () => {
  expect(await leave(2 * 86_400 + 3_660)).toEqual([
    "The run moved the target's clock ahead by 2 d 1 h 1 min. The API cannot move it back.",
  ]);
});

test('on a mock, the report says how to reset the clock', async () => {
  const [line = ''] = await leave(60, true);
  expect(line).toContain('gristmill world reset --mock http://127.0.0.1:9/worlds/w1.');
  expect(line).toContain('gristmill world create --mock http://127.0.0.1:9/worlds/w1.');
});
