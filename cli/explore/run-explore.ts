import type { RunLedger, Settings } from '#client';
import { Blocked, NO_LEDGER, Run, TransportFault, Unverifiable, cleanUp, senderOf, timeLimit } from '#client';
import { readOffline } from '#conformance/config/resolve-config';
import type { Description, Exploration, Progress } from '#scenarios';
import { REGRESSIONS, explore, replay } from '#scenarios';
import { asUsageErrorOf } from '../flags/as-usage-error.ts';
import type { ExploreFlags } from './explore-flags.ts';
import type { Venue } from './explore-outcome.ts';
import {
  PATH_OF_FILES,
  checkOutputs,
  drawList,
  drawStory,
  drawSummary,
  keepFinding,
  tellFinding,
  writeOutcome,
} from './explore-outcome.ts';
import type { ExplorePlan } from './explore-plan.ts';
import { planExploration } from './explore-plan.ts';
import { printProgress } from './explore-progress.ts';
import type { ExploreTarget } from './explore-target.ts';
import { openExploreTarget } from './explore-target.ts';
import { sayFault } from '../runs/catch-faults.ts';
import { openRunLedger } from '../runs/run-ledger.ts';
import { stopOnInterrupt } from '../runs/stop-on-interrupt.ts';

const EXIT = { clean: 0, violated: 1, inconclusive: 3 } as const;
const EXIT_INTERRUPTED = 130;

/** Explores as the flags say. @returns the exit code @throws UsageError where nothing has been played */
export async function runExplore(flags: ExploreFlags): Promise<number> {
  const plan = planExploration(flags);
  checkOutputs(flags);
  if (flags.list === true) {
    const { config, without, rps, timeout, maxMinutes } = flags;
    await asUsageErrorOf(async () => readOffline({ config, without, rps, timeout, maxMinutes }, process.cwd()));
    process.stdout.write(drawList());
    return 0;
  }
  await using target = await openExploreTarget(flags, plan.seed);
  const { settings, is_own } = target;
  const venue: Venue = { base_url: settings.base_url, is_mock: settings.recognised_as !== undefined, is_own };
  if (!venue.is_mock && flags.doctor !== false) {
    const { fatal } = await (await import('../runs/first-look.ts')).lookFirst(settings);
    for (const line of fatal) process.stderr.write(`gristmill: ${line}\n`);
    if (fatal.length > 0) return EXIT.inconclusive;
  }
  const say = flags.quiet === true || flags.json === true ? (): void => undefined : print;
  say(is_own ? 'Exploring a mock of its own.\n' : `Exploring ${venue.base_url}.\n`);
  const { exploration, is_interrupted } = await play(target, flags, plan, say);
  const exit_code = is_interrupted && exploration.verdict !== 'violated' ? EXIT_INTERRUPTED : EXIT[exploration.verdict];
  conclude(exploration, { flags, venue, exit_code, say });
  return exit_code;
}

function print(text: string): void {
  process.stdout.write(text);
}

interface Played {
  exploration: Exploration;
  is_interrupted: boolean;
}

/** Plays, takes back what stays where the target is no mock, and says what cannot be taken back. */
async function play(
  { settings }: ExploreTarget,
  flags: ExploreFlags,
  plan: ExplorePlan,
  say: (text: string) => void,
): Promise<Played> {
  // A world of the mock goes with all that is in it.
  const ledger = settings.recognised_as === undefined ? openRunLedger(settings) : undefined;
  const stop = stopOnInterrupt(ledger === undefined ? '' : undefined);
  const progress = printProgress(say, {
    is_tty: process.stdout.isTTY,
    is_endless: plan.time_ms !== undefined && flags.runs === undefined,
  });
  const drawing = new AbortController();
  const time = timeLimit(settings.time_limit_ms);
  time.addEventListener('abort', () => {
    drawing.abort(time.reason);
  });
  let phase: Progress['phase'] = 'preparing';
  stop.signal.addEventListener('abort', () => {
    // What was found is not given up: making it short is bounded, and a second interruption ends it.
    if (phase !== 'shrinking' && phase !== 'replaying') drawing.abort(stop.signal.reason);
  });
  const onProgress = (now: Progress): void => {
    ({ phase } = now);
    progress.tell(now);
  };
  try {
    const exploration = await begin(settings, plan, { flags, ledger, signal: drawing.signal, onProgress });
    return { exploration, is_interrupted: stop.signal.aborted };
  } finally {
    progress.end();
    if (ledger !== undefined) await takeBack(settings, ledger, flags, say);
    stop.done();
  }
}

