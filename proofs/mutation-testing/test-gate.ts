import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { VARIANTS } from '#mock/mutations/variants/index';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import { findClause } from '#spec/clauses/index';
import { runJobs } from '../worker-pool.ts';
import { UNBREAKABLE } from './exceptions.ts';
import type { Job, Outcome, Size } from './job.ts';
import { CLEAN } from './job.ts';
import type { VariantOutcome, ViolationOutcome } from './outcomes.ts';

/** How many survivors are tested again. More of them cannot be chance (decision 22). A false positive is never tested again. */
const RETRIES_MAX = 3;

/** Jobs that one process runs at the same time: the gate mostly waits. */
const JOBS_AT_ONCE = 8;

/** Areas whose checks mostly wait for deliveries. Their jobs run beside those of the variants, which keep the processors busy. */
const WAITING_AREAS = ['RTY', 'WHK', 'EVT', 'SIG'];

export interface GateResult {
  summary: string;
  /** All violations were killed, no variant had a false positive, and every checked clause has a violation. */
  has_passed: boolean;
  violations: readonly ViolationOutcome[];
  variants: readonly VariantOutcome[];
}

/** Violations of an assumption break nothing, so no check can fail. */
export const KILLABLE = VIOLATIONS.filter(({ clause }) => findClause(clause).level !== 'A');
export const LEGAL = [CLEAN, ...VARIANTS];

/**
 * Runs the gate on the broken mock and on its legal variants. Prints survivors and false positives.
 * @param isSelected by the name of a violation or variant
 * @param size how much runs in each world
 * @returns undefined if nothing is selected
 */
export async function testGate(isSelected: (name: string) => boolean, size: Size): Promise<GateResult | undefined> {
  const violations = KILLABLE.filter(({ name }) => isSelected(name));
  const variants = LEGAL.filter(({ name }) => isSelected(name));
  const waiting = WAITING_AREAS.flatMap((area) => violations.filter(({ clause }) => clause.startsWith(`${area}-`)));
  const jobs: readonly Job[] = [
    ...interleave(
      variants.map(({ name }): Job => ({ kind: 'variant', name, size })),
      waiting.map(({ name }): Job => ({ kind: 'violation', name, size })),
    ),
    ...violations.filter((one) => !waiting.includes(one)).map(({ name }): Job => ({ kind: 'violation', name, size })),
  ];
  if (jobs.length === 0) return undefined;

  const by_name = new Map<string, Outcome>();
  const onOutcome = (outcome: Outcome): void => {
    by_name.set(outcome.name, outcome);
    print(outcome);
  };
  const worker = new URL('worker.ts', import.meta.url);
  await runJobs<Job, Outcome>({ worker, jobs, jobs_at_once: JOBS_AT_ONCE, onOutcome });
  const survivors = jobs.filter(({ name }) => hasSurvived(by_name.get(name)));
  if (survivors.length <= RETRIES_MAX) await runJobs<Job, Outcome>({ worker, jobs: survivors, jobs_at_once: 1, onOutcome });
  const flaky = survivors.filter(({ name }) => !hasSurvived(by_name.get(name))).map(({ name }) => name);
  for (const name of flaky) console.log(`FLAKY ${name}: survived once, and was killed when it was tested again`);

  const of_violations = violations.flatMap(({ name }) => pickKind(by_name.get(name), 'violation'));
  const of_variants = variants.flatMap(({ name }) => pickKind(by_name.get(name), 'variant'));
  const unbroken = violations.length === KILLABLE.length ? findUnbroken() : [];
  for (const id of unbroken) console.log(`UNPROVEN ${id}: it has a check, and no violation; add one`);
  const killed = of_violations.filter(({ killed_by }) => killed_by.length > 0).length;
  const false_positives = of_variants.reduce((sum, one) => sum + one.false_positives.length, 0);
  const legal = variants.filter((one) => one !== CLEAN).length;
  const retried = flaky.length === 0 ? '' : ` (${flaky.join(', ')} at the second try only)`;
  return {
    summary: `${killed} of ${violations.length} violations killed${retried}, ${false_positives} false positives on ${legal} variants`,
    has_passed: killed === violations.length && false_positives === 0 && unbroken.length === 0,
    violations: of_violations,
    variants: of_variants,
  };
}

/** Takes from the two lists in turn, and then the rest of the longer one. */
function interleave<Item>(these: readonly Item[], those: readonly Item[]): readonly Item[] {
  const length = Math.max(these.length, those.length);
  return Array.from({ length }, (_, i) => [...these.slice(i, i + 1), ...those.slice(i, i + 1)]).flat();
}

function pickKind<Kind extends Outcome['kind']>(
  outcome: Outcome | undefined,
  kind: Kind,
): readonly Extract<Outcome, { kind: Kind }>[] {
  // The kind was just compared.
  return outcome?.kind === kind ? [outcome as Extract<Outcome, { kind: Kind }>] : [];
}

function hasSurvived(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'violation' && outcome.survived_as !== undefined;
}

function print(outcome: Outcome): void {
  const { name } = outcome;
  if (outcome.kind === 'variant') for (const text of outcome.false_positives) console.log(`FALSE POSITIVE on ${name}: ${text}`);
  else if (outcome.survived_as !== undefined) console.log(`SURVIVED ${name}: ${outcome.survived_as}`);
}

/** Stated and derived clauses that have a check and no violation. */
function findUnbroken(): readonly string[] {
  const broken = new Set(VIOLATIONS.map(({ clause }) => clause));
  const checked = [...new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause))];
  return checked.filter((id) => findClause(id).level !== 'A' && !broken.has(id) && UNBREAKABLE[id] === undefined);
}
