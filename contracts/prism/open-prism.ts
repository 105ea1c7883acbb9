/** Starts one Prism proxy in a separate process. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { findFreePort, isListening, poll } from '#client';
import { findDocument } from '../document.ts';
import { findPrism } from '../peers.ts';
import { ContractsSetupError } from '../errors.ts';

/** Prism parses the document before it responds. */
const START_MS = 30_000;
const OUTPUT_KEPT_MAX = 4_000;
/** Another process can take the free port before Prism does. */
const TRIES_MAX = 3;

/** Runs before Prism and ends it when its stdin closes, so that Prism does not outlive a killed parent. */
const EXIT_WITH_PARENT = 'data:text/javascript,process.stdin.on("end", () => process.exit()).resume()';

interface Prism extends AsyncDisposable {
  /** The base URL for the paths of the document. */
  origin: string;
  /** Whether its process has ended. */
  hasEnded: () => boolean;
}

interface PrismOptions {
  /** The URL that it forwards requests to. */
  upstream: string;
  /** A strict process replaces a response that violates the document by an error, and does not validate requests. A lenient one only reports, on both. */
  is_strict: boolean;
}

/** @throws ContractsSetupError if Prism is not installed or does not start */
export async function openPrism(options: PrismOptions): Promise<Prism> {
  const program = findPrism();
  let output = '';
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const started = await start(program, options);
    if ('origin' in started) return started;
    ({ output } = started);
  }
  throw new ContractsSetupError(`Prism did not start: ${output.trim().split('\n').slice(-5).join(' | ') || 'no output'}`);
}

async function start(program: string, options: PrismOptions): Promise<Prism | { output: string }> {
  const { upstream, is_strict } = options;
  // Prism prints the port it chose only in verbose mode.
  const port = await findFreePort();
  const modes = ['--errors', String(is_strict), '--validate-request', String(!is_strict), '--cors', 'false'];
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--multiprocess', 'false', '--verboseLevel', 'fatal'];
  const child = spawn(
    process.execPath,
    ['--import', EXIT_WITH_PARENT, program, 'proxy', findDocument(), upstream, ...modes, ...flags],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const { ended, read } = follow(child);
  /** Undefined until it is known. */
  const isUp = async (): Promise<boolean | undefined> => {
    if (child.exitCode !== null) return false;
    // Without a request, because Prism without `--errors` would forward it to the target.
    return (await isListening(port)) || undefined;
  };
  const is_up = await poll(isUp, { within_ms: START_MS });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (is_up === true) return { origin: `http://127.0.0.1:${port}`, hasEnded, [Symbol.asyncDispose]: close };
  await close();
  return { output: read() };
}

/** Resolves when the process ends, and collects the end of its output. */
function follow(child: ChildProcessWithoutNullStreams): { ended: Promise<void>; read: () => string } {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-OUTPUT_KEPT_MAX);
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  return { ended, read: () => output };
}
