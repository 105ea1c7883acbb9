import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { conform } from './conform.ts';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';

/** Targets that would keep a run busy for hours. */
const HOSTILE: readonly (readonly [name: string, response: RequestListener])[] = [
  ['never responds', () => undefined],
  [
    'begins a response and never ends it',
    (_request, response) => void response.writeHead(200, { 'content-length': '1000000' }).write('{'),
  ],
  [
    'returns 429 every time',
    (_request, response) =>
      sendJson(response, 429, { error: { status: 429, code: 'rate_limited', message: 'Slow down.' } }, { 'retry-after': '1e9' }),
  ],
];

test.each(HOSTILE)(
  'OP-1 a run against a target that %s ends when its time is up, and is inconclusive',
  async (_name, response) => {
    await using target = await serve(response);
    const settings = makeSettings({
      base_url: target.base_url,
      actors: makeActors('buyer', 'seller', 'rival'),
      selection: { only: ['AUTH-1', 'PAGE-1', 'BID-26'], skip: [], clauses: [], shard: undefined },
      request_timeout_ms: 60_000,
      check_timeout_ms: 60_000,
      time_limit_ms: 300,
    });
    const { verdict, exit_code, reasons, is_interrupted, checks } = await conform(settings);
    expect([verdict, exit_code, is_interrupted]).toEqual(['inconclusive', 3, false]);
    expect(reasons.join()).toMatch(/the time limit was reached before \d+ checks finished; allow more time with --max-minutes/);
    const late = checks.filter(({ config_key }) => config_key === '--max-minutes');
    expect(late.find(({ id }) => id.startsWith('BID-26/'))).toMatchObject({
      verdict: 'skip',
      reason: 'the time limit of the run was reached',
    });
  },
);
