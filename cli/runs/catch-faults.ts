import { tellOwnFault } from '#conformance/expectations/own-fault';

/**
 * Keeps a fault that nobody caught from ending the process: it ends the run, whose reports are still written.
 * @returns the faults as they come, and what they end
 */
export function catchFaults(): { faults: string[]; signal: AbortSignal; done: () => void } {
  const faults: string[] = [];
  const controller = new AbortController();
  const onFault = (error: unknown): void => {
    faults.push(tellOwnFault(error));
    process.stderr.write(`gristmill: ${sayFault(error)}\n`);
    controller.abort(new Error('a fault of Gristmill'));
  };
  const names = ['uncaughtException', 'unhandledRejection'] as const;
  for (const name of names) process.on(name, onFault);
  return {
    faults,
    signal: controller.signal,
    done: () => {
      for (const name of names) process.off(name, onFault);
    },
  };
}

/** One line, or with `GRISTMILL_DEBUG` where it happened. */
export function sayFault(error: unknown): string {
  const told = tellOwnFault(error);
  if ((process.env['GRISTMILL_DEBUG'] ?? '') !== '') return told;
  return `${told.split('\n')[0] ?? told}; please report it, with what GRISTMILL_DEBUG=1 adds`;
}
