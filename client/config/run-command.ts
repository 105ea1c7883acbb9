import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { timeLimit } from '../clock.ts';

/** No hook and no token needs more. */
const OUTPUT_BYTES_MAX = 1024 * 1024;
/** So much of what a failed command said is quoted. */
const QUOTE_MAX = 400;

export interface CommandOptions {
  /** Where it runs: the folder of the configuration file. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** What it reads on stdin. */
  input?: string;
  timeout_ms: number;
}

/** A command that did not do what it was run for. The message quotes stderr, never stdout: that may hold a secret. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Runs a command of the operator in a shell.
 * @returns what it printed
 * @throws CommandError where it exits with another code than 0, prints too much, or takes too long; it and what it started are killed then
 */
export async function runCommand(command: string, { cwd, env, input = '', timeout_ms }: CommandOptions): Promise<string> {
  // A group of its own, so that what the shell has started can be ended with it.
  const child = spawn(command, { shell: true, cwd, env, detached: process.platform !== 'win32', stdio: 'pipe' });
  const time_is_up = timeLimit(timeout_ms);
  return new Promise<string>((resolve, reject) => {
    let is_over = false;
    const fail = (message: string): void => {
      if (!is_over) killGroup(child);
      reject(new CommandError(message));
    };
    const tooMuch = (): void => {
      fail(`printed more than ${OUTPUT_BYTES_MAX} bytes`);
    };
    const printed = collect(child.stdout, tooMuch);
    const complained = collect(child.stderr, tooMuch);
    time_is_up.addEventListener('abort', () => {
      fail(`did not end within ${timeout_ms / 1_000} s${quote(complained())}`);
    });
    child.on('error', (error) => {
      fail(`could not be started: ${error.message}`);
    });
    child.on('close', (code, signal) => {
      is_over = true;
      if (code === 0) resolve(printed());
      else fail(`${code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${code}`}${quote(complained())}`);
    });
    // A command need not read what it is told.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function collect(stream: Readable, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > OUTPUT_BYTES_MAX) onTooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function quote(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' | ');
  // Begun with a whole word: the rest of a secret could not be told from any other text.
  const quoted = line.length > QUOTE_MAX ? line.slice(-QUOTE_MAX).replace(/^\S*/, '…') : line;
  return line === '' ? ', and said nothing on stderr' : `: ${quoted}`;
}

/** The shell may have ended already, and what it has started not. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: it has ended by itself meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
