import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import type { Variant } from '#mock/mutations/variants/kit/variant';
import type { Violation } from '#mock/mutations/violations/violation';
import { findClause } from '#spec/clauses/index';

export interface ViolationOutcome {
  name: string;
  clause: string;
  /** The checks of its clause that killed it. */
  killed_by: readonly string[];
  /** If no check killed it: the verdicts of the checks of its clause. */
  survived_as: string | undefined;
}

/** The outcome of a legal variant, or of the clean mock. */
export interface VariantOutcome {
  name: string;
  title: string;
  /** Checks that failed or could not run, and warnings that the variant does not list. */
  false_positives: readonly string[];
  /** Checks that warned. */
  warned: readonly string[];
}

/** A violation of a stated clause must fail, unless it is marked as a warning. A violation of a derived clause must at least warn. */
export function kills({ clause, only_warns }: Violation, { clauses, verdict }: CheckResult): boolean {
  if (!clauses.includes(clause)) return false;
  return verdict === 'fail' || (verdict === 'warn' && (findClause(clause).level !== 'S' || only_warns === true));
}

export function gradeViolation(violation: Violation, report: RunReport): ViolationOutcome {
  const { name, clause } = violation;
  const own = report.checks.filter(({ clauses }) => clauses.includes(clause));
  const killed_by = own.filter((result) => kills(violation, result)).map(({ id }) => id);
  const survived_as = killed_by.length > 0 ? undefined : describe(own);
  return { name, clause, killed_by, survived_as };
}

function describe(results: readonly CheckResult[]): string {
  if (results.length === 0) return 'its clause has no check';
  return results
    .map(({ id, verdict, reason }) => `${id} ${verdict}${reason === undefined ? '' : `: ${reason.split('\n')[0] ?? ''}`}`)
    .join('; ');
}

export function gradeVariant(
  { name, title, warns }: Pick<Variant, 'name' | 'title' | 'warns'>,
  report: RunReport,
): VariantOutcome {
  const of = (...verdicts: readonly string[]): readonly CheckResult[] =>
    report.checks.filter(({ verdict }) => verdicts.includes(verdict));
  const warned = of('warn').map(({ id }) => id);
  return {
    name,
    title,
    false_positives: [
      ...of('fail', 'error', 'blocked').map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason?.split('\n')[0] ?? ''}`),
      ...warned.filter((id) => !warns.includes(id)).map((id) => `${id} warns, and the variant does not list it`),
    ],
    warned,
  };
}
