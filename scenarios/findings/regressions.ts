import type { Description } from '../model/description.ts';
import kept from './regressions.json' with { type: 'json' };

export interface Regression {
  /** What was wrong when it was found: a clause, and a sentence. */
  readonly was: string;
  readonly commands: readonly Description[];
}

/** Scenarios that once showed something. */
export const REGRESSIONS: readonly Regression[] = kept.scenarios.map(({ was, commands }) => ({
  was,
  // The file has no member that is undefined, whatever the compiler makes of its union.
  commands: commands as unknown as readonly Description[],
}));
