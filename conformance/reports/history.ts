/** The history of the checks of one target, from several reports. It affects no verdict. */
import type { CheckVerdict, RunReport } from '../check/verdicts.ts';

export interface CheckHistory {
  readonly id: string;
  readonly title: string;
  /** In the order of the runs. Undefined for runs without the check. */
  readonly verdicts: readonly (CheckVerdict | undefined)[];
  /** `started_at` of the first and last run in which its verdict was one of `WRONG`, which includes expected failures and unexpected passes. */
  readonly first_seen: string;
  readonly last_seen: string;
  /** In how many runs its verdict was one of `WRONG`, and in how many it was flaky. */
  readonly wrong: number;
  readonly flaky: number;
  /** How often its verdict changed between `pass` and one of `WRONG`. Runs in which it did not run are ignored. */
  readonly changes: number;
}

export interface History {
  /** The oldest first. */
  readonly runs: readonly RunReport[];
  /** Checks whose verdict was one of `WRONG` in some run: first those whose last verdict is, then by frequency. */
  readonly checks: readonly CheckHistory[];
}

const WRONG: ReadonlySet<CheckVerdict | undefined> = new Set(['fail', 'warn', 'flaky', 'expected_failure', 'unexpected_pass']);
const RAN: ReadonlySet<CheckVerdict | undefined> = new Set([...WRONG, 'pass']);

export function makeHistory(reports: readonly RunReport[]): History {
  const runs = reports.toSorted((one, other) => one.started_at.localeCompare(other.started_at));
  const by_run = runs.map(({ checks }) => new Map(checks.map((check) => [check.id, check])));
  const titles = new Map(runs.flatMap(({ checks }) => checks.map(({ id, title }) => [id, title] as const)));
  const checks = [...titles].flatMap(([id, title]): CheckHistory[] => {
    const verdicts = by_run.map((run) => run.get(id)?.verdict);
    const seen = runs.filter((_, i) => WRONG.has(verdicts[i])).map(({ started_at }) => started_at);
    const [first_seen] = seen;
    if (first_seen === undefined) return [];
    const flaky = verdicts.filter((verdict) => verdict === 'flaky').length;
    const last_seen = seen.at(-1) ?? first_seen;
    return [{ id, title, verdicts, first_seen, last_seen, wrong: seen.length, flaky, changes: countChanges(verdicts) }];
  });
  const isWrongNow = ({ verdicts }: CheckHistory): boolean => WRONG.has(verdicts.findLast((verdict) => RAN.has(verdict)));
  const weight = (check: CheckHistory): number => (isWrongNow(check) ? runs.length + 1 : 0) + check.wrong;
  return { runs, checks: checks.toSorted((one, other) => weight(other) - weight(one)) };
}

function countChanges(verdicts: readonly (CheckVerdict | undefined)[]): number {
  const ran = verdicts.filter((verdict) => RAN.has(verdict));
  return ran.filter((verdict, i) => i > 0 && WRONG.has(verdict) !== WRONG.has(ran[i - 1])).length;
}
