import { drillsFor } from './caught-by.ts';
import { makeReceiver } from './clean.ts';
import { FAULTY_ROWS, type FaultyRow } from './faulty/index.ts';
import { LIKELY_CAUSES } from './likely-causes.ts';
import type { MakeReceiver } from './receiver.ts';

export { CORRECT, type CorrectReceiver } from './correct/index.ts';
export type { MakeReceiver } from './receiver.ts';
export { serveReceiver } from './serve.ts';

export interface FaultyReceiver extends Omit<FaultyRow, 'parts' | 'drills' | 'diagnosis'> {
  /** The drills of `gristmill receiver` that must find it. */
  readonly drills: readonly string[];
  /** What a likely cause of the first of them must say. */
  readonly diagnosis: string | RegExp | undefined;
  readonly make: MakeReceiver;
}

/** Receivers with one fault each. `serveReceiver(row.make)` starts one. */
export const FAULTY: readonly FaultyReceiver[] = FAULTY_ROWS.map(({ parts, ...row }) => ({
  ...row,
  drills: row.drills ?? drillsFor(row.name),
  diagnosis: row.diagnosis ?? LIKELY_CAUSES[row.name],
  make: makeReceiver(parts),
}));
