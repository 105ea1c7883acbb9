import type { ClauseId } from '#spec/clauses/index';
import type { RequiredPlace } from './trace.ts';

/** Clauses of level S that lack something they must have, and why. An exception that is no longer needed is an error. */
export interface Exception {
  readonly lacks: RequiredPlace;
  readonly reason: string;
  readonly clauses: readonly ClauseId[];
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    lacks: 'checks',
    reason: 'They repeat another clause and are checked there: LST-15 as SBX-3, VER-3 as EVT-1.',
    clauses: ['LST-15', 'VER-3'],
  },
  {
    lacks: 'checks',
    reason: 'They can be read in several ways or are about the description of the API, so no deployment can fail them.',
    clauses: ['AUTH-12', 'VER-1'],
  },
];
