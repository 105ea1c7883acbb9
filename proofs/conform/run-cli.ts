/** Runs the command line in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from '#client/testing/command';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  finished: Promise<Finished>;
}

/** Starts `gristmill …`. @param cwd the folder of ledgers and configurations */
export function startCli(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  return { child, finished };
}

export async function runCli(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return startCli(args, cwd, env).finished;
}

/** A temporary folder. */
export function makeFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'gristmill-'));
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