interface Means {
  flags: ExploreFlags;
  ledger: RunLedger | undefined;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

async function begin(settings: Settings, plan: ExplorePlan, { flags, ledger, signal, onProgress }: Means): Promise<Exploration> {
  const { runs, seed, time_ms, commands, max_calls, path, replayed } = plan;
  const means = { ledger, signal, admin_token: settings.admin_token };
  try {
    if (replayed !== undefined) return await replayThese(settings, replayed, seed, means);
    const explored = await explore(settings, {
      ...means,
      runs,
      seed,
      time_ms,
      commands,
      max_calls,
      path,
      onProgress,
      // A path leads to one scenario, and that alone is played.
      regressions: path === undefined && flags.regressions !== false ? REGRESSIONS.map((known) => known.commands) : [],
      ...(flags.shrink === false ? { shrink: { plays: 0 } } : {}),
    });
    const { reason } = explored;
    return reason === undefined ? explored : { ...explored, reason: settings.redactor.redact(reason) };
  } catch (error) {
    const is_theirs = error instanceof Blocked || error instanceof Unverifiable || error instanceof TransportFault;
    // Whatever failed, what was asked for is still written.
    const message = error instanceof Error ? error.message : String(error);
    const reason = settings.redactor.redact(is_theirs || signal.aborted ? message : sayFault(error));
    return { ...NOTHING, tally: { commands: new Map(), invariants: new Map() }, seed, verdict: 'inconclusive', reason };
  }
}

const NOTHING = { runs: 0, calls: 0, sizes: [] } as const;

/** A scenario from a file, three times, as it is. */
async function replayThese(
  settings: Settings,
  commands: readonly Description[],
  seed: number,
  means: Parameters<typeof replay>[2],
): Promise<Exploration> {
  const { found, of, shown, calls } = await replay(settings, commands, means);
  const tally = { commands: new Map<string, number>(), invariants: new Map<string, number>() };
  const sizes = Array.from({ length: of }, () => ({ commands: commands.length, calls: Math.round(calls / of) }));
  const played = { seed, runs: of, calls, sizes, tally };
  if (shown === undefined) return { ...played, verdict: 'clean' };
  const determinism = found === of ? 'deterministic' : 'flaky';
  return {
    ...played,
    verdict: 'violated',
    counterexample: { ...shown, seed, path: PATH_OF_FILES, commands, determinism, replays: { found, of } },
  };
}

async function takeBack(settings: Settings, ledger: RunLedger, flags: ExploreFlags, say: (text: string) => void): Promise<void> {
  try {
    if (flags.cleanup === false) return;
    const run = new Run(settings, NO_LEDGER);
    try {
      const { kept, left } = await cleanUp(ledger, senderOf(run));
      const { redactor } = run;
      for (const line of kept) say(`Stays: ${redactor.redact(line)}\n`);
      for (const line of left) say(`Left: ${redactor.redact(line)}; gristmill cleanup takes it back\n`);
    } finally {
      await run.close();
    }
  } finally {
    ledger.close();
  }
}

interface Ending {
  flags: ExploreFlags;
  venue: Venue;
  exit_code: number;
  say: (text: string) => void;
}

function conclude(exploration: Exploration, { flags, venue, exit_code, say }: Ending): void {
  const { counterexample, verdict, reason } = exploration;
  const told = counterexample === undefined ? undefined : tellFinding(counterexample, flags, venue);
  if (told !== undefined) {
    const { written, problems } = keepFinding(told, flags);
    for (const problem of problems) process.stderr.write(`gristmill: ${problem}\n`);
    say(`\n${drawStory(told.story)}\n`);
    if (written.length > 0) say(`Written: ${written.join(', ')}\n`);
  }
  if (exit_code === EXIT_INTERRUPTED) say('Interrupted. Until then: ');
  if (verdict === 'inconclusive' && exit_code !== EXIT_INTERRUPTED)
    process.stderr.write(`gristmill: it could not be explored: ${reason ?? 'for no reason that is known'}\n`);
  else if (flags.replay !== undefined && verdict === 'clean') say('It did not come about again.\n');
  else say(drawSummary(exploration, flags.verbose === true));
  if (flags.json === true) print(writeOutcome(exploration, exit_code, venue, told));
}
