/** Stopping a mock: on signals, and when npm ends. */
import type { Mock } from '#mock';
import { stopwatchMs } from '#mock/ports/clock';
import { Alarm } from '#mock/ports/timer';
import { messageOf } from '../errors.ts';

const EXIT_INTERRUPTED = 130;
/** npm forwards a Ctrl+C that the terminal has already sent to us. Two signals within this time count as one. */
const ECHO_MS = 250;

/**
 * SIGTERM and SIGINT finish requests in progress and exit with 0. A second SIGINT exits immediately.
 * @param options.beforeEnd called while the mock still runs
 */
export function stopOnSignals(
  mock: Mock,
  { is_silent, beforeEnd }: { is_silent: boolean; beforeEnd?: (() => Promise<void>) | undefined },
): void {
  let stopping_since_ms: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping_since_ms !== undefined) {
      const is_echo = process.env['npm_lifecycle_event'] !== undefined && stopwatchMs() - stopping_since_ms < ECHO_MS;
      if (signal === 'SIGINT' && !is_echo) process.exit(EXIT_INTERRUPTED);
      return;
    }
    stopping_since_ms = stopwatchMs();
    if (!is_silent) process.stderr.write('Stopping after the requests in progress. Press Ctrl+C again to exit immediately.\n');
    (beforeEnd?.() ?? Promise.resolve())
      .then(() => mock.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`gristmill: ${messageOf(error)}\n`);
          process.exit(1);
        },
      );
  };
  stopWithNpm(process.env, () => {
    stop('SIGTERM');
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** How often to check that npm still runs, in ms. */
const CHECK_EVERY_MS = 250;
/** Matches an npm script that runs this command. */
const OURSELVES = /\bgristmill\b|\bcli\/main\.ts mock\b/;
/** Matches `&`: a command in the background should outlive its script. */
const IN_BACKGROUND = /(?<![&>])&(?![&>\d])/;

/**
 * npm and npx do not forward signals, so killing them would leave the mock running. This stops the mock when its parent ends. It has no
 * effect on systems that do not give an orphan a new parent, such as Windows.
 * @param env as npm sets it for its scripts
 */
export function stopWithNpm(env: NodeJS.ProcessEnv, stop: () => void): void {
  const { npm_lifecycle_event, npm_lifecycle_script = '' } = env;
  if (npm_lifecycle_event === undefined || !OURSELVES.test(npm_lifecycle_script) || IN_BACKGROUND.test(npm_lifecycle_script))
    return;
  const parent = process.ppid;
  const watch = new Alarm(() => {
    if (process.ppid === parent) watch.set(CHECK_EVERY_MS);
    else stop();
  });
  watch.set(CHECK_EVERY_MS);
}
