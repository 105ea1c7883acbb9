/** The flags of `gristmill merge` as they were typed. */
export interface MergeFlags {
  report?: readonly string[];
  require?: readonly string[];
  verbose?: boolean;
  quiet?: boolean;
}
