import { run } from '../program.ts';
import { captureOutput } from './capture-output.ts';

/** The result of a command. */
export interface Ran {
  /** The exit code. */
  code: number;
  /** On stdout. */
  out: string;
  /** On stderr. */
  complaint: string;
}

/** Runs a command in this process and keeps what it prints. */
export async function runHere(...args: string[]): Promise<Ran> {
  const { printed, restore } = captureOutput();
  try {
    const code = await run(args);
    return { code, ...printed };
  } finally {
    restore();
  }
}
