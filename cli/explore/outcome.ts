/** The outcome of `gristmill explore`: on the screen, in files, as JSON. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEDGER_FOLDER } from '#conformance/config/resolve-config';
import { quoteIfNecessary } from '#conformance/reproduction/shell';
import { makePaint, wantsColor } from '#conformance/reports/text/layout';
import { sanitizeLine } from '#conformance/reports/text/safe-text';
import type { Counterexample, Exploration } from '#scenarios';
import { COMMANDS, COMMANDS_DEFAULT, INVARIANTS } from '#scenarios';
import type { StoryLine } from '#scenarios/story/index';
import { renderStory, formatStory, writeScript } from '#scenarios/story/index';
import { count, formatNumber } from '../control/format.ts';
import { checkOutput } from '../flags/check-output.ts';
import { messageOf } from '../errors.ts';
import { readVersion } from '#conformance/version';
import type { ExploreFlags } from './plan.ts';

/** Where the scenarios were played. */
export interface TargetSummary {
  readonly base_url: string;
  readonly is_mock: boolean;
  /** The mock ends with the command. */
  readonly is_own: boolean;
}

/** The `path` of a counterexample whose scenario came from a file. */
export const PATH_OF_FILES = 'file';

/** The default address of a mock. */
const USUAL_MOCK = 'http://127.0.0.1:4010/v1';

/** Checks before anything is sent that a finding can be written. @throws UsageError */
export function checkOutputs({ script, story, save }: ExploreFlags): void {
  for (const [flag, path] of Object.entries({ '--script': script, '--story': story, '--save': save })) {
    if (path !== undefined) checkOutput(flag, path);
  }
}

/** A finding in all its forms. */
interface Formatted {
  readonly story: readonly StoryLine[];
  readonly script: string;
  readonly json: object;
  /** Files to write. */
  readonly paths: Readonly<Record<'script' | 'save' | 'story', string | undefined>>;
}

export function formatFinding(counterexample: Counterexample, flags: ExploreFlags, summary: TargetSummary): Formatted {
  const { seed, path } = counterexample;
  const paths = choosePaths(counterexample, flags);
  const again = commandOf(flags, summary);
  const is_drawn = /^[\d:]+$/.test(path);
  const length =
    flags.commands === undefined || Number(flags.commands) === COMMANDS_DEFAULT ? '' : ` --commands ${flags.commands}`;
  const file = paths.save ?? (path === PATH_OF_FILES ? flags.replay : undefined);
  const replays = [
    ...(is_drawn ? [`${again} --replay ${seed}:${path}${length}`] : []),
    ...(file === undefined ? [] : [`${again} --replay ${quoteIfNecessary(file)}`]),
  ];
  const runs =
    paths.script === undefined ? [] : [`sh ${quoteIfNecessary(paths.script)}${summary.is_own ? ` ${USUAL_MOCK}` : ''}`];
  const script = writeScript(counterexample, {
    target: summary.is_own ? USUAL_MOCK : summary.base_url,
    is_mock: summary.is_mock,
    // A known scenario is played first by every exploration.
    replay: replays[0] ?? again,
  });
  const deviations = (flags.violate ?? []).map((name) => ` --violate ${name}`).join('');
  const first = runs.length > 0 && summary.is_own ? [`gristmill mock${deviations}   (in another window, for the script)`] : [];
  const known = path.startsWith('regression') ? ['Known: a scenario that comes with Gristmill found it.'] : [];
  const story = formatStory(counterexample, [...known, ...replays, ...first, ...runs]);
  return { story, script, json: counterexample, paths };
}

/** The named files. Script and JSON are also written by default, unless JSON is printed or the scenario came from a file. */
function choosePaths({ finding, seed, path }: Counterexample, { script, save, story, json }: ExploreFlags): Formatted['paths'] {
  if (json === true || path === PATH_OF_FILES) return { script, save, story };
  const stem = findFreeStem(join(LEDGER_FOLDER, `explore-${finding.clause}-${seed}`));
  return { script: script ?? `${stem}.sh`, save: save ?? `${stem}.json`, story };
}

const NAMES_MAX = 10_000;

/** A name that no earlier finding has. */
function findFreeStem(stem: string): string {
  const isTaken = (name: string): boolean => existsSync(`${name}.sh`) || existsSync(`${name}.json`);
  let name = stem;
  for (let n = 2; n <= NAMES_MAX && isTaken(name); n += 1) name = `${stem}-${n}`;
  return name;
}

