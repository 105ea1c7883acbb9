/** Runs the client in a separate process group, so that what it starts is stopped with it. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { elapsedMs, findShellError, wait } from '#client';

/** The end of the output is kept for the report, from the beginning of a line. */
const OUTPUT_KEPT_CHARS = 8_000;
/** A client that prints more is stopped. */
const OUTPUT_BYTES_MAX = 64 * 1024 ** 2;
/** Between SIGTERM and SIGKILL. */
const TERM_MS = 5_000;
/** After SIGKILL, a process ends sooner than this, even on a busy machine. */
const KILL_MS = 5_000;
const CHECK_MS = 20;
/** How long output can arrive after the process has ended. A child that left its process group can keep the pipe open. */
const DRAIN_MS = 500;

/** A command of the client or of a hook could not be started or stopped. This is not a finding about the client, and the exam cannot continue. */
export class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure';
}

/** The error code of a signal to a process group that does not exist. */
const NO_GROUP = 'ESRCH';

export type Command = string | readonly string[];

/** How a process came to its end. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started, which is not a finding about the client. */
  readonly error: string | undefined;
}

export interface Stopped {
  /** It was still running when the time after SIGTERM was up. */
  readonly was_killed: boolean;
  /** It ended in time, but other processes of its group were still running when the time was up. */
  readonly had_children: boolean;
}

export class ClientProcess {
  readonly #child: ChildProcess;
  /** Resolves after it has ended and its output was read, or 500 ms after its end if a child keeps the pipe open. */
  readonly ended: Promise<Ending>;
  readonly began_ms = elapsedMs();
  ending: Ending | undefined;
  exceeded_output_limit = false;
  #output = '';
  #printed = 0;

  /** @param command a line for the shell, or a program and its arguments */
  constructor(command: Command, env: NodeJS.ProcessEnv) {
    const [program = '', ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
    this.#child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#keepOutput(text);
      });
    const closed = new Promise<void>((resolve) => {
      this.#child.once('close', () => {
        resolve();
      });
    });
    const exited = new Promise<Ending>((resolve) => {
      this.#child.once('error', (error) => {
        resolve({ code: null, signal: null, error: error.message });
      });
      this.#child.once('exit', (code, signal) => {
        const error = typeof command === 'string' ? findShellError(code, this.began_ms) : undefined;
        this.ending = { code, signal, error };
        resolve(this.ending);
      });
    });
    this.ended = this.#end(exited, closed);
  }

  async #end(exited: Promise<Ending>, closed: Promise<void>): Promise<Ending> {
    this.ending = await exited;
    await Promise.race([closed, wait(DRAIN_MS)]);
    return this.ending;
  }

  get is_running(): boolean {
    return this.ending === undefined;
  }

  get output(): string {
    return this.#output;
  }

  #keepOutput(text: string): void {
    this.#printed += Buffer.byteLength(text);
    const whole = this.#output + text;
    this.#output = whole.slice(-OUTPUT_KEPT_CHARS);
    // Half a line could be half a secret, which is not recognized.
    if (whole.length > OUTPUT_KEPT_CHARS) this.#output = this.#output.slice(this.#output.indexOf('\n') + 1);
    if (this.#printed <= OUTPUT_BYTES_MAX || this.exceeded_output_limit) return;
    this.exceeded_output_limit = true;
    this.#signal('SIGKILL');
  }

  /**
   * Ends the whole process group: SIGTERM to a client that is running, and after at most `term_ms`, SIGKILL to what is left.
   * @throws ProcessFailure if the system denies it, or if a process is still running 5 s later
   */
  async stop(term_ms = TERM_MS): Promise<Stopped> {
    if (this.is_running) this.#signal('SIGTERM');
    const until_ms = elapsedMs() + term_ms;
    while (this.is_running && elapsedMs() < until_ms) await Promise.race([this.ended, wait(CHECK_MS)]);
    const was_killed = this.is_running;
    // A shell can end before the program that it runs.
    while (this.#hasGroup() && elapsedMs() < until_ms) await wait(CHECK_MS);
    const had_children = !was_killed && this.#hasGroup();
    const error = this.#signal('SIGKILL');
    const kill_until_ms = elapsedMs() + (error === 'EPERM' ? 0 : KILL_MS);
    while ((this.is_running || this.#hasGroup()) && elapsedMs() < kill_until_ms) await wait(CHECK_MS);
    const has_ended = !this.is_running && !this.#hasGroup();
    if (has_ended) await this.ended;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    if (has_ended) return { was_killed, had_children };
    this.#child.unref();
    throw new ProcessFailure(
      `the process group ${this.#child.pid ?? ''} of the client cannot be stopped: ${error === 'EPERM' ? 'kill EPERM' : 'it is still running after SIGKILL'}; end it yourself, and let the command start the client as the user that runs gristmill`,
    );
  }

  #hasGroup(): boolean {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    const error = this.#signal(0);
    if (error === NO_GROUP) return false;
    // Some systems deny signals to a group whose processes have all ended and wait for their parent.
    return (countRunning(pid) ?? (error === undefined ? 1 : 0)) > 0;
  }

  /** Sends a signal to the group. @returns the error code if it was not sent, such as EPERM */
  #signal(signal: NodeJS.Signals | 0): string | undefined {
    const { pid } = this.#child;
    if (pid === undefined) return NO_GROUP;
    try {
      process.kill(-pid, signal);
      return undefined;
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
  }
}

/** How many processes of a group have not ended. Undefined on a system without /proc. */
function countRunning(group: number): number | undefined {
  try {
    const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [readStat(name)] : []));
    return stats.filter(({ state, pgrp }) => pgrp === group && state !== 'Z').length;
  } catch {
    return undefined;
  }
}

/** The third and the fifth field of proc_pid_stat(5), after the name of the process, which can contain spaces and parentheses. */
function readStat(pid: string): { state: string; pgrp: number } {
  try {
    const [state = '', , pgrp = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state, pgrp: Number(pgrp) };
  } catch {
    return { state: 'Z', pgrp: 0 };
  }
}

/**
 * `ended with exit code 1 before it was ready`, for sentences.
 * @param when such as `before it was ready`; left out if the client did not even start
 */
export function describeEnding({ code, signal, error }: Ending, when = ''): string {
  if (error !== undefined) return `could not be started: ${error}`;
  const what = signal === null ? `ended with exit code ${code ?? 0}` : `was ended by ${signal}`;
  return when === '' ? what : `${what} ${when}`;
}
