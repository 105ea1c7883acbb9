import type { RunLedger, Settings } from '#client';
import { Blocked, NO_LEDGER, Run, TransportFault, Unverifiable, cleanUp, describeThrown, senderOf, timeLimit } from '#client';
import { readFlagsAndFiles } from '#conformance/config/resolve-config';
import type { CommandData, Exploration, Progress } from '#scenarios';
import { COMMANDS_DEFAULT, REGRESSIONS, explore, makeTally, replay } from '#scenarios';
import type { Command } from 'commander';
import { ExitCode } from '../errors.ts';
import { WRITING_OPTIONS, addExamples, addOptions, addTarget, collectNames } from '../flags/options.ts';
import { asUsageErrorAsync } from '../flags/values.ts';
import { describeOwnFault, examineSetUp, openRunLedger, stopOnInterrupt } from '../runs.ts';
import type { TargetSummary } from './outcome.ts';
import {
  PATH_OF_FILES,
  checkOutputs,
  drawList,
  drawStory,
  drawSummary,
  formatFinding,
  requireScenario,
  saveFinding,
  writeOutcome,
} from './outcome.ts';
import type { ExploreFlags, ExplorePlan } from './plan.ts';
import { planExploration } from './plan.ts';
import { printProgress } from './progress.ts';
import type { ExploreTarget } from './target.ts';
import { openExploreTarget } from './target.ts';

export function configure(command: Command): void {
  addOptions(addTarget(command, 'or set GRISTMILL_TARGET, or target.base_url in the configuration; default: a new mock'), [
    ...WRITING_OPTIONS,
    'without',
    ['--max-minutes <number>', 'stop after this time (default: 60)'],
    ['--runs <number>', 'how many scenarios to play (default: 100; no limit with --time)'],
    ['--seed <number>', 'the same seed generates the same scenarios (default: 1)'],
    ['--time <time>', 'start no new scenario after this time: 90s, 10m, 1h'],
    ['--commands <number>', `maximum number of commands per scenario (default: ${COMMANDS_DEFAULT})`],
    ['--max-calls <number>', 'start no new scenario after this number of requests'],
    ['--replay <seed:path|file>', 'play one scenario again: the seed:path of a finding, or a saved file'],
    ['--no-shrink', 'do not shorten the scenario that found a bug'],
    ['--no-regressions', 'do not replay the scenarios that found bugs before'],
    ['--violate <name>', 'break the new mock on purpose; names: gristmill mock --list; repeatable', collectNames],
    ['--script <file>', 'file for the finding as a shell script (default: in .gristmill)'],
    ['--story <file>', 'also write the finding as text'],
    ['--save <file>', 'file for the finding as JSON, for --replay (default: in .gristmill)'],
    ['--json', 'print the results as JSON'],
    ['--list', 'list the commands of scenarios and send nothing'],
    'ledger',
    'no_ledger',
    'no_cleanup',
    'no_doctor',
    ['--verbose', 'also print how often each command and invariant was used'],
    'quiet',
  ]).action(async (target: string | undefined, flags: ExploreFlags) => {
    throw new ExitCode(await runExplore(target === undefined ? flags : { ...flags, target }));
  });
  addExamples(
    command,
    [
      'gristmill explore http://127.0.0.1:4010/v1',
      'gristmill explore --violate PRIV-4/unmasked-after-one-invoice',
      'gristmill explore http://127.0.0.1:4010/v1 --replay .gristmill/explore-PRIV-4-1.json',
    ],
    '0 nothing found, 1 a finding, 2 wrong usage, 3 inconclusive, 130 interrupted',
  );
}

const EXIT = { clean: 0, violated: 1, inconclusive: 3 } as const;
const EXIT_INTERRUPTED = 130;

/** @returns the exit code @throws UsageError before anything is played */
async function runExplore(flags: ExploreFlags): Promise<number> {
  const plan = planExploration(flags);
  checkOutputs(flags);
  if (flags.list === true) {
    const { config, without, rps, timeout, maxMinutes } = flags;
    await asUsageErrorAsync(async () => readFlagsAndFiles({ config, without, rps, timeout, maxMinutes }, process.cwd()));
    process.stdout.write(drawList());
    return 0;
  }
  await using target = await openExploreTarget(flags, plan.seed);
  const { settings, is_own } = target;
  const summary: TargetSummary = { base_url: settings.base_url, is_mock: settings.is_mock, is_own };
  if (!summary.is_mock && flags.doctor !== false) {
    const { fatal } = await examineSetUp(settings);
    for (const line of fatal) process.stderr.write(`gristmill: ${line}\n`);
    if (fatal.length > 0) return EXIT.inconclusive;
  }
  const print = flags.quiet === true || flags.json === true ? (): void => undefined : writeOut;
  print(is_own ? 'Exploring a new mock.\n' : `Exploring ${summary.base_url}.\n`);
  const { exploration: played, is_interrupted } = await play(target, flags, plan, print);
  const exploration = requireScenario(played);
  const exit_code = is_interrupted && exploration.verdict !== 'violated' ? EXIT_INTERRUPTED : EXIT[exploration.verdict];
  printOutcome(exploration, { flags, summary, exit_code, print });
  return exit_code;
}

function writeOut(text: string): void {
  process.stdout.write(text);
}

interface Played {
  exploration: Exploration;
  is_interrupted: boolean;
}

