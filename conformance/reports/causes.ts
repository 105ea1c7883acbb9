/** Groups failures by cause. */
import { EVENTS } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import type { CheckResult, Evidence, RunReport, TestNoun } from '../check/verdicts.ts';
import { readUrl } from '#client';
import { isOfPrivacy } from '../runner/baseline.ts';
import { checksOf, evidenceOf, reasonOf } from './grouping.ts';
import { subjectOf } from './subject.ts';
import { cut } from './text/safe-text.ts';
import { countOf } from './text/wording.ts';

export interface Cause {
  /** The likely cause if one is known, otherwise what the first check found. */
  readonly sentence: string;
  /** Whether the sentence is a likely cause. If not, the finding is all that these failures are known to share. */
  readonly is_explained: boolean;
  /** In the order of the report. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
  /** Every clause that one of the checks covers. */
  readonly clause_ids: readonly ClauseId[];
  /** The worst evidence of the first check. An error of Gristmill has none. */
  readonly evidence: Evidence | undefined;
  readonly noun: TestNoun;
}

/** How much of a message is compared, in characters. */
const SYMPTOM_MAX = 1_000;

const ID = /\b[a-z]{2,8}_[\w-]{4,}/g;
const INDEX = /\/\d+(?=\/|\b)/g;
/** A receiver that rejects seven event types has one cause, not seven. */
const EVENT_TYPE = new RegExp(
  `\\b(?:${Object.keys(EVENTS)
    .map((type) => type.replace('.', '\\.'))
    .join('|')})\\b`,
  'g',
);
/** A sender that does not retry after a 500 does not after a 502 either. */
const RECEIVER_FAILURE = /\bgot 5\d\d\b/g;
/** Numbers, except those of three digits: they can be a status, and statuses are compared. */
const NUMBER = /(?<![\d.])(?!\d{3}(?![.:-]?\d))\d+(?:[.,:TZ-]\d+)*/g;
/** A 401 or 5xx is the same failure for every operation. */
const ALIKE_EVERYWHERE = /^[A-Z]+ \S+(?= returned (?:401|5\d\d)\b)/;
/** A wrong 2xx is the same failure for every operation only if another 2xx was expected: missing rejections have different causes. */
const SUCCESS_TOO = /^[A-Z]+ \S+(?= returned (?:401|[25]\d\d)\b)/;

/** What was found, without what differs between checks. */
function symptomOf({ message, expected = '', observed }: Evidence): string {
  const place = /^status 2\d\d/.test(expected) ? SUCCESS_TOO : ALIKE_EVERYWHERE;
  // Failures that differ only in the observed value are alike.
  const alike = observed === undefined ? message : message.replace(` is ${observed}; expected `, ' should be ');
  const write = (text: string): string =>
    cut(text, SYMPTOM_MAX)
      .replaceAll(ID, 'id')
      .replaceAll(INDEX, '/*')
      .replaceAll(RECEIVER_FAILURE, 'got 5xx')
      .replaceAll(NUMBER, 'n');
  return `found ${write(alike.replace(place, 'a request'))} for ${write(expected)}`;
}

/** The same text for failures that one cause explains. */
export function causeKeyOf(check: CheckResult): string {
  const [worst] = evidenceOf(check);
  if (worst === undefined) return `${check.verdict} ${check.reason ?? check.id}`;
  return worst.likely_cause === undefined ? symptomOf(worst) : `cause ${worst.likely_cause.replaceAll(EVENT_TYPE, 'event type')}`;
}

/** What was found. If this is a place in a response, also in which response: the sentence is read apart from the evidence. */
function withRequest({ message, exchanges }: Evidence): string {
  const last = exchanges.at(-1);
  const url = last === undefined || !message.startsWith('/') ? undefined : readUrl(last.url);
  return url === undefined ? message : `${message} In the response to ${last?.method} ${url.pathname}${url.search}.`;
}

function makeCause(noun: TestNoun, checks: readonly [CheckResult, ...CheckResult[]]): Cause {
  const [first] = checks;
  const [evidence] = evidenceOf(first);
  return {
    sentence: evidence?.likely_cause ?? (evidence === undefined ? reasonOf(first) : withRequest(evidence)),
    is_explained: evidence?.likely_cause !== undefined,
    checks,
    clause_ids: [...new Set(checks.flatMap(({ clauses }) => clauses))],
    evidence,
    noun,
  };
}

/** Failures and errors by cause: privacy breaches first, then the most frequent. Failures without a known cause are grouped by what was found. */
export function groupByCause(report: RunReport): readonly Cause[] {
  return [...Map.groupBy(checksOf(report, 'fail', 'unexpected_pass', 'error'), causeKeyOf).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [makeCause(subjectOf(report).noun, [first, ...others])]))
    .toSorted(
      (one, other) =>
        Number(isOfPrivacy(other.clause_ids)) - Number(isOfPrivacy(one.clause_ids)) || other.checks.length - one.checks.length,
    );
}

/** A likely cause is a guess, and says so; what was found is a fact. */
export function nameCause({ sentence, is_explained }: Pick<Cause, 'sentence' | 'is_explained'>): string {
  return is_explained ? `Possible cause: ${sentence}` : sentence;
}

/** "325 checks, 81 clauses" */
export function weightOf({ checks, clause_ids, noun }: Cause): string {
  return `${countOf(checks.length, noun)}, ${countOf(clause_ids.length, 'clause')}`;
}

/** "325 failures in 2 groups.", with the number of blocked checks, which can be larger. Undefined without failures. */
export function describeCauses(report: RunReport, causes: readonly Cause[]): string | undefined {
  const failures = causes.reduce((sum, { checks }) => sum + checks.length, 0);
  if (failures === 0) return undefined;
  const blocked = checksOf(report, 'blocked').length;
  const also = blocked === 0 ? '' : ` ${countOf(blocked, subjectOf(report).noun)} could not run: see Blocked.`;
  const groups = causes.length === failures ? '' : ` in ${countOf(causes.length, 'group')}`;
  return `${countOf(failures, 'failure')}${groups}.${also}`;
}
