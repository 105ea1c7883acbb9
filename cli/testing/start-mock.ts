/** Commands as separate processes, above all mocks, for tests that need one. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { COMMAND } from '#client/testing/command';
import type { Addresses } from '#mock';
import { onTestFinished } from 'vitest';

/** Starts a command, and kills it after the test. It is not a child of npm, so that a Ctrl+C is one signal. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...inherited, NO_COLOR: '1', ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Starts a small mock at a free port. */
export function startMock(...args: string[]): ChildProcessWithoutNullStreams {
  return start(['mock', '--port', '0', '--lots', '20', ...args]);
}

/** What a mock with --json prints. */
export async function readAddresses(child: ChildProcessWithoutNullStreams): Promise<Addresses> {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // a line is text
  return JSON.parse(line) as Addresses; // our own output
}

export async function end(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
