import type { ReceiverFlags } from '#conformance/receiver/resolve-config';

/** The flags of `gristmill receiver` as they were typed. */
export interface RunReceiverFlags extends ReceiverFlags {
  report?: readonly string[];
  list?: boolean;
  verbose?: boolean;
  quiet?: boolean;
}
