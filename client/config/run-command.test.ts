import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

test('a command that cannot be stopped fails in time and is named', async () => {
  const kill = process.kill.bind(process);
  const signals: number[] = [];
  const denied = vi.spyOn(process, 'kill').mockImplementation((pid) => {
    signals.push(pid);
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => {
    denied.mockRestore();
    for (const pid of signals) kill(pid, 'SIGKILL');
  });
  const run = runCommand('sleep 600', { cwd: tmpdir(), env: process.env, timeout_ms: 200 });
  await expect(run).rejects.toThrow(
    /^did not end within 0\.2 s, with nothing on stderr; process group \d+ cannot be stopped: kill EPERM; end it yourself$/,
  );
  expect(signals).toHaveLength(1);
});
