/** What `gristmill explore` has to show for itself: on the screen, in files, as JSON. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEDGER_FOLDER } from '#conformance/config/settle';
import { makePaint, wantsColour } from '#conformance/reports/layout';
import { showLine } from '#conformance/reports/safe-text';
import type { Counterexample, Exploration } from '#scenarios';
import { COMMANDS, INVARIANTS } from '#scenarios';
import type { StoryLine } from '#scenarios/story/index';
import { renderStory, tellStory, writeScript } from '#scenarios/story/index';
import { COMMANDS_DEFAULT } from './explore-plan.ts';
import type { ExploreFlags } from './explore.ts';
import { UsageError } from './usage-error.ts';
import { readVersion } from './version.ts';

/** Where it was played, as far as what is printed depends on it. */
export interface Venue {
  readonly base_url: string;
  readonly is_mock: boolean;
  /** The mock ends with the command. */
  readonly is_own: boolean;
}

/** Where a mock is by itself. */
const USUAL_MOCK = 'http://127.0.0.1:4010/v1';

/** Before anything is sent: what has nowhere to go would be lost when it is found. @throws UsageError */
export function checkOutputs({ script, story, save }: ExploreFlags): void {
  for (const [flag, path] of [['--script', script] as const, ['--story', story] as const, ['--save', save] as const]) {
    if (path === undefined) continue;
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('it is a folder');
    } catch (error) {
      throw new UsageError(flag, `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** A finding in all its forms. */
export interface Told {
  readonly story: readonly StoryLine[];
  readonly script: string;
  readonly json: object;
  readonly paths: { readonly script: string; readonly save: string; readonly story: string | undefined };
}

export function tellFinding(counterexample: Counterexample, flags: ExploreFlags, venue: Venue): Told {
  const { finding, seed, path } = counterexample;
  const stem = join(LEDGER_FOLDER, `explore-${finding.clause}-${seed}`);
  const paths = { script: flags.script ?? `${stem}.sh`, save: flags.save ?? `${stem}.json`, story: flags.story };
  const again = commandOf(flags, venue);
  const is_drawn = /^[\d:]+$/.test(path);
  const length =
    flags.commands === undefined || Number(flags.commands) === COMMANDS_DEFAULT ? '' : ` --commands ${flags.commands}`;
  const replays = [
    ...(is_drawn ? [`${again} --replay ${seed}:${path}${length}`] : []),
    ...(flags.json === true && flags.save === undefined ? [] : [`${again} --replay ${paths.save}`]),
  ];
  const runs =
    flags.json === true && flags.script === undefined ? [] : [`sh ${paths.script}${venue.is_own ? ` ${USUAL_MOCK}` : ''}`];
  const script = writeScript(counterexample, {
    target: venue.is_own ? USUAL_MOCK : venue.base_url,
    is_mock: venue.is_mock,
    replay: replays[0] ?? `${again} --replay ${paths.save}`,
  });
  const deviations = (flags.violate ?? []).map((name) => ` --violate ${name}`).join('');
  const first = runs.length > 0 && venue.is_own ? [`gristmill mock${deviations}   (in another window, for the script)`] : [];
  const known = path.startsWith('regression') ? ['It was known: a scenario of scenarios/regressions.json has shown it.'] : [];
  const story = tellStory(counterexample, [...known, ...replays, ...first, ...runs]);
  return { story, script, json: counterexample, paths };
}

function commandOf({ config, violate = [] }: ExploreFlags, { base_url, is_own }: Venue): string {
  return [
    'gristmill explore',
    ...(is_own ? [] : [base_url]),
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...violate.map((name) => `--violate ${name}`),
  ].join(' ');
}

/** Writes what was asked for, and unless JSON is printed, script and JSON in any case. @returns what could not be written */
export function keepFinding({ script, story, json, paths }: Told, flags: ExploreFlags): readonly string[] {
  const is_asked_only = flags.json === true;
  const files: readonly (readonly [path: string | undefined, text: string, mode: number])[] = [
    [is_asked_only ? flags.script : paths.script, script, 0o755],
    [is_asked_only ? flags.save : paths.save, `${JSON.stringify(json, null, 2)}\n`, 0o644],
    [paths.story, renderStory(story), 0o644],
  ];
  return files.flatMap(([path, text, mode]) => {
    if (path === undefined) return [];
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode });
      return [];
    } catch (error) {
      return [`${path} could not be written: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
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

/** One line a command, with what it takes beside a buyer and a seller. */
export function drawList(): string {
  const width = Math.max(...COMMANDS.map(({ kind }) => kind.length));
  return `${[
    ...COMMANDS.map(({ kind, needs }) =>
      `${kind.padEnd(width)}  ${needs.length === 0 ? '' : `takes ${needs.join(', ')}`}`.trimEnd(),
    ),
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
