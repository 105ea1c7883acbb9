/** The flags of `gristmill contracts verify` as they were typed. */
export interface VerifyFlags {
  target?: string;
  without?: readonly string[];
  config?: string;
  allowWrites?: string;
  timeout?: string;
  stateHook?: string;
  tokenEnv?: readonly string[];
  actor?: string;
  consumer?: readonly string[];
  provider?: string;
  providerVersion?: string;
  branch?: string;
  latest?: boolean;
  publish?: boolean;
  json?: boolean;
}

/** The flags of `gristmill contracts prism` as they were typed. */
export interface PrismFlags {
  target?: string | undefined;
  only?: readonly string[];
  without?: readonly string[];
  config?: string;
  allowWrites?: string;
}
