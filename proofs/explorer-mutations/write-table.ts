import { COMMANDS_DEFAULT } from '#scenarios';
import { SIZE, type Outcome } from './job.ts';
import type { Row } from './rows.ts';
import { shareOf, type Summary } from './summary.ts';

interface Results {
  readonly summaries: readonly Summary[];
  readonly controls: ReadonlyMap<string, readonly Outcome[]>;
}

const VERDICTS: Readonly<Record<Outcome['verdict'], string>> = {
  found: 'found',
  nothing: 'nothing was found',
  another: 'another invariant was broken',
  inconclusive: 'it could not be explored',
};

export function describeMiss({ job, verdict, runs, message }: Outcome): string {
  return `${job.name}, seed ${job.seed}: ${VERDICTS[verdict]}${verdict === 'another' ? ' after' : ' in'} ${runs} scenarios${message === '' ? '' : ` (${message})`}`;
}

export function describeShare(summaries: readonly Summary[]): string {
  const found = summaries.reduce((total, one) => total + one.found, 0);
  const of = summaries.reduce((total, one) => total + one.of, 0);
  return `${found} of ${of} explorations found their violation (${(shareOf(summaries) * 100).toFixed(1)} %)`;
}

const escape = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** docs/explorer-mutations.md: the same for the same outcomes, on any machine. */
export function writeTable({ summaries, controls }: Results, rows: readonly Row[]): string {
  const { seeds, runs, control_runs } = SIZE;
  return [
    '# Mutation testing of the explorer',
    '',
    '`npm run mutation:explorer` writes this page. Each violation becomes visible only after three steps or more. The mock runs with one at a time (`gristmill mock --violate NAME`).',
    '',
    `- The explorer starts from ${seeds} seeds and plays at most ${runs} scenarios of up to ${COMMANDS_DEFAULT} commands from each.`,
    '- An invariant is a rule that the explorer checks after each command. A violation counts as found if it breaks one of the invariants that',
    '  `proofs/explorer-mutations/rows.ts` lists for it. Other findings do not count. `answer/KIND` is the invariant that checks the response to the command `KIND`.',
    '- The medians include only the explorations that found the violation. The requests of races, which run at the same time, are not counted.',
    '',
    `**${describeShare(summaries)}**`,
    '',
    '| violation | seeds that found it | median scenarios | median requests |',
    '|---|---|---|---|',
    ...rows.map((row) => writeRow(row, summaries)),
    '',
    '## Misses',
    '',
    ...writeMisses(summaries),
    '',
    '## Controls',
    '',
    `The explorer also plays ${control_runs} scenarios against the mock without a violation, and ${control_runs} against each variant that affects its model. \`clean\` is the mock without a variant. Any finding is a false positive.`,
    '',
    '| variant | scenarios | findings |',
    '|---|---|---|',
    ...[...controls].map(([name, outcomes]) => {
      const findings = outcomes.filter(({ verdict }) => verdict !== 'nothing').map(({ message }) => message);
      const played = outcomes.reduce((total, outcome) => total + outcome.runs, 0);
      return `| \`${name}\` | ${played} | ${findings.length === 0 ? 'none' : escape(findings.join('; '))} |`;
    }),
    '',
  ].join('\n');
}

function writeRow({ violation, race }: Row, summaries: readonly Summary[]): string {
  const { found = 0, of = 0, median_runs = '', median_calls = '' } = summaries.find(({ name }) => name === violation) ?? {};
  const name = race === undefined ? `\`${violation}\`` : `\`${violation}\` (race \`${race}\`)`;
  return `| ${name} | ${found} of ${of} | ${median_runs} | ${median_calls} |`;
}

function writeMisses(summaries: readonly Summary[]): readonly string[] {
  const misses = summaries.flatMap((one) => one.misses);
  return misses.length === 0 ? ['None.'] : misses.map((miss) => `- ${describeMiss(miss)}`);
}
