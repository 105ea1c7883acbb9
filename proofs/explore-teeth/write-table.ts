import { COMMANDS_DEFAULT } from '#scenarios';
import type { Options } from './options.ts';
import type { Outcome } from './job.ts';
import type { Row } from './rows.ts';
import type { Sum } from './sum-up.ts';
import { shareOf } from './sum-up.ts';

export interface Results {
  readonly sums: readonly Sum[];
  readonly controls: ReadonlyMap<string, readonly Outcome[]>;
}

const WORDS: Readonly<Record<Exclude<Outcome['verdict'], 'found'>, string>> = {
  nothing: 'nothing was found',
  another: 'something else was found',
  inconclusive: 'it could not be explored',
};

/** One line a miss. */
export function tellMiss({ job, verdict, runs, said }: Outcome): string {
  const what = verdict === 'found' ? 'found' : WORDS[verdict];
  return `${job.name}, seed ${job.seed}: ${what} in ${runs} runs${said === '' ? '' : ` (${said})`}`;
}

export function tellShare(sums: readonly Sum[]): string {
  const found = sums.reduce((so_far, sum) => so_far + sum.found, 0);
  const of = sums.reduce((so_far, sum) => so_far + sum.of, 0);
  return `${found} of ${of} explorations found what they were to find (${(shareOf(sums) * 100).toFixed(1)} %)`;
}

const escape = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** docs/teeth-explore.md: the same for the same outcome, whenever and wherever it was measured. */
export function writeTable(
  { sums, controls }: Results,
  rows: readonly Row[],
  titles: ReadonlyMap<string, string>,
  { seeds, runs, control_runs }: Options,
): string {
  return [
    '# Teeth of the explorer',
    '',
    'Written by `npm run teeth:explore`. Each violation takes three steps or more to be seen, and is turned on alone (`gristmill mock --violate NAME`).',
    `It is looked for from ${seeds} seeds with at most ${runs} scenarios of up to ${COMMANDS_DEFAULT} commands each, and counts as found where one of the invariants in its row finds it: a finding`,
    'of any other is none. Races are tried as often. Medians are of those that found it; the requests of races are not counted.',
    '',
    `**${tellShare(sums)}**`,
    '',
    '| violation | what it does | may be found by | seeds that found it | median runs | median calls |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => writeRow(row, sums, titles)),
    '',
    '## Misses',
    '',
    ...writeMisses(sums),
    '',
    '## Controls',
    '',
    `The mock as it is and legal variants of it, ${control_runs} scenarios each: any finding is a false alarm.`,
    '',
    '| variant | scenarios | findings |',
    '|---|---|---|',
    ...[...controls].map(([name, outcomes]) => {
      const alarms = outcomes.filter(({ verdict }) => verdict !== 'nothing');
      const played = outcomes.reduce((so_far, outcome) => so_far + outcome.runs, 0);
      return `| \`${name}\` | ${played} | ${alarms.length === 0 ? 'none' : escape(alarms.map(({ said }) => said).join('; '))} |`;
    }),
    '',
  ].join('\n');
}

function writeRow({ violation, invariants, race }: Row, sums: readonly Sum[], titles: ReadonlyMap<string, string>): string {
  const sum = sums.find(({ name }) => name === violation);
  const by = race === undefined ? invariants.map((one) => `\`${one}\``).join(', ') : `the race \`${race}\``;
  const cells = [
    `\`${violation}\``,
    escape(titles.get(violation) ?? ''),
    by,
    `${sum?.found ?? 0} of ${sum?.of ?? 0}`,
    sum?.median_runs ?? '',
    sum?.median_calls ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function writeMisses(sums: readonly Sum[]): readonly string[] {
  const misses = sums.flatMap((sum) => sum.misses);
  return misses.length === 0 ? ['None.'] : misses.map((miss) => `- ${tellMiss(miss)}`);
}
