import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NO_LEDGER, Run, readPath, type HookName, type RunHook } from '#client';
import { runCheck } from '../../runner/run-check.ts';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { AUDIENCE_CHECKS } from './audiences.ts';
import { CREATION_CHECKS } from './creation.ts';
import { SCOPE_CHECKS } from './scopes.ts';

/** Checks that subscribe without needing a delivery. */
const CHECKS = [...AUDIENCE_CHECKS, ...CREATION_CHECKS, ...SCOPE_CHECKS].filter(({ needs }) => !needs.includes('webhooks'));

test('SIG-1 each subscription has its own URL, so a delivery is checked with the right secret', async () => {
  expect(CHECKS.length).toBeGreaterThan(15);
  const urls: unknown[] = [];
  // Accepts every subscription and never deletes one.
  const origin = await serveInTest(async (request, response) => {
    if (request.method !== 'POST') return sendJson(response, 200, { items: [], total: 0, limit: 20, offset: 0, next: null });
    const body: unknown = await json(request);
    const [url, events] = [readPath(body, 'url'), readPath(body, 'events')];
    urls.push(url);
    const id = `whk_${urls.length}`;
    sendJson(response, 201, { data: { id, url, events, secret: `whsec_of_${id}` } });
  });
  const actors = new Map(
    (['buyer', 'rival', 'elevator', 'partner'] as const).map((name) => [
      name,
      { token: `token_of_${name}`, team_id: undefined, user_id: undefined },
    ]),
  );
  const hooks = new Map<HookName, RunHook>([
    ['mint_token', (): Promise<{ token: string }> => Promise.resolve({ token: 'minted' })],
  ]);
  const run = new Run(makeSettings({ base_url: `${origin}/v1`, actors, hooks }), NO_LEDGER);
  for (const check of CHECKS) await runCheck(run, check, new AbortController().signal);
  await run.close();
  const real = urls.filter((url) => typeof url === 'string' && url.startsWith('http'));
  expect(real.length).toBeGreaterThan(25);
  expect(real.filter((url, i) => real.indexOf(url) !== i)).toEqual([]);
});
