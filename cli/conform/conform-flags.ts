import type { ConformFlags } from '#conformance/config/flags';

/** The flags of `gristmill conform` as they were typed. */
export interface RunConformFlags extends ConformFlags {
  report?: readonly string[];
  list?: boolean;
  dryRun?: boolean;
  verbose?: boolean;
  quiet?: boolean;
  /** False with --no-cleanup. */
  cleanup?: boolean;
  /** False with --no-doctor. */
  doctor?: boolean;
  updateBaseline?: string;
  rerunFailed?: string;
}
