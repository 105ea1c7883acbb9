import type { Mock } from '#mock';
import { stopwatchMs } from '#mock/ports/clock';
import { stopWithNpm } from './stop-with-npm.ts';

const EXIT_INTERRUPTED = 130;
/** npm hands on a Ctrl+C that the terminal has sent to us already: within so much time the two are one. */
const ECHO_MS = 250;

/** SIGTERM and SIGINT let requests under way end, and exit with 0. A second SIGINT does not wait. What npm has started ends with it. */
export function stopOnSignals(mock: Mock, { is_silent }: { is_silent: boolean }): void {
  let stopping_since_ms: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping_since_ms !== undefined) {
      const is_echo = process.env['npm_lifecycle_event'] !== undefined && stopwatchMs() - stopping_since_ms < ECHO_MS;
      if (signal === 'SIGINT' && !is_echo) process.exit(EXIT_INTERRUPTED);
      return;
    }
    stopping_since_ms = stopwatchMs();
    if (!is_silent) process.stderr.write('Stopping: requests under way may end. Press Ctrl+C again to exit at once.\n');
    mock.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`gristmill: ${error instanceof Error ? error.message : String(error)}\n`);
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
