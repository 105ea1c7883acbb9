import type { ClauseId } from '#spec/clauses/index';

/** Clauses of level S that lack an implementation or a test, and why. A row that is not needed any more is an error. */
export interface Exception {
  readonly reason: string;
  readonly clauses: readonly ClauseId[];
}

export const EXCEPTIONS: readonly Exception[] = [];
