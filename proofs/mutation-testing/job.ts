import { conform } from '#conformance';
import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import { CHECKS } from '#conformance/checks/index';
import { resolveConfig } from '#conformance/config/resolve-config';
import { ORACLES } from '#conformance/oracles/index';
import { VARIANTS } from '#mock/mutations/variants/index';
import type { Variant } from '#mock/mutations/variants/variant';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import type { Worlds } from '../worlds.ts';
import { gradeVariant, gradeViolation, kills, type VariantOutcome, type ViolationOutcome } from './outcomes.ts';

/** One world that the gate runs against. */
export interface Job {
  kind: 'violation' | 'variant';
  /** The name of the violation or variant; `clean` for the unchanged mock. */
  name: string;
  size: Size;
  /** Which of the `SHARES` of the checks in `EVERYWHERE` run on a variant; all by default. */
  share?: number;
}

/**
 * How much runs in one world. `kill`: the checks of the clause, until one kills the violation. `clause`: all of them. `all`: every check.
 * For a variant, `kill` and `clause` are the same.
 */
export type Size = 'kill' | 'clause' | 'all';

export type Outcome = ({ kind: 'violation' } & ViolationOutcome) | ({ kind: 'variant' } & VariantOutcome);

export const CLEAN: Pick<Variant, 'name' | 'title' | 'warns' | 'clauses'> = {
  name: 'clean',
  title: 'The mock as it is.',
  warns: [],
  clauses: [],
};

/** Areas that concern every variant, because their clauses hold for every response. */
const EVERYWHERE: ReadonlySet<string> = new Set(['CONV', 'FMT', 'ERR', 'PRIV', 'PAGE']);

/** A run of all variants checks an eighth of the clauses of `EVERYWHERE` on each one, and so each clause on an eighth of the variants. */
export const SHARES = 8;

const areaOf = (clause: string): string => clause.slice(0, clause.indexOf('-'));

function clausesEverywhere(share: number | undefined): readonly string[] {
  const clauses = [...new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause))].filter((id) => EVERYWHERE.has(areaOf(id)));
  return clauses.filter((_, i) => share === undefined || i % SHARES === share);
}

/** @throws Error if there is no such violation or variant */
export async function runJob(worlds: Worlds, job: Job): Promise<Outcome> {
  const { kind, name, size, share } = job;
  if (kind === 'violation') return { kind, ...(await testViolation(worlds, job)) };
  const variant = [CLEAN, ...VARIANTS].find((one) => one.name === name);
  if (variant === undefined) throw new Error(`there is no variant ${name}`);
  const areas = variant.clauses.map(areaOf);
  const only = size === 'all' || variant === CLEAN ? [] : [...new Set([...areas, ...clausesEverywhere(share)])];
  const deviation = variant === CLEAN ? {} : { variants: [name] };
  return { kind, ...gradeVariant(variant, await worlds.within(deviation, async (target) => runGate(target, only))) };
}

async function testViolation(worlds: Worlds, { name, size }: Job): Promise<ViolationOutcome> {
  const violation = VIOLATIONS.find((one) => one.name === name);
  if (violation === undefined) throw new Error(`there is no violation ${name}`);
  const test = async (only: readonly string[]): Promise<ViolationOutcome> => {
    const isKill = size === 'kill' ? (result: CheckResult): boolean => kills(violation, result) : (): boolean => false;
    return gradeViolation(
      violation,
      await worlds.within({ violations: [name] }, async (target) => runGate(target, only, isKill)),
    );
  };
  if (size === 'all') return test([]);
  const [checks, oracles] = [CHECKS, ORACLES].map((all) =>
    all.flatMap(({ id, clause }): readonly string[] => (clause === violation.clause ? [id] : [])),
  );
  // Oracles need the coverage pass, which costs more than most checks.
  if (size === 'clause' || checks === undefined || checks.length === 0) return test([violation.clause]);
  const outcome = await test(checks);
  return outcome.survived_as === undefined || oracles === undefined || oracles.length === 0 ? outcome : test(oracles);
}

/** @param isEnough whether a result ends the run, so that the other checks are skipped */
async function runGate(
  target: string,
  only: readonly string[],
  isEnough: (result: CheckResult) => boolean = () => false,
): Promise<RunReport> {
  const settings = await resolveConfig({ target, only, ledger: false, seed: 'mutation' }, '/', {});
  const stopping = new AbortController();
  return conform(settings, {
    stop: stopping.signal,
    onEvent: (event) => {
      if (event.type === 'check_ended' && isEnough(event.result)) stopping.abort();
    },
  });
}
