/** Mocks that a command starts in this process, which is ten times as fast as starting a process. */
import { setFlagsFromString } from 'node:v8';
import type { Addresses } from '#mock';
import { onTestFinished, vi } from 'vitest';
import { run } from '../program.ts';
import { captureOutput } from './capture-output.ts';

/** A running mock. It ends with the test. */
interface MockHere {
  /** What it has printed so far. */
  readonly printed: { readonly out: string; readonly complaint: string };
  /** Ends it as this signal does. Returns the exit code. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number>;
}

/** Runs `gristmill mock` at a free port. Stop it before you start another. Throws if it does not start. */
export async function startMockHere(...args: readonly string[]): Promise<MockHere> {
  const { printed, restore } = captureOutput();
  const handlers = watchHandlers();
  let ended: Promise<number> | undefined;
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    try {
      return await awaitExit(() => handlers.call(signal));
    } finally {
      handlers.remove();
      restore();
    }
  };
  const stop = (signal: NodeJS.Signals): Promise<number> => (ended ??= end(signal));

  const code = await run(['mock', '--port', '0', ...args]);
  // Only a process that is a mock and nothing else should keep its young generation small.
  setFlagsFromString('--semi-space-growth-factor=2');
  if (code !== 0) {
    restore();
    throw new Error(`the mock did not start: ${printed.complaint}`);
  }
  onTestFinished(async () => void (await stop('SIGTERM')));
  return { printed, stop };
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];

/** Finds the signal handlers that are added from now on, so that a signal does not reach those of the test runner. */
function watchHandlers(): { call: (signal: NodeJS.Signals) => void; remove: () => void } {
  const earlier = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const list = (signal: NodeJS.Signals): NodeJS.SignalsListener[] =>
    process.listeners(signal).filter((handler) => !earlier.has(handler));
  return {
    call: (signal) => {
      for (const handler of list(signal)) handler(signal);
    },
    remove: () => {
      for (const signal of SIGNALS) for (const handler of list(signal)) process.off(signal, handler);
    },
  };
}

/** Returns the code that the process would have exited with after `act`. */
async function awaitExit(act: () => void): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const spy = vi.spyOn(process, 'exit').mockImplementation((code) => {
    resolve(Number(code));
    // By its type, process.exit never returns. Here it does, and nothing follows the call.
    return undefined as never;
  });
  act();
  try {
    return await promise;
  } finally {
    spy.mockRestore();
  }
}

export function parseAddresses({ printed }: MockHere): Addresses {
  return JSON.parse(printed.out) as Addresses; // our own output
}

/** The lines that a mock has printed for a person. */
export function splitScreen({ printed }: MockHere): readonly string[] {
  return printed.out.split('\n');
}
