import type { Settings } from '#conformance/config/settings';
import { ConfigError } from '#conformance/config/config-error';
import { cleanUp } from '#conformance/ledger/clean-up';
import type { RunLedger } from '#conformance/ledger/open-ledger';
import { openLedger } from '#conformance/ledger/open-ledger';
import type { Run } from '#conformance/run';
import { senderOf } from '#conformance/ledger/sender-of';
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
