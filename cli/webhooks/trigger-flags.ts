/** The flags of `gristmill trigger` as they were typed. */
export interface TriggerFlags {
  to?: string;
  secret?: string;
  secretEnv?: string;
  override?: readonly string[];
  sandbox?: boolean;
  count?: string;
  forge?: boolean;
  any?: boolean;
  print?: boolean;
  list?: boolean;
  json?: boolean;
}
