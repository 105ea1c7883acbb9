/** The clients that test the exam and the coach. They were written before any rule. `../found.ts` names the stage that finds the mistake of each. */
import { join } from 'node:path';
import { CORRECT_VARIATIONS, MISTAKES } from './desk/variations.ts';

export interface ClientRow {
  readonly id: string;
  /** `different`: correct, but works differently from the good ones. */
  readonly kind: 'good' | 'faulty' | 'different';
  /** What it does, as a sentence. */
  readonly does: string;
  readonly program: 'typescript' | 'python';
  /** Whether it ends only at SIGTERM, even in the mode `day`. */
  readonly is_staying?: boolean;
}

const typescript = { program: 'typescript' } as const;
const python = { program: 'python' } as const;

const PYTHON_MISTAKES = {
  'py-ascii-escaped':
    'Verifies the signature over the body that it parsed and wrote again, with every letter beyond ASCII escaped.',
  'py-no-timeout': 'Waits for a response without a time limit.',
  'py-swallows-errors': 'Treats a failed page as an empty one, and a failed bid as no bid.',
  'py-float-money': 'Computes prices with floating point, and sends them unrounded.',
  'py-first-page': 'Reads the first page only.',
  'py-first-invoice': 'Shows a trade as Completed once one of its two invoices is paid.',
  'py-unknown-status': 'Crashes on a status that its own table does not have.',
};

export const CLIENTS: readonly ClientRow[] = [
  { id: 'good-typescript', kind: 'good', does: 'Does everything right.', ...typescript },
  { id: 'good-python', kind: 'good', does: 'Does everything right, with the standard library only.', ...python },
  ...MISTAKES.map(({ id, does }) => ({ id, kind: 'faulty' as const, does, ...typescript })),
  ...Object.entries(PYTHON_MISTAKES).map(([id, does]) => ({ id, kind: 'faulty' as const, does, ...python })),
  ...CORRECT_VARIATIONS.map(({ id, does, is_staying = false }) => ({
    id,
    kind: 'different' as const,
    does,
    is_staying,
    ...typescript,
  })),
  {
    id: 'py-http-1-0',
    kind: 'different',
    does: 'Speaks HTTP/1.0, with header names in upper case and a connection per request.',
    ...python,
  },
];

/** The command that starts a client: the program, then its arguments. */
export function commandOf({ id, kind, program }: ClientRow, mode: 'day' | 'serve'): readonly [string, ...string[]] {
  const name = kind === 'good' ? [] : [id];
  return program === 'python'
    ? ['python3', join(import.meta.dirname, 'desk.py'), mode, ...name]
    : [process.execPath, join(import.meta.dirname, 'desk/main.ts'), mode, ...name];
}
