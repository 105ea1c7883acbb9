import { nowIso, type BaselineEntry } from '#client';
import type { CheckResult } from '../check/verdicts.ts';

interface Baselined {
  results: readonly CheckResult[];
  /** Problems with the baseline that fail the run, one line each. */
  stale: readonly string[];
}

/**
 * Turns known failures into expected ones. An entry that has expired, or whose check passes or does not exist, fails the run. A privacy breach is never
 * accepted unless the configuration allows it.
 * @param results of all checks, selected or not
 */
export function applyBaseline(
  results: readonly CheckResult[],
  baseline: readonly BaselineEntry[] | undefined,
  privacy_can_be_baselined: boolean,
): Baselined {
  if (baseline === undefined) return { results, stale: [] };
  const today = nowIso().slice(0, 10);
  const ids = new Set(results.map(({ id }) => id));
  const stale = baseline
    .filter(({ check }) => !ids.has(check))
    .map(({ check }) => `the baseline accepts ${check}, which does not exist: remove the entry, or correct its check`);
  const applied = results.map((result): CheckResult => {
    const entries = baseline.filter(({ check }) => check === result.id);
    const entry = entries.find(({ fingerprint }) => fingerprint === result.fingerprint) ?? entries[0];
    if (entry === undefined || result.verdict === 'not_selected') return result;
    if (entry.expires < today) {
      stale.push(`the baseline entry of ${entry.check} expired on ${entry.expires}`);
      return result;
    }
    if (isOfPrivacy(result.clauses) && !privacy_can_be_baselined) {
      stale.push(
        `the baseline accepts ${entry.check}, which is a privacy breach: remove the entry, or set privacy_can_be_baselined`,
      );
      return result;
    }
    if (result.verdict === 'pass')
      return { ...result, verdict: 'unexpected_pass', reason: `${UNEXPECTED}. The entry says: ${entry.reason}` };
    if ((result.verdict === 'fail' || result.verdict === 'warn') && result.fingerprint === entry.fingerprint) {
      return {
        ...result,
        verdict: 'expected_failure',
        reason: describeAccepted({ why: entry.reason, until: entry.expires, now: result.reason ?? '' }),
      };
    }
    return result;
  });
  return { results: applied, stale };
}

/** What to do about a check that passes. */
const UNEXPECTED =
  'it passed, but the baseline expects it to fail: remove its entry from the baseline, or write a new one with --update-baseline';

/** Why a failure is accepted, until when (`YYYY-MM-DD`), and what was found now. */
interface Accepted {
  why: string;
  until: string;
  now: string;
}

function describeAccepted({ why, until, now }: Accepted): string {
  return `${why} (accepted until ${until}): ${now}`;
}

const ACCEPTED = /^(?<why>.*) \(accepted until (?<until>\d{4}-\d\d-\d\d)\): (?<now>.*)$/s;

/** Reads the reason of an accepted failure, which reports have as one text. Undefined for any other result. */
export function readAccepted({ verdict, reason = '' }: CheckResult): Accepted | undefined {
  const { why, until, now } = ACCEPTED.exec(reason)?.groups ?? {};
  if (verdict !== 'expected_failure' || why === undefined || until === undefined || now === undefined) return undefined;
  return { why, until, now };
}

/** Whether one of the clauses is about privacy. */
export function isOfPrivacy(clauses: readonly string[]): boolean {
  return clauses.some((id) => id.startsWith('PRIV-'));
}

/** A baseline that accepts the current failures for a number of days. Privacy breaches are accepted only if allowed. */
export function makeBaseline(
  results: readonly CheckResult[],
  expires: string,
  privacy_can_be_baselined: boolean,
): readonly BaselineEntry[] {
  return results.flatMap(({ id, clauses, verdict, fingerprint, reason }) =>
    verdict === 'fail' && fingerprint !== undefined && (privacy_can_be_baselined || !isOfPrivacy(clauses))
      ? [{ check: id, fingerprint, verdict, reason: reason ?? 'known', expires }]
      : [],
  );
}
