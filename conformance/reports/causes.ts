/** What many failures come down to: each cause once, with everything that it explains. */
import type { ClauseId } from '#spec/clauses/index';
import type { CheckResult, Evidence, RunReport } from '../check/verdicts.ts';
import { checksOf, evidenceOf, reasonOf } from './grouping.ts';
import { cut } from './text/safe-text.ts';
import { countOf } from './text/wording.ts';

export interface Cause {
  /** The likely cause where one is known, otherwise what was found. */
  readonly sentence: string;
  /** Whether the sentence is a likely cause. If not, all that these failures are known to share is what was found. */
  readonly is_explained: boolean;
  /** In the order of the report. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
  /** Every clause that one of the checks judges. */
  readonly clause_ids: readonly ClauseId[];
  /** The worst evidence of the first check; an error of the judge has none. */
  readonly evidence: Evidence | undefined;
}

/** Who differs further on differs in more than a number. */
const SYMPTOM_MAX = 1_000;

const ID = /\b[a-z]{2,8}_[\w-]{4,}/g;
const INDEX = /\/\d+(?=\/|\b)/g;
/** Whatever has three digits may be a status, and is told apart. */
const NUMBER = /(?<![\d.])(?!\d{3}(?![.:-]?\d))\d+(?:[.,:TZ-]\d+)*/g;
/** Whoever does not let anybody in, or fails, does so wherever one asks. */
const ALIKE_EVERYWHERE = /^[A-Z]+ \S+(?= answered (?:401|5\d\d)\b)/;
/** A wrong success is the same everywhere only where another success is due: each refusal that is missing has a reason of its own. */
const SUCCESS_TOO = /^[A-Z]+ \S+(?= answered (?:401|[25]\d\d)\b)/;

/** What was found, without what differs from one check to the other. */
function symptomOf({ message, expected = '' }: Evidence): string {
  const place = /^status 2\d\d/.test(expected) ? SUCCESS_TOO : ALIKE_EVERYWHERE;
  const write = (text: string): string =>
    cut(text, SYMPTOM_MAX).replaceAll(ID, 'id').replaceAll(INDEX, '/*').replaceAll(NUMBER, 'n');
  return `found ${write(message.replace(place, 'a request'))} for ${write(expected)}`;
}

/** The same text for failures that one cause explains. */
export function causeKeyOf(check: CheckResult): string {
  const [worst] = evidenceOf(check);
  if (worst === undefined) return `${check.verdict} ${check.reason ?? check.id}`;
  return worst.likely_cause === undefined ? symptomOf(worst) : `cause ${worst.likely_cause}`;
}

/** Whether all of them were found wrong in the very same words. */
function isSaidAlike(checks: readonly CheckResult[], found: string): boolean {
  return checks.every((check) => (evidenceOf(check)[0]?.message ?? reasonOf(check)) === found);
}

function makeCause(checks: readonly [CheckResult, ...CheckResult[]]): Cause {
  const [first] = checks;
  const [evidence] = evidenceOf(first);
  const found = evidence?.message ?? reasonOf(first);
  return {
    sentence: evidence?.likely_cause ?? (isSaidAlike(checks, found) ? found : `${found} The like was found elsewhere.`),
    is_explained: evidence?.likely_cause !== undefined,
    checks,
    clause_ids: [...new Set(checks.flatMap(({ clauses }) => clauses))],
    evidence,
  };
}

/** Failures and errors by cause, the cause of most of them first. Those of which no cause is known share one where the same was found. */
export function groupByCause(report: RunReport): readonly Cause[] {
  const groups = new Map<string, [CheckResult, ...CheckResult[]]>();
  for (const check of checksOf(report, 'fail', 'unexpected_pass', 'error')) {
    const key = causeKeyOf(check);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [check]);
    else group.push(check);
  }
  return [...groups.values()].map(makeCause).toSorted((one, other) => other.checks.length - one.checks.length);
}

/** "325 checks, 81 clauses" */
export function weightOf({ checks, clause_ids }: Cause): string {
  return `${countOf(checks.length, 'check')}, ${countOf(clause_ids.length, 'clause')}`;
}

/** "325 failures come down to 2 causes."; undefined where there is no failure. What is blocked is counted, too: it may be more than what fails. */
export function tellCauses(report: RunReport, causes: readonly Cause[]): string | undefined {
  const failures = causes.reduce((sum, { checks }) => sum + checks.length, 0);
  if (failures === 0) return undefined;
  const blocked = checksOf(report, 'blocked').length;
  const also = blocked === 0 ? '' : ` ${countOf(blocked, 'check')} could not be carried out: see Blocked.`;
  if (failures === 1) return `There is one failure.${also}`;
  return causes.length === failures
    ? `There are ${countOf(failures, 'failure')}, each with a cause of its own.${also}`
    : `${countOf(failures, 'failure')} come down to ${countOf(causes.length, 'cause')}.${also}`;
}
