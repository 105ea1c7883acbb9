import { expect, onTestFinished, test } from 'vitest';
import { describeMovedClock } from '../arrange/learn-target-clock.ts';
import { HookError } from '../config/hooks.ts';
import { NO_LEDGER } from '../ledger/ledger.ts';
import { MissingHook, Unverifiable } from '../replies/findings.ts';
import type { RunHook } from '../settings/settings.ts';
import { makeSettings } from '../testing/settings.ts';
import { callHook } from './call-hook.ts';
import { Run } from './run.ts';

function openRun(advance: RunHook): Run {
  const run = new Run(makeSettings({ hooks: new Map([['advance_clock', advance]]) }), NO_LEDGER);
  onTestFinished(async () => run.close());
  return run;
}

async function fail(error: HookError): Promise<never> {
  return Promise.reject(error);
}

test('a clock that the hook refused to move is not reported as moved', async () => {
  const refusal = new HookError('advance_clock', 'hooks.all.url', 'reported a failure: busy', { is_refusal: true });
  const run = openRun(async () => fail(refusal));
  await expect(callHook(run, 'advance_clock', { seconds: 3_600 })).rejects.toThrow(Unverifiable);
  expect([run.clock.moved_seconds, describeMovedClock(run)]).toEqual([0, []]);
});

test('a clock that may have moved is reported as doubtful, apart from what was confirmed', async () => {
  let calls = 0;
  const run = openRun(async () => {
    calls += 1;
    return calls > 1 ? fail(new HookError('advance_clock', 'hooks.all.url', 'gave no response')) : Promise.resolve({});
  });
  await callHook(run, 'advance_clock', { seconds: 60 });
  await expect(callHook(run, 'advance_clock', { seconds: 3_600 })).rejects.toThrow(Unverifiable);
  expect(describeMovedClock(run)).toEqual([
    "The run moved the target's clock ahead by 1 min. The API cannot move it back.",
    "The hook advance_clock failed without saying whether it moved the target's clock: it can be up to 1 h further ahead.",
  ]);
});

test('a hook that turns out to be unsupported is missing, and is not called again', async () => {
  let calls = 0;
  const advance: RunHook = async () => {
    calls += 1;
    advance.unsupported = new Error('it is not supported');
    return fail(new HookError('advance_clock', 'hooks.all.url', 'is not supported', { is_refusal: true }));
  };
  const run = openRun(advance);
  for (const _ of [1, 2])
    await expect(callHook(run, 'advance_clock', { seconds: 60 })).rejects.toThrow(
      expect.objectContaining({ constructor: MissingHook, message: 'it is not supported', config_key: 'hooks.advance_clock' }),
    );
  expect([calls, run.clock.moved_seconds]).toEqual([1, 0]);
});
