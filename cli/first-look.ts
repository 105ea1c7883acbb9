import type { Settings } from '#conformance/config/settings';

/** What a look at the set-up comes to before the first check: what makes a run pointless, and what is worth a word. */
export interface FirstLook {
  fatal: readonly string[];
  notices: readonly string[];
}

/** Looks at the set-up: a set-up fault is never non-conformance. */
export async function lookFirst(settings: Settings): Promise<FirstLook> {
  return Promise.resolve({ fatal: [], notices: settings.read_only_reason === undefined ? [] : [settings.read_only_reason] });
}
