import { vi } from 'vitest';
import { run } from '../program.ts';

/** What came of a command. */
export interface Ran {
  /** The exit code. */
  code: number;
  /** On stdout. */
  out: string;
  /** On stderr. */
  complaint: string;
}

/** Runs a command in this process, as `gristmill` would, and keeps what it prints. */
export async function runHere(...args: string[]): Promise<Ran> {
  const said = { out: '', complaint: '' };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((said.out += String(chunk)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((said.complaint += String(chunk)), true)),
  ];
  try {
    const code = await run(args);
    return { code, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
