/**
 * The first Ctrl-C, or SIGTERM, ends a run: what has been seen is reported and what was made is taken back. The second one ends the process.
 * @param what_is_left what that means, behind a comma
 */
export function stopOnInterrupt(what_is_left = ', and leaves what was made to gristmill cleanup'): {
  signal: AbortSignal;
  done: () => void;
} {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(`gristmill: stopping; once more ends at once${what_is_left}\n`);
    controller.abort(new Error('interrupted'));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  return {
    signal: controller.signal,
    done: () => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
    },
  };
}
