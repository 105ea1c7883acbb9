import { SetupFault, describeFault } from '#client';
import { joinLines } from '#conformance/reports/text/safe-text';
import { describeOwnFault } from './runs.ts';

/** What a command prints for an error that is not about how it was called: one message for each fault of the set-up, or one text. */
export function explainError(error: unknown): readonly string[] {
  return error instanceof SetupFault ? error.faults.map((fault) => joinLines(describeFault(fault))) : [describeOwnFault(error)];
}