/** The command that explores the same target with the same choices, for a shell. */
export function commandOf(
  { config, violate = [], without = [], allowWrites, rps, timeout }: ExploreFlags,
  { base_url, is_own }: TargetSummary,
): string {
  const values = { config, 'allow-writes': allowWrites, rps, timeout };
  return [
    'gristmill explore',
    ...(is_own ? [] : [base_url]),
    ...Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoteIfNecessary(value)}`])),
    ...without.map((name) => `--without ${name}`),
    ...violate.map((name) => `--violate ${name}`),
  ].join(' ');
}

interface Saved {
  readonly written: readonly string[];
  readonly problems: readonly string[];
}

/** Writes the files of a finding. Only files that were named by a flag are replaced. */
export function saveFinding({ script, story, json, paths }: Formatted, flags: ExploreFlags): Saved {
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
      // Another run can have taken the name in the meantime.
      writeFileSync(path, text, { mode, flag: flags[what] === undefined ? 'wx' : 'w' });
      written.push(path);
    } catch (error) {
      problems.push(`${path} could not be written: ${messageOf(error)}`);
    }
  }
  return { written, problems };
}

/** The story for a terminal, without control characters of the target. */
export function drawStory(story: readonly StoryLine[]): string {
  const paint = makePaint(wantsColor(process.stdout.isTTY, process.env));
  return renderStory(story, (part, text) => {
    const shown = sanitizeLine(text);
    return part === 'headline' ? paint(['bold', 'red'], shown) : part === 'clause' ? paint('dim', shown) : shown;
  });
}

/** An exploration without a random scenario shows nothing about the target, so it is inconclusive. */
export function requireScenario(exploration: Exploration): Exploration {
  if (exploration.verdict !== 'clean' || exploration.runs > 0) return exploration;
  return {
    ...exploration,
    verdict: 'inconclusive',
    reason: 'the run ended before the first random scenario; raise --time or --max-calls, or pass --no-regressions',
  };
}

/** Summarizes what was played. */
export function drawSummary({ verdict, seed, runs, calls, sizes, tally }: Exploration, is_verbose: boolean): string {
  const commands = sizes.reduce((sum, one) => sum + one.commands, 0);
  const idle = COMMANDS.filter(({ kind }) => (tally.commands.get(kind) ?? 0) === 0).map(({ kind }) => kind);
  const is_clean = verdict !== 'violated';
  // A known scenario can find something before the first random one.
  const played = runs === 0 ? '' : `${count(runs, 'scenario', 'scenarios')}, ${count(commands, 'command', 'commands')}, `;
  return [
    `${is_clean ? 'Nothing was found: ' : ''}${played}${formatNumber(calls)} requests, seed ${seed}.`,
    ...(is_clean ? ['This does not prove that there are no bugs.'] : []),
    ...(idle.length > 0 && is_clean ? [`Never played: ${idle.join(', ')}. gristmill explore --list shows what each needs.`] : []),
    ...(is_verbose ? ['', 'Commands', ...listCounts(tally.commands), '', 'Invariants, and how often they were checked'] : []),
    ...(is_verbose ? listCounts(tally.invariants) : []),
    '',
  ].join('\n');
}

function listCounts(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name, n]) => `${formatNumber(n).padStart(9)}  ${name}`);
}

/** Two lines per command: what happens, and its parameters and what it needs in addition to a buyer and a seller. */
export function drawList(): string {
  const width = Math.max(...COMMANDS.map(({ kind }) => kind.length)) + 2;
  const lines = COMMANDS.flatMap(({ kind, title, params, needs = [] }) => {
    const names = Object.keys(params);
    const details = [
      ...(names.length === 0 ? [] : [`{ ${names.join(', ')} }`]),
      ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
    ].join('; ');
    return [kind.padEnd(width) + title, ...(details === '' ? [] : [' '.repeat(width) + details])];
  });
  return `${[
    ...lines,
    '',
    `${COMMANDS.length} commands; after each of them, ${INVARIANTS.length} invariants are checked:`,
    ...INVARIANTS.map(({ id, title }) => `${id}: ${title}`),
  ].join('\n')}\n`;
}

/** The whole outcome as JSON. */
export function writeOutcome(
  exploration: Exploration,
  exit_code: number,
  { base_url }: TargetSummary,
  formatted: Formatted | undefined,
): string {
  const { tally, sizes, ...rest } = exploration;
  const outcome = {
    gristmill: readVersion(),
    target: base_url,
    exit_code,
    ...rest,
    commands_played: sizes.reduce((sum, one) => sum + one.commands, 0),
    tally: { commands: Object.fromEntries(tally.commands), invariants: Object.fromEntries(tally.invariants) },
    ...(formatted === undefined ? {} : { story: renderStory(formatted.story), script: formatted.script }),
  };
  return `${JSON.stringify(outcome, null, 2)}\n`;
}
