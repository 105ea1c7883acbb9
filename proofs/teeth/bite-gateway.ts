import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { VARIANTS } from '#mock/mutations/variants/index';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import { findClause } from '#spec/clauses/index';
import type { Bite, Peace } from './bites.ts';
import { judgeAll } from './crew.ts';
import { UNBREAKABLE } from './exceptions.ts';
import type { Job, Outcome } from './judge-job.ts';
import { CLEAN } from './judge-job.ts';
import { writeMatrix } from './write-matrix.ts';

/**
 * How many violations that escaped are judged once more. What is caught by chance is a weakness, told by name wherever it shows; but among a thousand
 * one in ten thousand must not stop a change that has nothing to do with it. A false alarm is never looked at twice.
 */
const SECOND_LOOKS_MAX = 3;

/** Deliveries and their retries are mostly waited for, in this order. These are judged beside the variants, which keep the processors busy. */
const WAITED_FOR = ['RTY', 'WHK', 'EVT', 'SIG'];

/** One of these, one of those, and what is left of either. */
function interleave<Item>(these: readonly Item[], those: readonly Item[]): readonly Item[] {
  const pairs = Array.from({ length: Math.max(these.length, those.length) }, (_, i) => [
    ...these.slice(i, i + 1),
    ...those.slice(i, i + 1),
  ]);
  return pairs.flat();
}

/** What one half of `npm run teeth` came to. */
export interface Sharpness {
  summary: string;
  /** Nothing escaped, nothing alarmed, nothing is toothless. */
  is_sharp: boolean;
  /** Its part of docs/teeth.md. */
  page: string;
}

/**
 * Has the gate judge the mock, broken and varied. Tells on the console what escapes and what alarms.
 * @param names of violations and variants, or how these begin; all unless there are any
 * @param is_full whether each meets all checks
 * @returns undefined where the names mean none
 */
export async function biteGateway(names: readonly string[], is_full: boolean): Promise<Sharpness | undefined> {
  const isMeant = ({ name }: { name: string }): boolean =>
    names.length === 0 || names.some((part) => name === part || name.startsWith(`${part}/`) || name.startsWith(`${part}-`));
  // What breaks an assumption breaks nothing: no check can fail it.
  const violations = VIOLATIONS.filter(({ clause }) => findClause(clause).level !== 'A').filter(isMeant);
  const variants = [CLEAN, ...VARIANTS].filter(isMeant);
  const waiting = WAITED_FOR.flatMap((area) => violations.filter(({ clause }) => clause.startsWith(`${area}-`)));
  const jobs: readonly Job[] = [
    ...interleave(
      variants.map(({ name }): Job => ({ kind: 'peace', name, is_full })),
      waiting.map(({ name }): Job => ({ kind: 'bite', name, is_full })),
    ),
    ...violations.filter((one) => !waiting.includes(one)).map(({ name }): Job => ({ kind: 'bite', name, is_full })),
  ];
  if (jobs.length === 0) return undefined;

  const bites = new Map<string, Bite>();
  const peace = new Map<string, Peace>();
  const tell = (outcome: Outcome): void => {
    if (outcome.kind === 'bite') bites.set(outcome.bite.name, outcome.bite);
    else peace.set(outcome.peace.name, outcome.peace);
    complain(outcome);
  };
  await judgeAll(jobs, tell);
  const escaped = jobs.filter(({ name }) => bites.get(name)?.escaped_as !== undefined);
  if (escaped.length > 0 && escaped.length <= SECOND_LOOKS_MAX) await judgeAll(escaped, tell);
  const unsteady = escaped.filter(({ name }) => bites.get(name)?.escaped_as === undefined).map(({ name }) => name);
  for (const name of unsteady) console.log(`UNSTEADY ${name}: escaped once, and was caught when it was judged again`);
  const toothless = names.length === 0 ? findToothless() : [];
  for (const id of toothless) console.log(`TOOTHLESS ${id}: a check judges it, and no violation shows that it bites`);
  const all_bites = violations.flatMap(({ name }) => bites.get(name) ?? []);
  const all_peace = variants.flatMap(({ name }) => peace.get(name) ?? []);
  const caught = all_bites.filter(({ caught_by }) => caught_by.length > 0).length;
  const alarms = all_peace.filter((one) => !isQuiet(one)).length;
  const legal = variants.filter((one) => one !== CLEAN).length;
  const again = unsteady.length === 0 ? '' : ` (${unsteady.join(', ')} at the second look only)`;
  const summary = `${caught} of ${all_bites.length} violations caught${again}, ${alarms} false alarms on ${legal} variants`;
  const is_sharp = caught === violations.length && alarms === 0 && toothless.length === 0;
  return { summary, is_sharp, page: writeMatrix(all_bites, all_peace, summary) };
}

function complain(outcome: Outcome): void {
  if (outcome.kind === 'bite') {
    if (outcome.bite.escaped_as !== undefined) console.log(`ESCAPED ${outcome.bite.name}: ${outcome.bite.escaped_as}`);
    return;
  }
  const { name, alarms, surprises } = outcome.peace;
  for (const alarm of alarms) console.log(`FALSE ALARM on ${name}: ${alarm}`);
  for (const id of surprises) console.log(`FALSE ALARM on ${name}: ${id} warns, and its row does not say so`);
}

/** Stated and derived clauses that a check judges and no violation breaks. */
function findToothless(): readonly string[] {
  const broken = new Set(VIOLATIONS.map(({ clause }) => clause));
  const judged = [...new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause))];
  return judged.filter((id) => findClause(id).level !== 'A' && !broken.has(id) && UNBREAKABLE[id] === undefined);
}

function isQuiet({ alarms, surprises }: Peace): boolean {
  return alarms.length + surprises.length === 0;
}
