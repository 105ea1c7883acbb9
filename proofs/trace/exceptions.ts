import type { ClauseId } from '#spec/clauses/index';

/** Clauses of level S that lack an implementation or a test, and why. A row that is not needed any more is an error. */
export interface Exception {
  readonly reason: string;
  readonly clauses: readonly ClauseId[];
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'A duty of receivers: the receiver verifier judges it, and the mock is no receiver.',
    clauses: ['SIG-2', 'SIG-3', 'SIG-4', 'SIG-5', 'SIG-6', 'SIG-7', 'SIG-10', 'VER-2'],
  },
];
