import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { elapsedMs, timeLimit } from '../clock.ts';
import { describeThrown } from './describe-thrown.ts';

/** The maximum size of the output, unless the caller sets another. */
const OUTPUT_BYTES_MAX = 1024 * 1024;
/** The maximum length of quoted stderr. */
const QUOTE_MAX = 400;
/** A shell knows sooner than this that it cannot run a program, even on a busy machine. Later, the exit code is that of the program. */
const START_MS = 3_000;
/** The exit codes of a shell that cannot run a program (POSIX.1-2024, Shell Command Language, 2.8.2). */
const SHELL_ERRORS: Readonly<Record<number, string>> = {
  126: 'the shell cannot execute it (exit code 126)',
  127: 'the shell did not find it (exit code 127)',
};

/** Why a shell could not run a command line; undefined if it could. @param began_ms when the shell was started, as {@link elapsedMs} counts */
export function findShellError(code: number | null, began_ms: number): string | undefined {
  return elapsedMs() - began_ms < START_MS ? SHELL_ERRORS[code ?? 0] : undefined;
}

interface CommandOptions {
  /** The working directory: the folder of the configuration file. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Written to stdin. */
  input?: string;
  timeout_ms: number;
  /** The maximum size of stdout, and of stderr. Default: 1 MiB. */
  output_bytes_max?: number;
}

/** A command failed. The message quotes stderr, but never stdout, which can contain a secret. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Whether it did not end in time. */
  readonly has_hung: boolean;
  /** Whether it was started. If not, the command line is wrong. */
  readonly has_started: boolean;

  constructor(message: string, { has_hung = false, has_started = true } = {}) {
    super(message);
    this.has_hung = has_hung;
    this.has_started = has_started;
  }
}

/**
 * Runs a command in a shell.
 * @returns its stdout
 * @throws CommandError if the exit code is not 0, or if the output or time limit is exceeded. At a limit, the command and its children are killed; on Windows,
 * only the shell.
 */
export async function runCommand(
  command: string,
  { cwd, env, input = '', timeout_ms, output_bytes_max = OUTPUT_BYTES_MAX }: CommandOptions,
): Promise<string> {
  const began_ms = elapsedMs();
  // A separate process group, so that children of the shell can be killed too.
  const child = spawn(command, { shell: true, cwd, env, detached: process.platform !== 'win32', stdio: 'pipe' });
  const time_is_up = timeLimit(timeout_ms);
  return new Promise<string>((resolve, reject) => {
    let is_over = false;
    const fail = (message: string, kind: { has_hung?: boolean; has_started?: boolean } = {}): void => {
      const failure = is_over ? undefined : killGroup(child);
      reject(new CommandError(`${message}${failure ?? ''}`, kind));
    };
    const tooMuch = (): void => {
      fail(`printed more than ${output_bytes_max} bytes`);
    };
    const readStdout = collect(child.stdout, output_bytes_max, tooMuch);
    const readStderr = collect(child.stderr, output_bytes_max, tooMuch);
    time_is_up.addEventListener('abort', () => {
      fail(`did not end within ${timeout_ms / 1_000} s${quote(readStderr())}`, { has_hung: true });
    });
    child.on('error', (error) => {
      fail(`could not be started: ${error.message}`, { has_started: false });
    });
    child.on('close', (code, signal) => {
      is_over = true;
      const shell_error = findShellError(code, began_ms);
      if (code === 0) resolve(readStdout());
      else if (shell_error !== undefined)
        fail(`could not be started: ${shell_error}${quote(readStderr())}`, { has_started: false });
      else fail(`${code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${code}`}${quote(readStderr())}`);
    });
    // A command can ignore stdin.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function collect(stream: Readable, bytes_max: number, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytes_max) onTooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function quote(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' | ');
  // Start at a word boundary, because the redactor cannot recognize the end of a secret.
  const quoted = line.length > QUOTE_MAX ? line.slice(-QUOTE_MAX).replace(/^\S*/, '…') : line;
  return line === '' ? ', with nothing on stderr' : `: ${quoted}`;
}

/** Kills the shell and its children, which can outlive it. @returns what to append to a message if the system denies it */
function killGroup(child: ChildProcessWithoutNullStreams): string | undefined {
  const { pid } = child;
  if (pid === undefined) return undefined;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    return undefined;
  } catch (error) {
    // ESRCH: it has already ended by itself.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined;
    // This process must not wait for a command that it cannot stop.
    for (const stream of child.stdio) stream?.destroy();
    child.unref();
    return `; process group ${pid} cannot be stopped: ${describeThrown(error)}; end it yourself`;
  }
}
