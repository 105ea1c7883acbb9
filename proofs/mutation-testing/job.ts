import { conform } from '#conformance';
import { CHECKS } from '#conformance/checks/index';
import { resolveConfig } from '#conformance/config/resolve-config';
import { ORACLES } from '#conformance/oracles/index';
import { VARIANTS } from '#mock/mutations/variants/index';
import type { Variant } from '#mock/mutations/variants/variant';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import type { Worlds } from '../worlds.ts';
import { gradeVariant, gradeViolation, type VariantOutcome, type ViolationOutcome } from './outcomes.ts';

/** One world that the gate runs against. */
export interface Job {
  kind: 'violation' | 'variant';
  /** The name of the violation or variant; `clean` for the unchanged mock. */
  name: string;
  /** Whether all checks run, instead of only those of the clause. */
  is_full: boolean;
  /** Which of the `SHARES` of the checks in `EVERYWHERE` run on a variant; all by default. */
  share?: number;
}

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
 * A run of all variants checks an eighth of the clauses of `EVERYWHERE` on each one, and so each clause on an eighth of the variants.
 * `--full`, and a variant given by name, check all.
 */
export const SHARES = 8;

const areaOf = (clause: string): string => clause.slice(0, clause.indexOf('-'));

function clausesEverywhere(share: number | undefined): readonly string[] {
  const clauses = [...new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause))].filter((id) => EVERYWHERE.has(areaOf(id)));
  return clauses.filter((_, i) => share === undefined || i % SHARES === share);
}

/** @throws Error if there is no such violation or variant */
export async function runJob(worlds: Worlds, { kind, name, is_full, share }: Job): Promise<Outcome> {
  if (kind === 'violation') {
    const violation = VIOLATIONS.find((one) => one.name === name);
    if (violation === undefined) throw new Error(`there is no violation ${name}`);
    const has_check = [...CHECKS, ...ORACLES].some(({ clause }) => clause === violation.clause);
    const only = is_full || !has_check ? [] : [violation.clause];
    const report = await worlds.within({ violations: [name] }, async (target) => runGate(target, only));
    return { kind, ...gradeViolation(violation, report) };
  }
  const variant = [CLEAN, ...VARIANTS].find((one) => one.name === name);
  if (variant === undefined) throw new Error(`there is no variant ${name}`);
  const areas = variant.clauses.map(areaOf);
  const only = is_full || variant === CLEAN ? [] : [...new Set([...areas, ...clausesEverywhere(share)])];
  const deviation = variant === CLEAN ? {} : { variants: [name] };
  return { kind, ...gradeVariant(variant, await worlds.within(deviation, async (target) => runGate(target, only))) };
}

async function runGate(target: string, only: readonly string[]): ReturnType<typeof conform> {
  return conform(await resolveConfig({ target, only, ledger: false, seed: 'mutation' }, '/', {}));
}
