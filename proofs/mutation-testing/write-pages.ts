/** The pages that a complete run writes. They are the same for the same outcomes, on any machine. */
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { AREAS } from '#spec/clauses/index';
import { DRILLS_WITHOUT_RECEIVER, OUT_OF_REACH, UNBREAKABLE } from './exceptions.ts';
import type { VariantOutcome, ViolationOutcome } from './outcomes.ts';
import type { GateResult } from './test-gate.ts';
import type { CorrectOutcome } from './receiver-outcomes.ts';
import type { ReceiversResult } from './test-receivers.ts';

export const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
export const code = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');
export const areaOf = (clause: string): string => clause.slice(0, clause.indexOf('-'));

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/** What the gate found of mistakes that were invented before any check was written for them. A measurement, so it never changes. */
const FIRST_TRY: readonly string[] = [
  '## First try',
  '',
  'On 2026-11-22, we invented 185 realistic mistakes without looking at the checks, and ran the gate of that day against each of them. After writing checks for what it missed, we invented 20 more.',
  '',
  ...table(
    ['at the first try', '185 mistakes', '20 more'],
    [
      ['killed by a check of its clause', '71 (38 %)', '9 (45 %)'],
      ['failed by a check of another clause only', '5 (3 %)', '0'],
      ['only warned about, by any check', '5 (3 %)', '1 (5 %)'],
      ['not found', '104 (56 %)', '10 (50 %)'],
    ],
  ),
  'Each run used the checks of one area. No check of their clause failed for 114 of the 185 mistakes. For 15 of these, chosen at random, all checks ran as well, and found none of the 15.',
  '',
  'Of all 205 mistakes, 199 are now violations (`mock/mutations/violations/mistakes`), and all are killed, 14 of them by a warning only. The other six are left out:',
  '',
  ...table(
    ['mistake', 'reason'],
    [
      ['A deleted subscription still receives retries.', 'Legal (RTY-8): now the variant `retries-after-deletion`.'],
      ['Offers on an inactive cash bid cannot be decided.', 'Legal (CB-8): now the variant `inactive-cash-bids-closed`.'],
      [
        'A new simulation expires the counter to the previous bid.',
        'Legal (SBX-8): now the variant `simulated-counters-expire`.',
      ],
      ['A listing without `is_organic` is organic.', 'Legal (LST-9): now the variant `organic-by-default`.'],
      [
        'The second attempt follows after seven seconds.',
        'Not killed on a machine under heavy load. `RTY-4/at-once` tests the same.',
      ],
      ['Events reach the first team of the user who placed the bid.', 'No effect: every bidder of the mock has one team.'],
    ],
  ),
];

/** What the gate found of changes that a program made. A measurement, so it never changes. */
const GENERATED: readonly string[] = [
  '## Generated mutants',
  '',
  'Violations are chosen by people. `npm run mutation:generated` changes the source of the mock at random places instead (an operator, a condition, a call, a constant) and runs all checks against each of these mutants. On 2026-11-23, 140 of them ran:',
  '',
  ...table(
    ['result', 'mutants'],
    [
      ['a check failed', 62],
      ['a check only warned', 3],
      ['no check failed or warned', 71],
      ['the mock did not start or did not answer', 4],
    ],
  ),
  'We reviewed the 71. One was a gap: a sandbox token could accept offers on live cash bids. Now three violations and checks of INV-23 cover it. The others break nothing that the API document states or implies: most change an assumption, a message, a limit, or nothing that can be seen; in a few, a part of the setup failed, which the gate reports as not verified.',
  '',
];

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
    ...FIRST_TRY,
    ...GENERATED,
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

/** .gristmill/mutation-matrix.md: every violation and faulty receiver, with the checks or drills that kill it. */
export function writeMatrix(gate: GateResult, receivers: ReceiversResult): string {
  const areas = [...Map.groupBy(gate.violations, ({ clause }) => areaOf(clause))];
  return [
    '# Mutation matrix',
    '',
    ...areas.flatMap(([area, own]) => [
      `## ${area}`,
      '',
      ...table(
        ['violation', 'level', 'what it does', 'killed by'],
        own.map(({ name, level, title, killed_by, survived_as }) => [
          `\`${name}\``,
          level,
          cell(title),
          survived_as === undefined ? code(killed_by) : 'SURVIVED',
        ]),
      ),
    ]),
    '## Faulty receivers',
    '',
    ...table(
      ['receiver', 'fault', 'clause', 'drills', 'likely cause'],
      receivers.faulty.map(({ name, fault, clause, drills, cause, out_of_reach, survived_as }) => [
        `\`${name}\``,
        cell(fault),
        clause,
        out_of_reach === undefined ? (survived_as === undefined ? code(drills) : 'SURVIVED') : 'out of reach',
        cell(out_of_reach ?? cause),
      ]),
    ),
  ].join('\n');
}
