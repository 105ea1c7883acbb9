import { expect, onTestFinished, test } from 'vitest';
import { NO_LEDGER, Run, elapsedMs } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { makeSettings } from '#client/testing/settings';
import { measureResponseTime } from './measure-response-time.ts';

test('measuring a target that never answers ends with the run', async () => {
  const base_url = `${await serveInTest(() => undefined)}/v1`;
  const run = new Run(makeSettings({ base_url, request_timeout_ms: 60_000 }), NO_LEDGER);
  onTestFinished(async () => run.close());
  const began_ms = elapsedMs();
  expect(await measureResponseTime(run.http, AbortSignal.timeout(50))).toBe(2_000);
  expect(elapsedMs() - began_ms).toBeLessThan(1_500);
});
