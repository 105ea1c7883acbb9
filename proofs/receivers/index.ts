import { makeReceiver } from './clean.ts';
import { FAULTY_ROWS, type FaultyRow } from './faulty/index.ts';
import type { MakeReceiver } from './receiver.ts';

export { CORRECT, type CorrectReceiver } from './correct/index.ts';
export type { MakeReceiver } from './receiver.ts';
export { serveReceiver } from './serve.ts';

export interface FaultyReceiver extends Omit<FaultyRow, 'parts'> {
  readonly make: MakeReceiver;
}

/** Receivers with one fault each. `serveReceiver(row.make)` starts one. */
export const FAULTY: readonly FaultyReceiver[] = FAULTY_ROWS.map(({ parts, ...row }) => ({ ...row, make: makeReceiver(parts) }));
