/** npm does not forward signals, so the mock must notice that npm has ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COMMAND } from '#client/testing/command';
import { stopWithNpm } from './stop.ts';

/** Runs a mock below a shell, as npm does: a signal ends the shell only. */
async function startBelowShell(
  env: NodeJS.ProcessEnv,
): Promise<{ address: string; killShell: () => void; end: Promise<string> }> {
  const { npm_lifecycle_event: _, npm_lifecycle_script: __, ...inherited } = process.env;
  const command = `'${process.execPath}' '${COMMAND}' mock --port 0 --lots 20 --json; true`;
  // A process group, so that nothing is left after a failed test.
  const shell = spawn('sh', ['-c', command], {
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    try {
      process.kill(-(shell.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // Everything has ended.
    }
  });
  const lines = createInterface(shell.stdout);
  // The mock holds this end open for as long as it lives.
  const end = text(shell.stderr);
  const [line] = (await once(lines, 'line')) as [string]; // a line is text
  const { base_url } = JSON.parse(line) as { base_url: string };
  return { address: base_url, killShell: () => void shell.kill('SIGTERM'), end };
}

test('the mock ends with npm start', async () => {
  const env = { npm_lifecycle_event: 'start', npm_lifecycle_script: 'node cli/main.ts mock' };
  const { address, killShell, end } = await startBelowShell(env);
  killShell();
  expect(await end).toBe('');
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

test('the mock ends with npx', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(41);
  const stop = vi.fn<() => void>();
  stopWithNpm({ npm_lifecycle_event: 'npx', npm_lifecycle_script: "'gristmill'" }, stop);
  vi.advanceTimersByTime(1_000);
  expect(stop).not.toHaveBeenCalled();

  parent.mockReturnValue(1);
  vi.advanceTimersByTime(1_000);
  expect(stop).toHaveBeenCalledOnce();
});

test.each([
  ['started by hand', {}],
  ['started by a script with another command', { npm_lifecycle_event: 'test', npm_lifecycle_script: 'vitest run' }],
  [
    'put into the background',
    { npm_lifecycle_event: 'pretest', npm_lifecycle_script: 'gristmill mock & wait-on http://127.0.0.1:4010' },
  ],
])('%s: npm is not watched', (_title, env) => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  stopWithNpm(env, () => undefined);
  expect(timers()).toBe(before);
});
