import { vi } from 'vitest';
import { run } from '../program.ts';

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
  const printed = { out: '', complaint: '' };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((printed.out += String(chunk)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((printed.complaint += String(chunk)), true)),
  ];
  try {
    const code = await run(args);
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
