import type { Run, RunLedger, Settings } from '#client';
import { ConfigError, cleanUp, openLedger, senderOf } from '#client';
import { UsageError } from '../usage-error.ts';

/** @throws UsageError where the file cannot be written */
export function openRunLedger({ ledger_path, base_url, seed }: Settings): RunLedger {
  try {
    return openLedger(ledger_path, { base_url, marker: seed });
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.key, error.message.slice(error.key.length + 2));
    throw error;
  }
}

/** Takes back what a run made, and says what stays. */
export async function cleanUpAfter(run: Run, ledger: RunLedger): Promise<readonly string[]> {
  const { kept, left } = await cleanUp(ledger, senderOf(run));
  return [...kept, ...left];
}
