import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  pid: number;
  /** Ends in `/v1`. */
  base_url: string;
}

/** The command that an installed package runs. */
const LAUNCHER = 'dist/cli/launch.js';
const PEER = 'bench/peers/bare-express.js';
const TOKEN_PEER = 'bench/peers/oauth2-mock-server.js';

/**
 * Starts the built mock, as its users do.
 * @param options flags of the command line, without `--port`
 * @param env what its environment has besides ours
 */
export function startMock(options: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServer([LAUNCHER, 'mock', '--port', '0', '--json', ...options], env);
}

/**
 * Starts the least that answers the same request: Express with one route.
 * @param form whether it sends a text that lies ready, or makes JSON of an object each time, as the mock has to
 * @param page_path a file with the page it sends; an empty object unless given
 */
export function startBareExpress(
  form: 'text' | 'json',
  page_path?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return startServer([PEER, form, ...(page_path === undefined ? [] : [page_path])], env);
}

/** Starts another mock of an authorization server; its token endpoint is `/token` at its origin. */
export function startTokenPeer(): Promise<ServerProcess> {
  return startServer([TOKEN_PEER], {});
}

/** Runs a program of ours until it prints one line of JSON that tells its `base_url`. @throws what it printed, where it ends before that */
async function startServer(command: readonly string[], env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => undefined)]);
  if (first === undefined || child.pid === undefined)
    throw new Error(`${command.join(' ')} ended before it served: ${complaint}`);

  // Both programs are ours: the line is an object with this field.
  const { base_url } = JSON.parse(String(first[0])) as { base_url: string };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid, base_url, [Symbol.asyncDispose]: stop };
}
