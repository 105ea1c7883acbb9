import type { CommandData } from '../model/command-data.ts';
import kept from './regressions.json' with { type: 'json' };

/** Scenarios that once found a bug. The JSON file says which. */
export const REGRESSIONS: readonly (readonly CommandData[])[] = kept.scenarios.map(
  // The JSON file has no undefined members, although the inferred union type allows them.
  ({ commands }) => commands as unknown as readonly CommandData[],
);
