/** The page that a complete run writes. It is the same for the same outcomes, on any machine. */
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { areaOf } from '#conformance/reports/grouping';
import { MISSED_BY_GATE } from '#mock/mutations/violations/deep/index';
import { AREAS } from '#spec/clauses/index';
import { DRILLS_WITHOUT_RECEIVER, OUT_OF_REACH, UNBREAKABLE } from './exceptions.ts';
import type { VariantOutcome, ViolationOutcome } from './outcomes.ts';
import type { GateResult } from './test-gate.ts';
import type { CorrectOutcome } from './receiver-outcomes.ts';
import type { ReceiversResult } from './test-receivers.ts';

export const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
export const code = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/** docs/mutation-testing.md */
export function writeSummary(gate: GateResult, receivers: ReceiversResult): string {
  return [
    '# Mutation testing',
    '',
    'Mutation testing shows that the gate and the receiver test find bugs, and that they report no false positives. `npm run mutation` runs it and writes this page.',
    '',
    '- A **violation** is the mock with one clause broken (`gristmill mock --violate NAME`). It is killed if a check of its clause fails; for a derived clause, a warning is enough.',
    '- A **variant** is the mock with other behavior that the document allows (`--variant NAME`). A failure is a false positive, and so is a warning that its row does not list.',
    '- A **faulty receiver** is a correct one with one mistake. It is killed if each drill that `proofs/receivers` lists for it finds it and names the likely cause.',
    '',
    'A run stops at the first check that kills a violation. To list all checks that kill it, run `npm run mutation -- BID-26` for one clause, or `npm run mutation:full`, which writes [the full kill matrix](mutation-matrix.md).',
    '',
    `**${gate.summary}**`,
    '',
    `**${receivers.summary}**`,
    '',
    '## Violations',
    '',
    ...table(
      ['area', 'about', 'violations', 'killed', 'checks of the area'],
      AREAS.flatMap(({ word, title }) => areaRow(word, title, gate.violations)),
    ),
    'These stated or derived clauses have a check of the gate, and no violation can break them visibly. Clauses of level A (assumptions) need no violation, because no check of theirs can fail. Some have one nevertheless, to show the behavior; it is not counted here.',
    '',
    ...table(['clause', 'reason'], Object.entries(UNBREAKABLE)),
    'Only the explorer finds these violations, which take several steps ([explorer-mutations.md](explorer-mutations.md)):',
    '',
    ...table(
      ['violation', 'why the gate misses it'],
      Object.entries(MISSED_BY_GATE).map(([name, reason]) => [
        `\`${name}\``,
        `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
      ]),
    ),
    'Two measurements show how complete the violations and the checks are: see [mutation-measurements.md](mutation-measurements.md).',
    '',
    '## Legal variants',
    '',
    ...table(['variant', 'what it does', 'false positives', 'expected warnings'], gate.variants.map(variantRow)),
    '## Receivers',
    '',
    ...table(['clause', 'faulty receivers', 'killed', 'out of reach'], receiverRows(receivers)),
    ...Object.entries(OUT_OF_REACH).map(([name, reason]) => `\`${name}\` is out of reach, because ${reason}`),
    '',
    'These receivers are correct, apart from the true findings. A true finding is a shortcoming that a drill must report:',
    '',
    ...table(['receiver', 'how it works', 'false positives', 'true findings'], receivers.correct.map(correctRow)),
    'These drills find none of the faulty receivers:',
    '',
    ...table(
      ['drill', 'reason'],
      Object.entries(DRILLS_WITHOUT_RECEIVER).map(([id, reason]) => [`\`${id}\``, reason]),
    ),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function areaRow(
  word: string,
  title: string,
  violations: readonly ViolationOutcome[],
): readonly (readonly (string | number)[])[] {
  const own = violations.filter(({ clause }) => areaOf(clause) === word);
  if (own.length === 0) return [];
  const killed = own.filter(({ survived_as }) => survived_as === undefined).length;
  const checks = [...CHECKS, ...ORACLES].filter(({ clause }) => areaOf(clause) === word).length;
  return [[word, title, own.length, killed, checks]];
}

function variantRow({ name, title, false_positives, warned }: VariantOutcome): readonly (string | number)[] {
  return [`\`${name}\``, cell(title), false_positives.length, code(warned)];
}

function receiverRows({ faulty }: ReceiversResult): readonly (readonly (string | number)[])[] {
  const clauses = [...Map.groupBy(faulty, ({ clause }) => clause)].toSorted(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return clauses.map(([clause, own]) => {
    const beyond = own.filter(({ out_of_reach }) => out_of_reach !== undefined).length;
    const killed = own.filter(({ out_of_reach, survived_as }) => out_of_reach === undefined && survived_as === undefined).length;
    return [clause, own.length, killed, beyond];
  });
}

function correctRow({ name, style, false_positives, true_findings }: CorrectOutcome): readonly (string | number)[] {
  return [`\`${name}\``, cell(style), false_positives.length, code(true_findings)];
}
