import type { Settings } from '#client';
import { examine } from '#conformance/doctor/examine';
import type { Finding } from '#conformance/doctor/finding';

/** What a look at the set-up comes to before the first check: what makes a run pointless, and what is worth a word. */
export interface FirstLook {
  fatal: readonly string[];
  notices: readonly string[];
}

/** Looks at the set-up: a set-up fault is never non-conformance. */
export async function lookFirst(settings: Settings): Promise<FirstLook> {
  const findings = await examine(settings);
  const tell = (level: Finding['level']): readonly string[] =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ about, message, config_key }) => {
        return `${about}: ${message}${config_key === undefined ? '' : ` (${config_key})`}`;
      });
  return { fatal: tell('bad'), notices: tell('warn') };
}
