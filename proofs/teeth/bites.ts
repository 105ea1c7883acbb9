import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import { findClause } from '#spec/clauses/index';
import type { Variant } from '#mock/mutations/variants/variant';
import type { Violation } from '#mock/mutations/violations/violation';

/** What came of one violation. */
export interface Bite {
  name: string;
  clause: string;
  level: string;
  title: string;
  /** The checks of its clause that caught it. */
  caught_by: readonly string[];
  /** Other checks that failed, where all were run. */
  also: readonly string[];
  /** Where nothing caught it: what the checks of its clause came to. */
  escaped_as: string | undefined;
}

/** What came of one legal variant, or of the clean mock. */
export interface Peace {
  name: string;
  title: string;
  /** Checks that failed, or could not run. */
  alarms: readonly string[];
  /** Checks that warned although the row of the variant does not say so. */
  surprises: readonly string[];
  warned: readonly string[];
}

/** A violation of a stated clause must fail, but for one that the readings make a warning; of a derived one it must at least warn. */
export function judgeBite({ name, clause, title, only_warns }: Violation, report: RunReport): Bite {
  const { level } = findClause(clause);
  const enough = level === 'S' && only_warns !== true ? ['fail'] : ['fail', 'warn'];
  const own = report.checks.filter(({ clauses }) => clauses.includes(clause));
  const caught_by = own.filter(({ verdict }) => enough.includes(verdict)).map(({ id }) => id);
  const also = report.checks
    .filter(({ verdict, clauses }) => verdict === 'fail' && !clauses.includes(clause))
    .map(({ id }) => id);
  return { name, clause, level, title, caught_by, also, escaped_as: caught_by.length > 0 ? undefined : describe(own) };
}

function describe(results: readonly CheckResult[]): string {
  if (results.length === 0) return 'no check judges its clause';
  return results
    .map(({ id, verdict, reason }) => `${id} ${verdict}${reason === undefined ? '' : `: ${reason.split('\n')[0] ?? ''}`}`)
    .join('; ');
}

export function judgePeace({ name, title, warns }: Pick<Variant, 'name' | 'title' | 'warns'>, report: RunReport): Peace {
  const of = (...verdicts: readonly string[]): readonly CheckResult[] =>
    report.checks.filter(({ verdict }) => verdicts.includes(verdict));
  const warned = of('warn').map(({ id }) => id);
  return {
    name,
    title,
    alarms: of('fail', 'error', 'blocked').map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason?.split('\n')[0] ?? ''}`),
    surprises: warned.filter((id) => !warns.includes(id)),
    warned,
  };
}
