/** What `gristmill explore` has to show for itself: on the screen, in files, as JSON. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEDGER_FOLDER } from '#conformance/config/resolve-config';
import { makePaint, wantsColour } from '#conformance/reports/text/layout';
import { showLine } from '#conformance/reports/text/safe-text';
import type { Counterexample, Exploration } from '#scenarios';
import { COMMANDS, COMMANDS_DEFAULT, INVARIANTS } from '#scenarios';
import type { StoryLine } from '#scenarios/story/index';
import { renderStory, formatStory, writeScript } from '#scenarios/story/index';
import { checkOutput } from '../flags/check-output.ts';
import type { ExploreFlags } from './explore-flags.ts';
import { readVersion } from '../version.ts';

/** Where it was played, as far as what is printed depends on it. */
export interface Venue {
  readonly base_url: string;
  readonly is_mock: boolean;
  /** The mock ends with the command. */
  readonly is_own: boolean;
}

/** The path of a counterexample that was played from a file. */
export const PATH_OF_FILES = 'file';

/** Where a mock is by itself. */
const USUAL_MOCK = 'http://127.0.0.1:4010/v1';

/** Before anything is sent: what has nowhere to go would be lost when it is found. @throws UsageError */
export function checkOutputs({ script, story, save }: ExploreFlags): void {
  for (const [flag, path] of [['--script', script] as const, ['--story', story] as const, ['--save', save] as const]) {
    if (path !== undefined) checkOutput(flag, path);
  }
}

/** A finding in all its forms. */
export interface Told {
  readonly story: readonly StoryLine[];
  readonly script: string;
  readonly json: object;
  /** Of the files to write. */
  readonly paths: Partial<Readonly<Record<'script' | 'save' | 'story', string>>>;
}

export function tellFinding(counterexample: Counterexample, flags: ExploreFlags, venue: Venue): Told {
  const { seed, path } = counterexample;
  const paths = choosePaths(counterexample, flags);
  const again = commandOf(flags, venue);
  const is_drawn = /^[\d:]+$/.test(path);
  const length =
    flags.commands === undefined || Number(flags.commands) === COMMANDS_DEFAULT ? '' : ` --commands ${flags.commands}`;
  const file = paths.save ?? (path === PATH_OF_FILES ? flags.replay : undefined);
  const replays = [
    ...(is_drawn ? [`${again} --replay ${seed}:${path}${length}`] : []),
    ...(file === undefined ? [] : [`${again} --replay ${file}`]),
  ];
  const runs = paths.script === undefined ? [] : [`sh ${paths.script}${venue.is_own ? ` ${USUAL_MOCK}` : ''}`];
  const script = writeScript(counterexample, {
    target: venue.is_own ? USUAL_MOCK : venue.base_url,
    is_mock: venue.is_mock,
    // What was known is played first, whoever explores.
    replay: replays[0] ?? again,
  });
  const deviations = (flags.violate ?? []).map((name) => ` --violate ${name}`).join('');
  const first = runs.length > 0 && venue.is_own ? [`gristmill mock${deviations}   (in another window, for the script)`] : [];
  const known = path.startsWith('regression')
    ? ['It was known: a scenario of scenarios/findings/regressions.json has shown it.']
    : [];
  const story = formatStory(counterexample, [...known, ...replays, ...first, ...runs]);
  return { story, script, json: counterexample, paths };
}

/** What was asked for, and script and JSON in any case, unless JSON is printed or it came from such a file. */
function choosePaths({ finding, seed, path }: Counterexample, { script, save, story, json }: ExploreFlags): Told['paths'] {
  const named = {
    ...(script === undefined ? {} : { script }),
    ...(save === undefined ? {} : { save }),
    ...(story === undefined ? {} : { story }),
  };
  if (json === true || path === PATH_OF_FILES) return named;
  const stem = findFreeStem(join(LEDGER_FOLDER, `explore-${finding.clause}-${seed}`));
  return { script: `${stem}.sh`, save: `${stem}.json`, ...named };
}

/** So many findings of one clause and seed have names. */
const NAMES_MAX = 10_000;

/** A name that no finding has yet: what was kept stays. */
function findFreeStem(stem: string): string {
  const isTaken = (name: string): boolean => existsSync(`${name}.sh`) || existsSync(`${name}.json`);
  let name = stem;
  for (let n = 2; n <= NAMES_MAX && isTaken(name); n += 1) name = `${stem}-${n}`;
  return name;
}

