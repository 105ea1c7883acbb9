/**
 * `npm run teeth`: every violation must be caught, and no legal variant may be. Each violation meets the checks of its clause, each variant those of the
 * areas that it is about and of what looks everywhere; with `--full` all meet all checks. `npm run teeth -- NAME…` looks at these alone, and leaves docs/teeth.md as it is.
 */
import { writeFileSync } from 'node:fs';
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { VARIANTS } from '#mock/variants/index';
import type { Variant } from '#mock/variants/variant';
import type { Violation } from '#mock/violations/violation';
import { VIOLATIONS } from '#mock/violations/index';
import { findClause } from '#spec/clauses/index';
import type { Arena } from './arena.ts';
import { openArena } from './arena.ts';
import type { Bite, Peace } from './bites.ts';
import { judgeBite, judgePeace } from './bites.ts';
import { UNBREAKABLE } from './exceptions.ts';
import { writeMatrix } from './write-matrix.ts';

/** How many worlds are judged beside each other. */
const BITES_AT_ONCE = 6;
const PEACE_AT_ONCE = 5;

/** What is judged beside the variants: no deviation at all. */
const CLEAN: Calm = { name: 'clean', title: 'The mock as it is.', warns: [], clauses: [] };

type Calm = Pick<Variant, 'name' | 'title' | 'warns' | 'clauses'>;

async function mapSome<Item, Result>(
  items: readonly Item[],
  at_once: number,
  deed: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: items.length });
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [i, item] of entries) results[i] = await deed(item);
  };
  await Promise.all(Array.from({ length: at_once }, work));
  return results;
}

async function bite(arena: Arena, violation: Violation, is_full: boolean): Promise<Bite> {
  const is_judged = [...CHECKS, ...ORACLES].some(({ clause }) => clause === violation.clause);
  const only = is_full || !is_judged ? [] : [violation.clause];
  const found = judgeBite(violation, await arena.judge({ violations: [violation.name] }, only));
  if (found.escaped_as !== undefined) console.log(`ESCAPED ${found.name}: ${found.escaped_as}`);
  return found;
}

/** Areas whose oracles look at every answer, whatever it is about. */
const EVERYWHERE = ['CONV', 'FMT', 'ERR', 'PRIV', 'PAGE'];

async function keepPeace(arena: Arena, variant: Calm, is_full: boolean): Promise<Peace> {
  const areas = variant.clauses.map((id) => id.slice(0, id.indexOf('-')));
  const only = is_full || variant === CLEAN ? [] : [...new Set([...areas, ...EVERYWHERE])];
  const report = await arena.judge(variant === CLEAN ? {} : { variants: [variant.name] }, only);
  const found = judgePeace(variant, report);
  for (const alarm of found.alarms) console.log(`FALSE ALARM on ${found.name}: ${alarm}`);
  for (const id of found.surprises) console.log(`FALSE ALARM on ${found.name}: ${id} warns, and its row does not say so`);
  return found;
}

/** Stated and derived clauses that a check judges and no violation breaks. */
function findToothless(): readonly string[] {
  const broken = new Set(VIOLATIONS.map(({ clause }) => clause));
  const judged = [...new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause))];
  return judged.filter((id) => findClause(id).level !== 'A' && !broken.has(id) && UNBREAKABLE[id] === undefined);
}

const args = process.argv.slice(2);
const is_full = args.includes('--full');
const names = args.filter((arg) => !arg.startsWith('--'));
const is_meant = ({ name }: { name: string }): boolean => names.length === 0 || names.some((part) => name.startsWith(part));
// What breaks an assumption breaks nothing: no check can fail it.
const violations = VIOLATIONS.filter(({ clause }) => findClause(clause).level !== 'A').filter(is_meant);
const variants: readonly Calm[] = [CLEAN, ...VARIANTS].filter(is_meant);

const arena = await openArena();
const bites = await mapSome(violations, is_full ? PEACE_AT_ONCE : BITES_AT_ONCE, async (one) => bite(arena, one, is_full));
const peace = await mapSome(variants, PEACE_AT_ONCE, async (one) => keepPeace(arena, one, is_full));
await arena.close();

const toothless = names.length === 0 ? findToothless() : [];
for (const id of toothless) console.log(`TOOTHLESS ${id}: a check judges it, and no violation shows that it bites`);
const caught = bites.filter(({ caught_by }) => caught_by.length > 0).length;
const alarms = peace.filter((one) => one.alarms.length + one.surprises.length > 0).length;
const summary = `${caught} of ${bites.length} violations caught, ${alarms} false alarms on ${Math.max(0, variants.length - 1)} variants`;
if (names.length === 0) writeFileSync('docs/teeth.md', writeMatrix(bites, peace, summary));
console.log(summary);
process.exitCode = caught === bites.length && alarms === 0 && toothless.length === 0 ? 0 : 1;
