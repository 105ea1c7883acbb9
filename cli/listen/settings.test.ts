import { findFreePort } from '#client/http/find-free-port';
import { serve } from '#client/testing/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runHere } from '../testing/run-here.ts';

beforeEach(() => {
  vi.stubEnv('GRISTMILL_WEBHOOK_SECRET', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function complain(...args: string[]): Promise<{ code: number; complaint: string }> {
  const { code, complaint } = await runHere('listen', ...(args.includes('--port') ? [] : ['--port', '0']), ...args);
  return { code, complaint: complaint.replace(/^gristmill: /, '').trimEnd() };
}

test.each<[args: string[], said: RegExp]>([
  [['--port', 'http'], /^--port: 'http' /],
  [['--host', '0.0.0.0'], /^--secret: is missing/],
  [['--answer', '100'], /^--answer: '100' is not a list of statuses/],
  [['--answer', '200', '--forward-to', 'http://127.0.0.1:9/'], /cannot be used with/],
  [['--forward-to', 'there'], /^--forward-to: 'there' /],
  [['--forward-secret', 'whsec_a'], /^--forward-secret: needs --forward-to/],
  [
    ['--forward-to', 'http://127.0.0.1:9/', '--forward-secret-env', 'NOT_THERE_AT_ALL'],
    /^--forward-secret-env: the environment variable/,
  ],
  [['--token', 'dev_buyer'], /^--token: needs --subscribe/],
  [['--subscribe', 'x'], /^--subscribe: 'x' /],
  [['--subscribe', 'http://127.0.0.1:9/v1'], /^--token-env: is missing; name an environment variable/],
  [['--subscribe', 'http://127.0.0.1:9/v1', '--token', 'secret'], /^--token: takes developer tokens/],
  [
    ['--subscribe', 'http://127.0.0.1:9/v1', '--token-env', 'NOT_THERE_AT_ALL'],
    /^--token-env: the environment variable NOT_THERE_AT_ALL is not set/,
  ],
  [
    ['--subscribe', 'https://api.example.com/v1', '--token', 'dev_buyer'],
    /^--public-url: is missing; give the address at which api\.example\.com reaches/,
  ],
])('wrong usage %j prints one line and exits with 2', async (args, said) => {
  const { code, complaint } = await complain(...args);
  expect(code).toBe(2);
  expect(complaint).not.toContain('\n');
  expect(complaint).toMatch(said);
});

test('--forward-to its own address is rejected', async () => {
  const port = String(await findFreePort());
  const { code, complaint } = await complain('--port', port, '--forward-to', `http://localhost:${port}/x`);
  expect([code, complaint]).toEqual([2, expect.stringMatching(/^--forward-to: .* is the address of this listener/)]);
});

test('a port in use prints one line and exits with 2; a deployment that creates no subscription exits with 3', async () => {
  await using taken = await serve((_, response) => response.writeHead(403).end('{"error":{"message":"No."}}'));
  const { port } = new URL(taken.base_url);
  expect(await complain('--port', port)).toEqual({
    code: 2,
    complaint: `--port: ${port} is in use; give another, or 0 to pick a free one`,
  });
  const refused = await complain('--subscribe', taken.base_url, '--token', 'dev_reader');
  expect(refused).toEqual({
    code: 3,
    complaint: `--subscribe: ${taken.base_url} did not create a subscription: status 403, No`,
  });
});
