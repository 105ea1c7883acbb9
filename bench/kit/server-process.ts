import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '#client';
import { pause } from '#mock/ports/timer';

/** A server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  pid: number;
  /** The URL in front of the paths of the API document, such as `http://127.0.0.1:4010/v1`. */
  base_url: string;
}

/** The program that `gristmill` runs in the published package. */
export const LAUNCHER = 'dist/cli/launch.js';
const DOCUMENT = 'spec/openapi.json';
const PRISM = 'node_modules/@stoplight/prism-cli/dist/index.js';
const MOCKOON = 'mockoon-cli';

/**
 * Starts the built mock as users do.
 * @param options flags of the command line, without `--port`
 * @param env additional environment variables
 */
export function startMock(options: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServer([LAUNCHER, 'mock', '--port', '0', '--json', ...options], env);
}

/**
 * Starts a minimal server that returns prepared responses.
 * @param kind `express` and `http` serialize an object for every request, as the mock does; `text` is Express with a prepared text; `limited` is `express` with a request limit for each token
 * @param routes_path a file with routes, in the format that the programs in `bench/peers` document. Default: GET /v1/inventory with an empty object
 */
export function startBare(
  kind: 'express' | 'http' | 'text' | 'limited',
  routes_path?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const program = kind === 'http' ? 'bench/peers/bare-http.js' : 'bench/peers/bare-express.js';
  return startServer([program, kind, ...(routes_path === undefined ? [] : [routes_path])], env);
}

/** Starts another mock authorization server, with its token endpoint at `/token`. */
export function startTokenPeer(): Promise<ServerProcess> {
  return startServer(['bench/peers/oauth2-mock-server.js'], {});
}

/** Starts Prism with `spec/openapi.json`. Prism serves its paths without `/v1`. */
export function startPrism(): Promise<ServerProcess> {
  return startAtPort((port) => [process.execPath, PRISM, 'mock', '--port', String(port), DOCUMENT]);
}

/** Starts Mockoon with `spec/openapi.json`. Undefined if `mockoon-cli` is not installed. */
export async function startMockoon(): Promise<ServerProcess | undefined> {
  const folders = ['node_modules/.bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const command = folders.map((folder) => join(folder, MOCKOON)).find((path) => existsSync(path));
  if (command === undefined) return undefined;
  return startAtPort((port) => [command, 'start', '--data', DOCUMENT, '--port', String(port), '--disable-log-to-file']);
}

const POLL_MS = 5;
/** A world of 1,000,000 lots is built in half a minute on a fast machine. */
const START_MS_MAX = 300_000;

/**
 * Runs a program until it prints a line of JSON with its `base_url`.
 * @throws Error with the program's output if it ends first, prints another line, or takes too long
 */
export async function startServer(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  start_ms_max = START_MS_MAX,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let error_output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error_output += text;
  });
  const describeProblem = (problem: string): Error => new Error(`${command.join(' ')} ${problem}: ${error_output}`);
  try {
    const signal = AbortSignal.timeout(start_ms_max);
    const line = once(createInterface(child.stdout), 'line', { signal }).catch(() => 'late' as const);
    const first = await Promise.race([line, ended.then(() => 'ended' as const)]);
    if (first === 'late') throw describeProblem(`was not ready within ${start_ms_max} ms`);
    if (first === 'ended') throw describeProblem('ended before it was ready');
    return processOf(child, readBaseUrl(String(first[0])), ended);
  } catch (error) {
    child.kill('SIGTERM');
    await ended;
    throw error;
  }
}

/** Reads the object that the programs print when they are ready. */
function readBaseUrl(line: string): string {
  const printed: unknown = JSON.parse(line);
  const base_url = typeof printed === 'object' && printed !== null && 'base_url' in printed ? printed.base_url : undefined;
  if (typeof base_url !== 'string') throw new Error(`the program printed no base_url: ${line}`);
  return base_url;
}

/** Runs a program that does not print when it is ready, and sends requests until one succeeds. */
async function startAtPort(commandOf: (port: number) => readonly string[]): Promise<ServerProcess> {
  const port = await findFreePort();
  const [program = '', ...args] = commandOf(port);
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'close');
  const server = processOf(child, `http://127.0.0.1:${port}`, ended);
  const signal = AbortSignal.timeout(START_MS_MAX);
  while (!(await isUp(`${server.base_url}/inventory`, signal))) {
    const has_ended = child.exitCode !== null || child.signalCode !== null;
    if (has_ended || signal.aborted) {
      await server[Symbol.asyncDispose]();
      const problem = has_ended ? 'ended before it was ready' : `was not ready within ${START_MS_MAX} ms`;
      throw new Error(`${program} ${args.join(' ')} ${problem}`);
    }
    // Keeps this process alive, which a pause alone would not do after the program has ended.
    await Promise.race([pause(POLL_MS, signal), ended]);
  }
  return server;
}

async function isUp(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { authorization: 'Bearer dev_buyer' }, signal });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function processOf(child: ChildProcess, base_url: string, ended: Promise<unknown>): ServerProcess {
  if (child.pid === undefined) throw new Error(`${child.spawnfile} did not start`);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid, base_url, [Symbol.asyncDispose]: stop };
}