/** Plays, and then deletes what was created, unless the target is a mock. Prints what cannot be deleted. */
async function play(
  { settings }: ExploreTarget,
  flags: ExploreFlags,
  plan: ExplorePlan,
  print: (text: string) => void,
): Promise<Played> {
  // On the mock, every scenario has its own world, which is deleted as a whole.
  const ledger = settings.is_mock ? undefined : openRunLedger(settings);
  const stop = stopOnInterrupt({ leaves_objects: ledger !== undefined });
  const progress = printProgress(print, {
    is_tty: process.stdout.isTTY,
    is_endless: plan.time_ms !== undefined && flags.runs === undefined,
  });
  const generation = new AbortController();
  const time = timeLimit(settings.time_limit_ms);
  time.addEventListener('abort', () => {
    generation.abort(time.reason);
  });
  let phase: Progress['phase'] = 'preparing';
  stop.signal.addEventListener('abort', () => {
    // Shrinking a finding is bounded, so it is not interrupted; a second Ctrl+C ends the process.
    if (phase !== 'shrinking' && phase !== 'replaying') generation.abort(stop.signal.reason);
  });
  const onProgress = (now: Progress): void => {
    ({ phase } = now);
    progress.report(now);
  };
  try {
    const exploration = await exploreOrReplay(settings, plan, { flags, ledger, signal: generation.signal, onProgress });
    return { exploration, is_interrupted: stop.signal.aborted };
  } finally {
    progress.end();
    if (ledger !== undefined) await deleteAll(settings, ledger, flags, print);
    stop.done();
  }
}

/** What exploring and replaying need. */
interface PlayContext {
  flags: ExploreFlags;
  ledger: RunLedger | undefined;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

async function exploreOrReplay(
  settings: Settings,
  plan: ExplorePlan,
  { flags, ledger, signal, onProgress }: PlayContext,
): Promise<Exploration> {
  const { replayed, ...planned } = plan;
  const { seed, path } = planned;
  const context = { ledger, signal };
  try {
    if (replayed !== undefined) return await replayCommands(settings, replayed, seed, context);
    const explored = await explore(settings, {
      ...context,
      ...planned,
      onProgress,
      // A path means one scenario, so only that is played.
      regressions: path === undefined && flags.regressions !== false ? REGRESSIONS : [],
      ...(flags.shrink === false ? { shrink: { plays: 0 } } : {}),
    });
    const { reason } = explored;
    return reason === undefined ? explored : { ...explored, reason: settings.redactor.redact(reason) };
  } catch (error) {
    const is_expected = error instanceof Blocked || error instanceof Unverifiable || error instanceof TransportFault;
    // Requested files are written even if the exploration failed.
    const message = describeThrown(error);
    const reason = settings.redactor.redact(is_expected || signal.aborted ? message : describeOwnFault(error));
    return { verdict: 'inconclusive', reason, seed, runs: 0, calls: 0, sizes: [], tally: makeTally() };
  }
}

/** Plays a scenario from a file several times, without shrinking it. */
async function replayCommands(
  settings: Settings,
  commands: readonly CommandData[],
  seed: number,
  context: Parameters<typeof replay>[2],
): Promise<Exploration> {
  const { found, of, shown, calls } = await replay(settings, commands, context);
  const sizes = Array.from({ length: of }, () => ({ commands: commands.length, calls: Math.round(calls / of) }));
  const played = { seed, runs: of, calls, sizes, tally: makeTally() };
  if (shown === undefined) return { ...played, verdict: 'clean' };
  const determinism = found === of ? 'deterministic' : 'flaky';
  return {
    ...played,
    verdict: 'violated',
    counterexample: { ...shown, seed, path: PATH_OF_FILES, commands, determinism, replays: { found, of } },
  };
}

async function deleteAll(
  settings: Settings,
  ledger: RunLedger,
  flags: ExploreFlags,
  print: (text: string) => void,
): Promise<void> {
  try {
    if (flags.cleanup === false) return;
    const run = new Run(settings, NO_LEDGER);
    try {
      const { kept, left } = await cleanUp(ledger, senderOf(run));
      const { redactor } = settings;
      for (const line of kept) print(`Cannot be deleted: ${redactor.redact(line)}\n`);
      for (const line of left) print(`Not deleted: ${redactor.redact(line)}; delete it with gristmill cleanup\n`);
    } finally {
      await run.close();
    }
  } finally {
    ledger.close();
  }
}

interface Ending {
  flags: ExploreFlags;
  summary: TargetSummary;
  exit_code: number;
  print: (text: string) => void;
}

function printOutcome(exploration: Exploration, { flags, summary, exit_code, print }: Ending): void {
  const { counterexample, verdict, reason } = exploration;
  const formatted = counterexample === undefined ? undefined : formatFinding(counterexample, flags, summary);
  if (formatted !== undefined) {
    const { written, problems } = saveFinding(formatted, flags);
    for (const problem of problems) process.stderr.write(`gristmill: ${problem}\n`);
    print(`\n${drawStory(formatted.story)}\n`);
    if (written.length > 0) print(`Written: ${written.join(', ')}\n`);
  }
  if (exit_code === EXIT_INTERRUPTED) print('Interrupted. So far: ');
  if (verdict === 'inconclusive' && exit_code !== EXIT_INTERRUPTED)
    process.stderr.write(`gristmill: exploring failed: ${reason ?? 'the reason is unknown'}\n`);
  else if (flags.replay !== undefined && verdict === 'clean') print('The finding did not occur again.\n');
  else print(drawSummary(exploration, flags.verbose === true));
  if (flags.json === true) writeOut(writeOutcome(exploration, exit_code, summary, formatted));
}
