import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { COMMAND } from '#client/testing/command';
import { onTestFinished } from 'vitest';

/** Starts a command in a separate process, and kills it after the test. It is not a child of npm, so that a Ctrl+C is one signal. */
export function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...inherited, NO_COLOR: '1' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
