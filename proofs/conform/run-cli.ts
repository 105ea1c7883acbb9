/** Runs the command line in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { COMMAND } from '#client/testing/command';

export interface Finished {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** Starts `gristmill …`. @param cwd the folder of ledgers and configurations */
export function startCli(
  args: readonly string[],
  cwd: string,
  env: Environment = {},
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env: { ...process.env, ...env } });
  const closed = once(child, 'close') as Promise<[number | null]>; // the code comes first
  const finished = Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { child, finished: finished.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })) };
}

export async function runCli(args: readonly string[], cwd: string, env: Environment = {}): Promise<Finished> {
  return startCli(args, cwd, env).finished;
}

/** Creates a temporary folder. Its end of scope removes it. */
export function makeFolder(): { path: string } & Disposable {
  return mkdtempDisposableSync(join(tmpdir(), 'gristmill-'));
}
