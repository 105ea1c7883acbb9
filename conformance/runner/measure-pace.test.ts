import { expect, onTestFinished, test } from 'vitest';
import { NO_LEDGER, Run, elapsedMs } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { makeSettings } from '#client/testing/settings';
import { measurePace } from './measure-pace.ts';

test('measuring a target that never responds ends with the run', async () => {
  const base_url = `${await serveInTest(() => undefined)}/v1`;
  const run = new Run(makeSettings({ base_url, request_timeout_ms: 60_000 }), NO_LEDGER);
  onTestFinished(async () => run.close());
  const began_ms = elapsedMs();
  expect(await measurePace(run.http, AbortSignal.timeout(50))).toEqual({ response_ms: 2_000, allowed_per_second: Infinity });
  expect(elapsedMs() - began_ms).toBeLessThan(1_500);
});

test.each([
  ['3000;w=60', 50],
  ['20;w=1, 600;w=60', 10],
  ['"burst";q=100;w=1, "hourly";q=3600;w=3600', 1],
  ['100', Infinity],
  ['none', Infinity],
])('RateLimit-Policy: %s allows %d requests per second', async (policy, allowed_per_second) => {
  const origin = await serveInTest((_, response) => void response.writeHead(401, { 'ratelimit-policy': policy }).end());
  const run = new Run(makeSettings({ base_url: `${origin}/v1` }), NO_LEDGER);
  onTestFinished(async () => run.close());
  expect(await measurePace(run.http)).toMatchObject({ allowed_per_second });
});
