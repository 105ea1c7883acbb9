/** The flags of `gristmill listen` as they were typed. */
export interface ListenFlags {
  port: string;
  host: string;
  secret?: string;
  secretEnv?: string;
  forwardTo?: string;
  forwardSecret?: string;
  forwardSecretEnv?: string;
  answer?: string;
  subscribe?: string;
  token?: string;
  tokenEnv?: string;
  events?: readonly string[];
  publicUrl?: string;
  verbose?: boolean;
  quiet?: boolean;
  json?: boolean;
}
