import type { RequestListener } from 'node:http';
import { timeLimit } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { explore } from './explore.ts';

const ACTORS = new Map(
  (['buyer', 'seller', 'rival'] as const).map((name) => [
    name,
    { token: `secret_${name}`, team_id: undefined, user_id: undefined },
  ]),
);

const HOSTILE: readonly (readonly [name: string, response: RequestListener])[] = [
  ['never responds', () => undefined],
  [
    'begins a response and never ends it',
    (_request, response) => void response.writeHead(200, { 'content-length': '1000000' }).write('{'),
  ],
  ['always returns 429', (_request, response) => sendJson(response, 429, {}, { 'retry-after': '1e9' })],
];

test.each(HOSTILE)('exploring a target that %s ends when the time is up, and is inconclusive', async (_name, response) => {
  await using target = await serve(response);
  const settings = makeSettings({ base_url: target.base_url, actors: ACTORS, request_timeout_ms: 60_000 });
  const { verdict, reason } = await explore(settings, { signal: timeLimit(300) });
  expect([verdict, reason]).toEqual([
    'inconclusive',
    'the time limit was reached after 0 scenarios; raise it with --max-minutes',
  ]);
});
