import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { VARIANTS } from '#mock/mutations/variants/index';
import type { Variant } from '#mock/mutations/variants/variant';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import type { Arena } from './arena.ts';
import type { Bite, Peace } from './bites.ts';
import { judgeBite, judgePeace } from './bites.ts';

/** One world to be judged. */
export interface Job {
  kind: 'bite' | 'peace';
  /** Of the violation or the variant; `clean` is the mock as it is. */
  name: string;
  /** Against all checks. */
  is_full: boolean;
}

export type Outcome = { kind: 'bite'; bite: Bite } | { kind: 'peace'; peace: Peace };

type Calm = Pick<Variant, 'name' | 'title' | 'warns' | 'clauses'>;

export const CLEAN: Calm = { name: 'clean', title: 'The mock as it is.', warns: [], clauses: [] };

/** Areas whose oracles look at every answer, whatever it is about. */
const EVERYWHERE = ['CONV', 'FMT', 'ERR', 'PRIV', 'PAGE'];

/** @throws where there is no violation or variant of that name */
export async function judgeJob(arena: Arena, job: Job): Promise<Outcome> {
  return job.kind === 'bite'
    ? { kind: 'bite', bite: await bite(arena, job) }
    : { kind: 'peace', peace: await keepPeace(arena, job) };
}

async function bite(arena: Arena, { name, is_full }: Job): Promise<Bite> {
  const violation = VIOLATIONS.find((one) => one.name === name);
  if (violation === undefined) throw new Error(`there is no violation ${name}`);
  const is_judged = [...CHECKS, ...ORACLES].some(({ clause }) => clause === violation.clause);
  const only = is_full || !is_judged ? [] : [violation.clause];
  return judgeBite(violation, await arena.judge({ violations: [name] }, only));
}

async function keepPeace(arena: Arena, { name, is_full }: Job): Promise<Peace> {
  const variant = [CLEAN, ...VARIANTS].find((one) => one.name === name);
  if (variant === undefined) throw new Error(`there is no variant ${name}`);
  const areas = variant.clauses.map((id) => id.slice(0, id.indexOf('-')));
  const only = is_full || variant === CLEAN ? [] : [...new Set([...areas, ...EVERYWHERE])];
  return judgePeace(variant, await arena.judge(variant === CLEAN ? {} : { variants: [name] }, only));
}
