/** What the full matrix shows: docs/mutation-matrix.md. The same for the same matrix. */
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import type { Violation } from '#mock/mutations/violations/violation';
import type { Variant } from '#mock/mutations/variants/kit/variant';
import { VARIANTS } from '#mock/mutations/variants/index';
import { AREAS, findClause } from '#spec/clauses/index';
import { UNBREAKABLE } from '../exceptions.ts';
import { CLEAN } from '../job.ts';
import { KILLABLE } from '../test-gate.ts';
import { areaOf } from '#conformance/reports/grouping';
import { cell, code, table } from '../write-pages.ts';
import type { Row } from './row.ts';
import { ROWS } from './row.ts';

const ITEMS = [...CHECKS, ...ORACLES];

/** A violation with the checks that find it. */
interface Killed {
  name: string;
  area: string;
  /** Checks and oracles of its clause. They fail, or at least warn if the clause is derived. */
  own: readonly string[];
  /** Checks and oracles of other clauses of its area that fail. */
  others: readonly string[];
}

interface Matrix {
  violations: readonly Killed[];
  variants: readonly { name: string; false_positives: readonly string[] }[];
  /** The checks and oracles that run on the clean mock, and that no violation of their area fails. Those that can only report are left out. */
  idle: readonly string[];
  /** The rows that ran a second time, because a violation survived or a variant had a false positive. */
  twice: readonly string[];
}

type Changed = readonly (readonly [id: string, verdict: string, reason: string])[];

function listVerdicts(row: Row | undefined): Changed {
  return Object.entries(row?.verdicts ?? {}).map(([id, [verdict, reason]]) => [id, verdict, reason]);
}

/** @throws Error if a row is missing */
export function readMatrix(ran: readonly Row[]): Matrix {
  // Of a row that ran twice, the second one counts.
  const rows = new Map(ran.map((row) => [row.name, row]));
  const names = ROWS.map(({ name }) => name);
  const missing = names.filter((name) => !rows.has(name));
  if (missing.length > 0)
    throw new Error(`${missing.length} rows are missing, such as ${missing[0] ?? ''}; run mutation:full again`);
  const clean = rows.get(CLEAN.name)?.verdicts ?? {};
  const violations = KILLABLE.map((violation) => gradeKilled(violation, listVerdicts(rows.get(violation.name))));
  const finders = new Set(violations.flatMap(({ own, others }) => [...own, ...others]));
  return {
    violations,
    variants: [CLEAN, ...VARIANTS].map((variant) => ({
      name: variant.name,
      false_positives: findFalsePositives(variant, listVerdicts(rows.get(variant.name))),
    })),
    idle: ITEMS.filter(({ clause }) => findClause(clause).level !== 'A' && UNBREAKABLE[clause] === undefined)
      .map(({ id }) => id)
      .filter((id) => !finders.has(id) && clean[id]?.[0] !== 'skip'),
    twice: names.filter((name) => ran.filter((row) => row.name === name).length > 1),
  };
}

/** Whether a violation survived, or a variant had a false positive. */
export function isOdd(row: Row): boolean {
  const violation = KILLABLE.find(({ name }) => name === row.name);
  if (violation !== undefined) return gradeKilled(violation, listVerdicts(row)).own.length === 0;
  const variant = [CLEAN, ...VARIANTS].find(({ name }) => name === row.name);
  return variant !== undefined && findFalsePositives(variant, listVerdicts(row)).length > 0;
}

/** The clean mock passes or skips everything, so each failure is due to the violation. */
function gradeKilled({ name, clause, only_warns }: Violation, verdicts: Changed): Killed {
  const can_warn = only_warns === true || findClause(clause).level !== 'S';
  const isOwn = (id: string): boolean => clauseOf(id) === clause;
  const found = verdicts.filter(([id, verdict]) => verdict === 'fail' || (verdict === 'warn' && can_warn && isOwn(id)));
  const ids = found.map(([id]) => id);
  return { name, area: areaOf(clause), own: ids.filter(isOwn), others: ids.filter((id) => !isOwn(id)) };
}

function clauseOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

function findFalsePositives({ warns }: Pick<Variant, 'warns'>, changed: Changed): readonly string[] {
  return changed
    .filter(([id, verdict]) => ['fail', 'error', 'blocked'].includes(verdict) || (verdict === 'warn' && !warns.includes(id)))
    .map(([id, verdict, reason]) => `${id} ${verdict}: ${reason}`);
}

const AREA_HEAD = [
  'area',
  'violations',
  'killed',
  'checks of its clause that find it (median)',
  'checks of its area that find it (median)',
  'found by one check only',
];

/** docs/mutation-matrix.md. @param date of the run */
export function writeMatrixPage({ violations, variants, idle, twice }: Matrix, date: string): string {
  const killed = violations.filter(({ own }) => own.length > 0);
  const single = violations.filter(({ own, others }) => own.length === 1 && others.length === 0);
  const wrong = variants.filter(({ false_positives }) => false_positives.length > 0);
  return [
    '# The full kill matrix',
    '',
    `\`npm run mutation:full\` runs every violation of the mock against all checks of its area, and every legal variant against all checks. It writes this page, last on ${date}. \`npm run mutation\` stops at the first check that kills a violation; see [mutation-testing.md](mutation-testing.md), which can have newer violations and variants.`,
    '',
    `**${killed.length} of ${violations.length} violations killed by a check of their clause, ${variants.reduce((sum, one) => sum + one.false_positives.length, 0)} false positives on ${variants.length - 1} variants**`,
    '',
    ...(twice.length === 0
      ? []
      : [
          `These ran a second time, alone, because a violation survived or a variant had a false positive: ${code(twice)}. The second run counts.`,
          '',
        ]),
    '## Violations by area',
    '',
    'Checks include oracles, which inspect every reply and delivery.',
    '',
    ...table(
      AREA_HEAD,
      AREAS.flatMap(({ word }) => areaRow(word, violations)),
    ),
    ...section(
      'Violations that survive the checks of their clause',
      violations
        .filter(({ own }) => own.length === 0)
        .map(({ name, others }) => `\`${name}\`: ${others.length === 0 ? 'found by no check' : `found by ${code(others)}`}`),
    ),
    ...section(
      'False positives',
      wrong.flatMap(({ name, false_positives }) => false_positives.map((text) => `\`${name}\`: ${cell(text)}`)),
    ),
    '## Violations that only one check finds',
    '',
    'No other check of the area finds them.',
    '',
    ...table(
      ['check', 'violations'],
      [...Map.groupBy(single, ({ own }) => own[0] ?? '')].map(([id, of]) => [`\`${id}\``, code(of.map(({ name }) => name))]),
    ),
    '## Checks that find no violation',
    '',
    'For each of these checks, either a violation is missing or the check can be deleted. Checks that can only report, such as those of assumptions (level A), are not listed: no violation can make them fail.',
    '',
    ...table(
      ['area', 'checks'],
      AREAS.flatMap(({ word }) => idleRow(word, idle)),
    ),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}`), ''];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function areaRow(word: string, violations: readonly Killed[]): readonly (readonly (string | number)[])[] {
  const own = violations.filter(({ area }) => area === word);
  if (own.length === 0) return [];
  return [
    [
      word,
      own.length,
      own.filter((one) => one.own.length > 0).length,
      median(own.map((one) => one.own.length)),
      median(own.map((one) => one.own.length + one.others.length)),
      own.filter((one) => one.own.length + one.others.length === 1).length,
    ],
  ];
}

function idleRow(word: string, idle: readonly string[]): readonly (readonly string[])[] {
  const own = idle.filter((id) => areaOf(clauseOf(id)) === word);
  return own.length === 0 ? [] : [[word, code(own)]];
}
