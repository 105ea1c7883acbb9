/** Starts one Prism proxy in a separate process. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { poll } from '#client';
import { findPrism } from '../peers.ts';
import { ContractsSetupError } from '../errors.ts';

/** It reads the document before it answers. */
const START_MS = 30_000;
const OUTPUT_KEPT_MAX = 4_000;
/** A port that was free may be taken by the time that Prism asks for it. */
const TRIES_MAX = 3;

/** Run before Prism: whoever started it may be killed, and Prism would stay for ever. The end of its stdin is the end of them. */
const LEASH = 'data:text/javascript,process.stdin.on("end", () => process.exit()).resume()';

export interface Prism extends AsyncDisposable {
  /** Below it the paths of the document begin. */
  origin: string;
  /** Whether its process is gone. */
  hasEnded: () => boolean;
}

export interface PrismOptions {
  /** The OpenAPI document: a path, or an address. */
  document: string;
  /** Where it sends requests on. */
  upstream: string;
  /** Whether an answer that breaks the document is replaced by an error. */
  has_errors: boolean;
  /** Whether requests are held against the document too. */
  validates_requests: boolean;
}

/** @throws ContractsSetupError where Prism is not installed, or does not start */
export async function openPrism(options: PrismOptions): Promise<Prism> {
  const program = findPrism();
  let said = '';
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const started = await start(program, options);
    if ('origin' in started) return started;
    ({ said } = started);
  }
  throw new ContractsSetupError(`Prism did not start: ${said.trim().split('\n').slice(-5).join(' | ') || 'it said nothing'}`);
}

async function start(program: string, options: PrismOptions): Promise<Prism | { said: string }> {
  const { document, upstream, has_errors, validates_requests } = options;
  const port = await findFreePort();
  const modes = ['--errors', String(has_errors), '--validate-request', String(validates_requests), '--cors', 'false'];
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--multiprocess', 'false', '--verboseLevel', 'fatal'];
  const child = spawn(process.execPath, ['--import', LEASH, program, 'proxy', document, upstream, ...modes, ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { ended, read } = follow(child);
  const look = async (): Promise<boolean | undefined> => {
    if (child.exitCode !== null) return false;
    return (await isOpen(port)) || undefined;
  };
  const is_up = await poll(look, { within_ms: START_MS });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (is_up === true) return { origin: `http://127.0.0.1:${port}`, hasEnded, [Symbol.asyncDispose]: close };
  await close();
  return { said: read() };
}

/** When it ends, and the last of what it says. */
function follow(child: ChildProcessWithoutNullStreams): { ended: Promise<void>; read: () => string } {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-OUTPUT_KEPT_MAX);
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
    child.once('error', (error) => {
      said += error.message;
      resolve();
    });
  });
  return { ended, read: () => said };
}

/** Prism takes port 0, and tells which it got only where it tells everything else as well. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  return port;
}

/** Nothing is asked: a Prism without `--errors` sends on what it does not know. */
async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
