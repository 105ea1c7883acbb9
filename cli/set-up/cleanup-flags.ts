import type { ConformFlags } from '#conformance/config/flags';

/** The flags of `gristmill cleanup` as they were typed. */
export interface CleanupFlags extends Omit<ConformFlags, 'ledger'> {
  ledger?: string;
  yes?: boolean;
}
