/** The clients that test the exam and the coach. They were written before any rule. `../found.ts` names the stage that finds the mistake of each. */
import { join } from 'node:path';
import { CORRECT_VARIATIONS, MISTAKES } from './desk/variations.ts';

export interface ClientRow {
  readonly id: string;
  /** `different`: correct, but works differently from the good one. */
  readonly kind: 'good' | 'faulty' | 'different';
  /** What it does, as a sentence. */
  readonly does: string;
  /** Whether it ends only at SIGTERM, even in the mode `day`. */
  readonly is_staying?: boolean;
}

export const GOOD: ClientRow = { id: 'good', kind: 'good', does: 'Does everything right.' };

export const CLIENTS: readonly ClientRow[] = [
  GOOD,
  ...MISTAKES.map(({ id, does }) => ({ id, kind: 'faulty' as const, does })),
  ...CORRECT_VARIATIONS.map(({ id, does, is_staying = false }) => ({ id, kind: 'different' as const, does, is_staying })),
];

/** The command that starts a client: the program, then its arguments. */
export function commandOf({ id, kind }: ClientRow, mode: 'day' | 'serve'): readonly [string, ...string[]] {
  return [process.execPath, join(import.meta.dirname, 'desk/main.ts'), mode, ...(kind === 'good' ? [] : [id])];
}
