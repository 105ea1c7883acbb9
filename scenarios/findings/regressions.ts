import type { Description } from '../model/description.ts';
import kept from './regressions.json' with { type: 'json' };

export interface Regression {
  /** The bug that it found: a clause and a sentence. */
  readonly was: string;
  readonly commands: readonly Description[];
}

/** Scenarios that once found a bug. */
export const REGRESSIONS: readonly Regression[] = kept.scenarios.map(({ was, commands }) => ({
  was,
  // The JSON file has no undefined members, although the inferred union type allows them.
  commands: commands as unknown as readonly Description[],
}));
