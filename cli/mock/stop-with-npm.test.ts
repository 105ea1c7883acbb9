/** npm hands no signal on: what it has started must notice that it is gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { stopWithNpm } from './stop-with-npm.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A shell that runs a mock as npm's does: it dies of a signal and leaves the mock alone. */
async function startBelowShell(
  env: NodeJS.ProcessEnv,
): Promise<{ address: string; killShell: () => void; end: Promise<string> }> {
  const { npm_lifecycle_event: _, npm_lifecycle_script: __, ...inherited } = process.env;
  const command = `'${process.execPath}' '${MAIN}' mock --port 0 --lots 20 --json; true`;
  // A group of its own, so that nothing is left when the test has failed.
  const shell = spawn('sh', ['-c', command], {
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    try {
      process.kill(-(shell.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  });
  const lines = createInterface(shell.stdout);
  // The mock holds this end open for as long as it lives.
  const end = text(shell.stderr);
  const [line] = (await once(lines, 'line')) as [string]; // a line is text
  const { base_url } = JSON.parse(line) as { base_url: string };
  return { address: base_url, killShell: () => void shell.kill('SIGTERM'), end };
}

test.each([
  ['start', 'node cli/main.ts mock'],
  ['npx', "'gristmill'"],
])('with npm %s gone, the mock goes', async (npm_lifecycle_event, npm_lifecycle_script) => {
  const { address, killShell, end } = await startBelowShell({ npm_lifecycle_event, npm_lifecycle_script });
  killShell();
  expect(await end).toBe('');
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

test.each([
  ['started by hand', {}],
  ['started by a script that something else is', { npm_lifecycle_event: 'test', npm_lifecycle_script: 'vitest run' }],
  [
    'put into the background',
    { npm_lifecycle_event: 'pretest', npm_lifecycle_script: 'gristmill mock & wait-on http://127.0.0.1:4010' },
  ],
])('%s, it is not watched', (_title, env) => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  stopWithNpm(env, () => undefined);
  expect(timers()).toBe(before);
});
