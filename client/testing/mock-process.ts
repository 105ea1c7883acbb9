/** Runs `gristmill mock` in a separate process. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { COMMAND } from './command.ts';

export interface MockProcess extends AsyncDisposable {
  /** What `gristmill mock --json` prints. */
  addresses: Readonly<Record<'base_url' | 'auth_url' | 'control_url' | 'dashboard_url', string>> & {
    readonly tokens: Record<string, string>;
  };
  /** What it wrote to stderr so far. */
  errors: () => string;
  /** Ends it with a signal, by default SIGTERM, and resolves when it has ended. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
}

interface ProcessOptions {
  /** The file of the command. Default: that of the repository. */
  main?: string | undefined;
  /** A free one by default. */
  port?: number;
  /** Flags of Node. */
  node?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** A command that starts the process, such as one that takes rights away from it. */
  wrapper?: readonly string[];
}

/** Starts a process, without waiting until it serves requests. @param flags of `gristmill mock` */
export function spawnMock(
  flags: readonly string[],
  { main = COMMAND, port = 0, node = [], env = {}, wrapper = [] }: ProcessOptions = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const command = [...wrapper, process.execPath, ...node, main, 'mock', '--port', String(port), '--json', ...flags];
  const [file = '', ...args] = command;
  // npm repeats signals, and this process does not: the mock must not take a second one for a repetition.
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  return spawn(file, args, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts a process. @throws Error with its exit code and what it printed, if it ends before it serves requests */
export async function startMockProcess(flags: readonly string[], options: ProcessOptions = {}): Promise<MockProcess> {
  const child = spawnMock(flags, options);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = once(child, 'close');
  const line = await Promise.race([once(createInterface(child.stdout), 'line').then(String), exited.then(() => undefined)]);
  if (line === undefined) throw new Error(`the mock ended with ${child.exitCode} before it served requests: ${errors}`);
  // The output of --json.
  const addresses = JSON.parse(line) as MockProcess['addresses'];
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return {
    addresses,
    errors: () => errors,
    kill,
    [Symbol.asyncDispose]: () => kill(),
  };
}
