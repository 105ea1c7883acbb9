import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  pid: number;
  /** Ends in `/v1`. */
  base_url: string;
}

/** The command of the installed package. */
const LAUNCHER = 'dist/cli/launch.js';
const PEER = 'bench/peers/bare-express.js';
const TOKEN_PEER = 'bench/peers/oauth2-mock-server.js';

/**
 * Starts the built mock in the same way as users do.
 * @param options flags of the command line, without `--port`
 * @param env additional environment variables
 */
export function startMock(options: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServer([LAUNCHER, 'mock', '--port', '0', '--json', ...options], env);
}

/**
 * Starts a minimal server for the same request: Express with one route.
 * @param form `text` sends a prepared text; `json` serializes an object for every request, as the mock does
 * @param page_path a file with the page to send. Default: an empty object
 */
export function startBareExpress(
  form: 'text' | 'json',
  page_path?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return startServer([PEER, form, ...(page_path === undefined ? [] : [page_path])], env);
}

/** Starts another mock authorization server, with its token endpoint at `/token`. */
export function startTokenPeer(): Promise<ServerProcess> {
  return startServer([TOKEN_PEER], {});
}

/** Runs a program until it prints a line of JSON with its `base_url`. @throws with its output, if it ends first */
async function startServer(command: readonly string[], env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => undefined)]);
  if (first === undefined || child.pid === undefined)
    throw new Error(`${command.join(' ')} ended before it was ready: ${complaint}`);

  // The programs that it starts print an object with this field.
  const { base_url } = JSON.parse(String(first[0])) as { base_url: string };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid, base_url, [Symbol.asyncDispose]: stop };
}
