/** The report of a run that could not start, so that CI always has a report with the reason. */
import { nowIso } from '#client';
import type { RunReport } from '../check/verdicts.ts';
import { EXIT_CODES, countAll } from '../runner/conclude-run.ts';
import { readVersion } from '../version.ts';

export interface Inconclusive {
  base_url: string;
  auth_url?: string | undefined;
  /** As in `target.mode` of a report. Default: unknown. */
  mode?: string | undefined;
  is_mock?: boolean;
  seed?: string;
  /** Why it could not start, one line per reason. */
  reasons: readonly string[];
  selection: readonly string[];
  is_strict: boolean;
  notices?: readonly string[];
}

export function reportInconclusive(at: Inconclusive): RunReport {
  const { base_url, auth_url, mode = 'unknown', is_mock = false, seed = '', reasons, selection, is_strict, notices = [] } = at;
  const now = nowIso();
  return {
    gristmill: readVersion(),
    target: { base_url, auth_url, mode, is_mock },
    started_at: now,
    ended_at: now,
    duration_ms: 0,
    seed,
    selection,
    is_interrupted: false,
    is_strict,
    verdict: 'inconclusive',
    reasons,
    exit_code: EXIT_CODES.inconclusive,
    counts: countAll([], [], 0),
    clauses: [],
    checks: [],
    leftovers: [],
    stale_baseline: [],
    notices,
  };
}
