/** The flags of `gristmill explore` as they were typed. */
export interface ExploreFlags {
  target?: string;
  config?: string;
  without?: readonly string[];
  allowWrites?: string;
  readOnly?: boolean;
  rps?: string;
  timeout?: string;
  maxMinutes?: string;
  runs?: string;
  seed?: string;
  time?: string;
  commands?: string;
  maxCalls?: string;
  replay?: string;
  /** False with --no-shrink. */
  shrink?: boolean;
  /** False with --no-regressions. */
  regressions?: boolean;
  violate?: readonly string[];
  script?: string;
  story?: string;
  save?: string;
  json?: boolean;
  list?: boolean;
  verbose?: boolean;
  quiet?: boolean;
  /** False with --no-ledger. */
  ledger?: string | false;
  /** False with --no-cleanup. */
  cleanup?: boolean;
  /** False with --no-doctor. */
  doctor?: boolean;
}
