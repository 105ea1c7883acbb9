/** Compares two reports of one deployment. */
import type { CheckVerdict, ClauseVerdict, RunReport } from '../check/verdicts.ts';
import { cut, sanitizeLine } from './text/safe-text.ts';
import { CHECK_WORDS, CLAUSE_WORDS, headlineOf } from './text/wording.ts';

interface Change {
  readonly kind: 'check' | 'clause';
  readonly id: string;
  /** Undefined: it is new. */
  readonly before: string | undefined;
  /** Undefined: it was removed. */
  readonly after: string | undefined;
}

interface Comparison {
  readonly worse: readonly Change[];
  readonly vanished: readonly Change[];
  readonly better: readonly Change[];
  readonly added: readonly Change[];
  /** Neither better nor worse: it fails differently, or has no result in either report. */
  readonly other: readonly Change[];
  /** 1 if something got worse or was removed, otherwise 0. */
  readonly exit_code: 0 | 1;
}

/** How bad a verdict is. Undefined: no result, so nothing can be better or worse. */
const BADNESS_OF_CHECK: Readonly<Record<CheckVerdict, number | undefined>> = {
  pass: 0,
  unexpected_pass: 0,
  warn: 1,
  // The target does the same as with `fail`. If the baseline no longer accepts it, that counts as worse.
  expected_failure: 2,
  flaky: 2,
  fail: 3,
  skip: undefined,
  blocked: undefined,
  not_selected: undefined,
  error: undefined,
};

const BADNESS_OF_CLAUSE: Readonly<Record<ClauseVerdict, number | undefined>> = {
  verified: 0,
  informational: 0,
  warned: 1,
  violated: 3,
  not_verified: undefined,
  not_selected: undefined,
};

type Direction = 'worse' | 'better' | 'other';

function directionOf(before: number | undefined, after: number | undefined, accepted: number): Direction {
  if (before === after) return 'other';
  // A lost result is worse, even of a failure, because nothing shows that it was fixed.
  if (after === undefined) return 'worse';
  if (before === undefined) return after >= accepted ? 'worse' : 'better';
  return after > before ? 'worse' : 'better';
}

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly badness: number | undefined;
  /** What distinguishes one state from another. */
  readonly state: string;
}

function listChecks({ checks }: RunReport): readonly Row[] {
  return checks.map(({ id, verdict, fingerprint = '' }) => ({
    id,
    verdict: CHECK_WORDS[verdict].label,
    badness: BADNESS_OF_CHECK[verdict],
    state: `${verdict} ${fingerprint}`,
  }));
}

function listClauses({ clauses }: RunReport): readonly Row[] {
  return clauses.map(({ id, verdict }) => ({
    id,
    verdict: CLAUSE_WORDS[verdict].label,
    badness: BADNESS_OF_CLAUSE[verdict],
    state: verdict,
  }));
}

type Found = Change & { readonly fate: Direction | 'vanished' | 'added' };

function compareRows(kind: Change['kind'], before: readonly Row[], after: readonly Row[]): readonly Found[] {
  const then = new Map(before.map((row) => [row.id, row]));
  const now = new Map(after.map((row) => [row.id, row]));
  const kept = before.flatMap((old): Found[] => {
    const row = now.get(old.id);
    if (row === undefined) return [{ kind, id: old.id, before: old.verdict, after: undefined, fate: 'vanished' }];
    if (row.state === old.state) return [];
    const fate = directionOf(old.badness, row.badness, BADNESS_OF_CHECK.expected_failure ?? 0);
    return [{ kind, id: old.id, before: old.verdict, after: row.verdict, fate }];
  });
  const added = after
    .filter(({ id }) => !then.has(id))
    .map((row): Found => ({ kind, id: row.id, before: undefined, after: row.verdict, fate: 'added' }));
  return [...kept, ...added];
}

/**
 * What got worse, got better, vanished, or is new, checks first. A check without a result got worse; one that passes for the first time
 * got better. A new check that fails is not a change: `conform` itself fails then.
 */
