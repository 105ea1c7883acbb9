/** The ledgers of runs that left something behind. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { ConfigError, readLedger } from '#client';
import type { Settings } from '#client';
import { LEDGER_FOLDER } from '#conformance/config/resolve-config';
import { countOf } from '#conformance/reports/text/wording';

/** The paths of all ledgers below the working directory. */
export function findLedgers(): readonly string[] {
  return globSync(`${LEDGER_FOLDER}/ledger-*.jsonl`).toSorted();
}

/** What earlier runs left on a target, one line per ledger. */
export function describeEarlierLeftovers({ base_url }: Pick<Settings, 'base_url'>): readonly string[] {
  return findLedgers().flatMap((path) => {
    const count = countLeftovers(path, base_url);
    if (count === 0) return [];
    return [
      `${path} lists ${countOf(count, 'object')} that an earlier run may have left on the target: unless that run is still going on, delete them with gristmill cleanup`,
    ];
  });
}

/** 0 for another target. A damaged file is for `gristmill cleanup` to report. */
function countLeftovers(path: string, base_url: string): number {
  try {
    const { header, records } = readLedger(path);
    return header.base_url === base_url ? records.open.length : 0;
  } catch (error) {
    if (error instanceof ConfigError) return 0;
    throw error;
  }
}

/** How to delete what a run could not delete itself, in a sentence. */
export function explainCleanUp({ ledger_path, rerun_flags }: Pick<Settings, 'ledger_path' | 'rerun_flags'>): readonly string[] {
  if (ledger_path === undefined) return [];
  const flags = rerun_flags.filter((flag) => /^--(?:config|allow-writes) /.test(flag));
  const path = relative(process.cwd(), ledger_path);
  return [`to delete what was not deleted, run: ${['gristmill cleanup', ...flags, `--ledger ${path}`].join(' ')}`];
}
