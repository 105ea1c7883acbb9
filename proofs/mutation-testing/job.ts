import { conform } from '#conformance';
import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import { CHECKS } from '#conformance/checks/index';
import { resolveConfig } from '#conformance/config/resolve-config';
import { ORACLES } from '#conformance/oracles/index';
import { areaOf } from '#conformance/reports/grouping';
import { VARIANTS } from '#mock/mutations/variants/index';
import type { Variant } from '#mock/mutations/variants/kit/variant';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import type { Violation } from '#mock/mutations/violations/violation';
import type { Mock } from '#mock';
import { withWorld } from '../worlds.ts';
import { readKillers } from './killers.ts';
import { gradeVariant, gradeViolation, kills, type VariantOutcome, type ViolationOutcome } from './outcomes.ts';

/** One world to run checks against, with one violation or legal variant. */
export interface Job {
  kind: 'violation' | 'variant';
  /** The name of the violation or variant; `clean` for the unchanged mock. */
  name: string;
  size: Size;
}

/**
 * Which checks run in one world. For a violation, `kill` runs the checks of its clause until one kills it, and `clause` runs them all. For a variant, `kill`
 * runs a sample of the checks of its areas, and `clause` runs them all. The clean mock always gets every check.
 */
export type Size = 'kill' | 'clause';

export type Outcome = ({ kind: 'violation' } & ViolationOutcome) | ({ kind: 'variant' } & VariantOutcome);

export const CLEAN: Pick<Variant, 'name' | 'title' | 'warns' | 'clauses'> = {
  name: 'clean',
  title: 'The mock as it is.',
  warns: [],
  clauses: [],
};

/** Areas that concern every variant, because their clauses hold for every response. */
const EVERYWHERE: ReadonlySet<string> = new Set(['CONV', 'FMT', 'ERR', 'PRIV', 'PAGE']);

/**
 * The sample for a variant: the clauses that its row names, a third of the other clauses of its areas, and an eighth of those of `EVERYWHERE`. So a run of all
 * variants checks each clause on a third of the variants of its area, or on an eighth of all variants.
 */
const EVERYWHERE_SHARES = 8;
const AREA_SHARES = 3;
/** In an area with fewer variants, all clauses are checked on each of them. */
const AREA_VARIANTS_MIN = 6;

const CHECKED: readonly string[] = [...new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause))];

/** The ids of the clauses to check on a variant. Empty for all. */
function selectFor(variant: Pick<Variant, 'clauses'>, size: Size): readonly string[] {
  if (variant === CLEAN) return [];
  const areas = new Set(variant.clauses.map(areaOf));
  if (size === 'clause') return [...new Set([...areas, ...EVERYWHERE])];
  const pick = (area: string, shares: number, rows: readonly unknown[]): readonly string[] =>
    CHECKED.filter((clause) => areaOf(clause) === area).filter((_, i) => i % shares === rows.indexOf(variant) % shares);
  const own = [...areas].flatMap((area) => {
    const rows = VARIANTS.filter(({ clauses }) => clauses.some((clause) => areaOf(clause) === area));
    return pick(area, rows.length < AREA_VARIANTS_MIN ? 1 : AREA_SHARES, rows);
  });
  const general = [...EVERYWHERE].flatMap((area) => pick(area, EVERYWHERE_SHARES, VARIANTS));
  return [...new Set([...variant.clauses.filter((clause) => CHECKED.includes(clause)), ...own, ...general])];
}

/** @throws Error if there is no such violation or variant */
export async function runJob(mock: Mock, job: Job): Promise<Outcome> {
  const { kind, name, size } = job;
  if (kind === 'violation') return { kind, ...(await testViolation(mock, job)) };
  const variant = [CLEAN, ...VARIANTS].find((one) => one.name === name);
  if (variant === undefined) throw new Error(`there is no variant ${name}`);
  const only = selectFor(variant, size);
  const deviation = variant === CLEAN ? {} : { variants: [name] };
  return { kind, ...gradeVariant(variant, await withWorld(mock, deviation, async (target) => runGate(target, only))) };
}

async function testViolation(mock: Mock, { name, size }: Job): Promise<ViolationOutcome> {
  const violation = VIOLATIONS.find((one) => one.name === name);
  if (violation === undefined) throw new Error(`there is no violation ${name}`);
  const test = async (only: readonly string[]): Promise<ViolationOutcome> => {
    const isKill = size === 'kill' ? (result: CheckResult): boolean => kills(violation, result) : undefined;
    return gradeViolation(
      violation,
      await withWorld(mock, { violations: [name] }, async (target) => runGate(target, only, isKill)),
    );
  };
  if (size === 'clause') return test([violation.clause]);
  let outcome: ViolationOutcome | undefined;
  for (const only of listAttempts(violation)) {
    outcome = await test(only);
    if (outcome.survived_as === undefined) break;
  }
  return outcome ?? test([violation.clause]);
}

/**
 * What to run in turn until something kills a violation, cheapest first: the check or oracle that killed it last time, the checks of its clause, and
 * these with the oracles. Oracles need the coverage pass, which costs more than most checks. They also check the traffic of the checks, so both run
 * together.
 */
function listAttempts({ name, clause }: Violation): readonly (readonly string[])[] {
  const idsOf = (rows: readonly { id: string; clause: string }[]): readonly string[] =>
    rows.flatMap((row) => (row.clause === clause ? [row.id] : []));
  const checks = idsOf(CHECKS);
  const oracles = idsOf(ORACLES);
  const killer = [...checks, ...oracles].filter((id) => id === readKillers()[name]);
  return [killer, checks, oracles.length > 0 ? [clause] : []].filter((only) => only.length > 0);
}

/**
 * @param isEnough whether a result ends the run. If given, the checks run one at a time, which takes a fifth less CPU time, and no check finds a fault only
 * because of what another one does at the same time
 */
async function runGate(target: string, only: readonly string[], isEnough?: (result: CheckResult) => boolean): Promise<RunReport> {
  const settings = await resolveConfig({ target, only, ledger: false, seed: 'mutation' }, '/', {});
  const stopping = new AbortController();
  return conform(settings, {
    stop: stopping.signal,
    ...(isEnough === undefined ? {} : { checks_at_once: 1 }),
    onEvent: (event) => {
      if (event.type === 'check_ended' && isEnough?.(event.result) === true) stopping.abort();
    },
  });
}