export function compareReports(before: RunReport, after: RunReport): Comparison {
  const found = [
    ...compareRows('check', listChecks(before), listChecks(after)),
    ...compareRows('clause', listClauses(before), listClauses(after)),
  ];
  const pick = (wanted: Found['fate']): readonly Change[] =>
    found
      .filter(({ fate }) => fate === wanted)
      .map(({ kind, id, before: then, after: now }) => ({ kind, id, before: then, after: now }));
  const [worse, vanished] = [pick('worse'), pick('vanished')];
  const exit_code = worse.length + vanished.length > 0 ? 1 : 0;
  return { worse, vanished, better: pick('better'), added: pick('added'), other: pick('other'), exit_code };
}

const ID_MAX = 200;

/** More changes than this between the same two verdicts become one line. */
const ALIKE_MAX = 20;

/** The words for verdicts without a result: a check that did not run, a clause that was not verified. */
const NO_RESULT: ReadonlySet<string | undefined> = new Set([
  ...Object.entries(CHECK_WORDS).flatMap(([verdict, { label }]) =>
    BADNESS_OF_CHECK[verdict as CheckVerdict] === undefined ? [label] : [],
  ),
  ...Object.entries(CLAUSE_WORDS).flatMap(([verdict, { label }]) =>
    BADNESS_OF_CLAUSE[verdict as ClauseVerdict] === undefined ? [label] : [],
  ),
]);

/** Changes with a result first, so that new failures do not hide among checks that did not run. */
function drawChanges(title: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const ordered = [
    ...changes.filter(({ after }) => !NO_RESULT.has(after)),
    ...changes.filter(({ after }) => NO_RESULT.has(after)),
  ];
  const groups = Map.groupBy(ordered, (change) => `${change.kind === 'clause' ? 'clause ' : ''}${describeStates(change)}`);
  const lines = [...groups].flatMap(([states, alike]) => {
    const [{ kind } = { kind: 'check' }] = alike;
    const ids = alike.map(({ id }) => sanitizeLine(cut(id, ID_MAX)));
    if (ids.length > ALIKE_MAX) return [`  ${states} (${ids.length}): ${ids.slice(0, ALIKE_MAX).join(', ')}, …`];
    return alike.map((change, i) => `  ${kind === 'clause' ? 'clause ' : ''}${ids[i] ?? ''}: ${describeStates(change)}`);
  });
  return ['', `${title} (${changes.length})`, ...lines];
}

function describeStates({ before, after }: Change): string {
  return before === after ? `${after ?? ''}, in a different way` : `${before ?? '(new)'} -> ${after ?? '(gone)'}`;
}

function describeReport(name: string, report: RunReport): string {
  const when = sanitizeLine(cut(report.started_at, ID_MAX));
  return `${name}  ${when}  ${headlineOf(report)}${report.is_interrupted ? ' (interrupted)' : ''}`;
}

/** The comparison as text, the worst first, and last the exit code. */
export function renderComparison(before: RunReport, after: RunReport): string {
  const { worse, vanished, better, added, other, exit_code } = compareReports(before, after);
  const [then, now] = [before.target.base_url, after.target.base_url].map((url) => sanitizeLine(cut(url, ID_MAX)));
  const changes = [
    ...drawChanges('Worse', worse),
    ...drawChanges('Gone', vanished),
    ...drawChanges('Better', better),
    ...drawChanges('New', added),
    ...drawChanges('Otherwise changed', other),
  ];
  const verdict = exit_code === 1 ? 'something got worse or disappeared' : 'nothing got worse';
  return [
    describeReport('before', before),
    describeReport('after ', after),
    ...(then === now ? [] : [`These are two targets: ${then} and ${now}.`]),
    ...(changes.length === 0 ? ['', 'Nothing changed.'] : changes),
    '',
    `${verdict} (exit code ${exit_code})`,
    '',
  ].join('\n');
}
