import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { createMock } from '#mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runHere } from './testing/run-here.ts';

async function runDoctor(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, out } = await runHere('doctor', ...args);
  return { code, lines: out.trim().split('\n') };
}

test('doctor finds no problem with the mock, and writes nothing', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, lines } = await runDoctor(mock.base_url);
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([`${mock.base_url}, a Gristmill mock`, 'ready to run']);
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^ok {4}run: [\d,]+ checks can run: about /));
  const { items } = (await (await fetch(`${mock.control_url}/requests?limit=500`)).json()) as { items: { method: string }[] };
  expect(items.length).toBeGreaterThan(20);
  expect(items.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('AUTH-1 an invalid token is reported with its key, with exit code 3', async () => {
  await using mock = await createMock({ lots: 20 });
  const dir = makeTestFolder(onTestFinished);
  vi.stubEnv('WRONG_TOKEN', 'live_of_somewhere_else');
  try {
    const config = join(dir, 'a.json');
    writeFileSync(config, '{"actors":{"rival":{"token_env":"WRONG_TOKEN"}}}');
    const { code, lines } = await runDoctor(mock.base_url, '--config', config);
    expect(code).toBe(3);
    expect(lines.slice(-2)).toEqual([
      'bad   rival: is not used: its token is not valid: GET /inventory returned 401 unauthenticated; use a new one (actors.rival)',
      '1 problem to fix before a run',
    ]);
    // No check runs before it is fixed.
    expect(lines.filter((line) => line.includes('can run'))).toEqual([]);
    expect(lines.join()).not.toContain('live_of_somewhere_else');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('what the configuration names and a run ignores or replaces is a warning', async () => {
  await using mock = await createMock({ lots: 20 });
  const config = join(makeTestFolder(onTestFinished), 'a.json');
  writeFileSync(config, '{"actors":{"rival":{"token_env":"UNSET_TOKEN"}},"hooks":{"no_such_hook":{"command":"true"}}}');
  const { code, lines } = await runDoctor(mock.base_url, '--config', config);
  expect(lines.slice(-3)).toEqual([
    expect.stringMatching(/^warn {2}configuration: hooks\.no_such_hook is unknown and was ignored; /) as string,
    expect.stringMatching(/^warn {2}configuration: .*UNSET_TOKEN.*; the mock's own rival is used instead$/) as string,
    'ready to run, with 2 warnings',
  ]);
  expect(code).toBe(0);
});

test('a target that does not respond is reported in one line, with exit code 3', async () => {
  const { code, lines } = await runDoctor('http://127.0.0.1:1/v1');
  expect([code, lines]).toEqual([
    3,
    [
      'http://127.0.0.1:1/v1',
      'bad   target: 127.0.0.1:1: it refused the connection (ECONNREFUSED). Check the host and port in the URL, and that the server is running',
      '1 problem to fix before a run',
    ],
  ]);
});

test('a world that a mock does not have is a problem to fix before a run', async () => {
  await using mock = await createMock({ lots: 20 });
  const world = mock.base_url.replace('/v1', '/worlds/w9/v1');
  const { code, lines } = await runDoctor(world);
  const problem =
    'GET /grades, /inventory, and /market/commodities return 404 ("There is no such world."): the API is at another address';
  expect([code, lines]).toEqual([3, [world, `bad   target: ${problem}`, '1 problem to fix before a run']]);
});