function commandOf({ config, violate = [] }: ExploreFlags, { base_url, is_own }: Venue): string {
  return [
    'gristmill explore',
    ...(is_own ? [] : [base_url]),
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...violate.map((name) => `--violate ${name}`),
  ].join(' ');
}

/** What became of the files of a finding. */
export interface Kept {
  readonly written: readonly string[];
  readonly problems: readonly string[];
}

/** Writes its files. Only one that was named is written over. */
export function keepFinding({ script, story, json, paths }: Told, flags: ExploreFlags): Kept {
  const files = [
    ['script', script, 0o755],
    ['save', `${JSON.stringify(json, null, 2)}\n`, 0o644],
    ['story', renderStory(story), 0o644],
  ] as const;
  const written: string[] = [];
  const problems: string[] = [];
  for (const [what, text, mode] of files) {
    const path = paths[what];
    if (path === undefined) continue;
    try {
      mkdirSync(dirname(path), { recursive: true });
      // Another run may have taken the name meanwhile.
      writeFileSync(path, text, { mode, flag: flags[what] === undefined ? 'wx' : 'w' });
      written.push(path);
    } catch (error) {
      problems.push(`${path} could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { written, problems };
}

/** The story for a terminal: nothing that the target has written moves a cursor there. */
export function drawStory(story: readonly StoryLine[]): string {
  const paint = makePaint(wantsColour(process.stdout.isTTY, process.env));
  return renderStory(story, (part, text) => {
    const shown = showLine(text);
    return part === 'headline' ? paint(['bold', 'red'], shown) : part === 'clause' ? paint('dim', shown) : shown;
  });
}

/** What was played, and what was not. */
export function drawSummary({ verdict, seed, runs, calls, sizes, tally }: Exploration, is_verbose: boolean): string {
  const commands = sizes.reduce((sum, one) => sum + one.commands, 0);
  const idle = COMMANDS.filter(({ kind }) => (tally.commands.get(kind) ?? 0) === 0).map(({ kind }) => kind);
  const head = verdict === 'clean' ? 'Nothing was found: ' : '';
  return [
    `${head}${format(runs)} scenarios, ${format(commands)} commands, ${format(calls)} requests, seed ${seed}.`,
    ...(verdict === 'clean' ? ['What was not found may be there all the same.'] : []),
    ...(idle.length > 0 && verdict === 'clean'
      ? [`Never played: ${idle.join(', ')}. gristmill explore --list says what each takes.`]
      : []),
    ...(is_verbose ? ['', 'Commands', ...listCounts(tally.commands), '', 'Invariants, and how much they have looked at'] : []),
    ...(is_verbose ? listCounts(tally.invariants) : []),
    '',
  ].join('\n');
}

function listCounts(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name, n]) => `${format(n).padStart(9)}  ${name}`);
}

/** One line a command, with its parameters and what it takes beside a buyer and a seller. */
export function drawList(): string {
  const rows = COMMANDS.map(({ kind, params, needs }) => {
    const names = Object.keys(params);
    return [
      kind,
      names.length === 0 ? '' : `{ ${names.join(', ')} }`,
      needs.length === 0 ? '' : `takes ${needs.join(', ')}`,
    ] as const;
  });
  const [kinds, params] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return `${[
    ...rows.map(([kind, names, needs]) => `${kind.padEnd(kinds ?? 0)}  ${names.padEnd(params ?? 0)}  ${needs}`.trimEnd()),
    '',
    `${COMMANDS.length} commands; after each of them ${INVARIANTS.length} invariants are judged:`,
    ...INVARIANTS.map(({ id, title }) => `${id}: ${title}`),
  ].join('\n')}\n`;
}

/** The whole outcome, for programs. */
export function writeOutcome(exploration: Exploration, exit_code: number, { base_url }: Venue, told: Told | undefined): string {
  const { tally, sizes, ...rest } = exploration;
  const outcome = {
    gristmill: readVersion(),
    target: base_url,
    exit_code,
    ...rest,
    commands_played: sizes.reduce((sum, one) => sum + one.commands, 0),
    tally: { commands: Object.fromEntries(tally.commands), invariants: Object.fromEntries(tally.invariants) },
    ...(told === undefined ? {} : { story: renderStory(told.story), script: told.script }),
  };
  return `${JSON.stringify(outcome, null, 2)}\n`;
}

function format(n: number): string {
  return n.toLocaleString('en');
}
