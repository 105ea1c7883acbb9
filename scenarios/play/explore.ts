import { Blocked, TransportFault, Unverifiable, elapsedMs, type Settings } from '#client';
import { TIME_FLAG, explainEnd } from '#conformance';
import * as fc from 'fast-check';
import { arbitraryOf, type DrawnCommand } from './arbitrary.ts';
import { showFinding, type Counterexample } from '../findings/counterexample.ts';
import type { CommandData } from '../model/command-data.ts';
import { Finding } from '../session/finding.ts';
import { checkSetUp, makeTally, playAll, playEnd, type Tally } from './play.ts';
import type { Session, SessionOptions } from '../session/session.ts';
import { setUp } from '../set-up/set-up.ts';
import { confirm, shrink, type Shrinkable, type ShrinkLimits } from '../findings/shrink.ts';
import { openEnvironment, type Environment } from '../set-up/environment.ts';

interface ExploreOptions extends SessionOptions {
  /** The number of scenarios. Default: 100. */
  runs?: number;
  /** The same seed generates the same scenarios. Default: 1. */
  seed?: number;
  /** The path of one scenario of an earlier exploration: plays only that one. */
  path?: string | undefined;
  /** Starts no scenario after this time, in milliseconds. */
  time_ms?: number | undefined;
  /** The maximum length of a scenario. Default: 45. */
  commands?: number;
  /** Starts no scenario after this number of requests. */
  max_calls?: number | undefined;
  /** Scenarios to play first: earlier findings. */
  regressions?: readonly (readonly CommandData[])[];
  shrink?: Partial<ShrinkLimits>;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly runs: number;
  readonly of: number;
  readonly calls: number;
  /** Commands played so far. */
  readonly commands: number;
  readonly phase: 'preparing' | 'regressions' | 'exploring' | 'shrinking' | 'replaying';
}

export interface Exploration {
  /** `clean`: no finding, even if a limit ended it. `inconclusive`: it was aborted, or the target could not be tested. */
  readonly verdict: 'clean' | 'violated' | 'inconclusive';
  readonly reason?: string;
  readonly seed: number;
  /** Random scenarios played, without regressions. */
  readonly runs: number;
  readonly calls: number;
  /** Requests up to the finding, without shrinking. */
  readonly calls_to_find?: number;
  /** The number of commands and requests of each random scenario. */
  readonly sizes: readonly { readonly commands: number; readonly calls: number }[];
  readonly tally: Tally;
  readonly counterexample?: Counterexample;
}

export const RUNS_DEFAULT = 100;
/** The default length limit. Fewer, longer scenarios find bugs that need several steps sooner (docs/explorer-mutations.md). */
export const COMMANDS_DEFAULT = 45;

/** The result of one scenario. */
interface Outcome extends Shrinkable {
  readonly calls: number;
}

const NOT_PLAYED: Outcome = { finding: undefined, played: [], shown: undefined, calls: 0 };

function explainAbort({ options: { signal }, sizes }: ExplorationState): string {
  if (signal === undefined || explainEnd(signal)[1] !== TIME_FLAG) return 'it was interrupted';
  return `the time limit was reached after ${sizes.length} scenario${sizes.length === 1 ? '' : 's'}; raise it with ${TIME_FLAG}`;
}

interface ExplorationState {
  readonly options: ExploreOptions;
  readonly seed: number;
  readonly began_ms: number;
  readonly tally: Tally;
  readonly sizes: { commands: number; calls: number }[];
  calls: number;
}

/**
 * Plays random scenarios until one violates the document or a limit is reached. Does not check what the document leaves open.
 * @param settings the settings of a run that is allowed to write
 */
export async function explore(settings: Settings, options: ExploreOptions): Promise<Exploration> {
  const { seed = 1 } = options;
  const state: ExplorationState = { options, seed, began_ms: elapsedMs(), tally: makeTally(), sizes: [], calls: 0 };
  try {
    reportProgress(state, 'preparing');
    const environment = await openEnvironment(settings, options);
    const play = async (commands: readonly CommandData[]): Promise<Outcome> =>
      countCalls(state, await playScenario(environment, commands));
    const found = (await playRegressions(state, play)) ?? (await playRandom(state, environment));
    if (found === undefined) {
      return options.signal?.aborted === true
        ? conclude(state, 'inconclusive', { reason: explainAbort(state) })
        : conclude(state, 'clean');
    }
    const calls_to_find = state.calls;
    reportProgress(state, 'shrinking');
    // If the time limit is reached, report the finding without shrinking it further.
    const playAgain = async (commands: readonly CommandData[]): Promise<Outcome> => {
      if (options.signal?.aborted === true) return NOT_PLAYED;
      return play(commands).catch((error: unknown) => {
        if (options.signal?.aborted === true) return NOT_PLAYED;
        throw error;
      });
    };
    const least = await shrink(found.outcome, playAgain, options.shrink);
    reportProgress(state, 'replaying');
    const confirmed = await confirm(least, playAgain, options.signal?.aborted === true ? { replays: 0 } : options.shrink);
    return conclude(state, 'violated', {
      calls_to_find,
      counterexample: { seed, path: found.path, ...confirmed },
    });
  } catch (error) {
    if (options.signal?.aborted === true) return conclude(state, 'inconclusive', { reason: explainAbort(state) });
    if (error instanceof Blocked || error instanceof Unverifiable || error instanceof TransportFault) {
      return conclude(state, 'inconclusive', { reason: error.message });
    }
    throw error;
  }
}

function conclude(state: ExplorationState, verdict: Exploration['verdict'], rest: Partial<Exploration> = {}): Exploration {
  const { seed, sizes, tally, calls } = state;
  return { verdict, seed, runs: sizes.length, calls, sizes, tally, ...rest };
}

function reportProgress({ options, sizes, calls }: ExplorationState, phase: Progress['phase']): void {
  const commands = sizes.reduce((sum, size) => sum + size.commands, 0);
  options.onProgress?.({ runs: sizes.length, of: options.runs ?? RUNS_DEFAULT, calls, commands, phase });
}

function countCalls(state: ExplorationState, outcome: Outcome): Outcome {
  state.calls += outcome.calls;
  return outcome;
}

interface Found {
  outcome: Outcome;
  /** The path of fast-check, or `regression N`, which the option `path` does not take. */
  path: string;
}

async function playRegressions(
  state: ExplorationState,
  play: (one: readonly CommandData[]) => Promise<Outcome>,
): Promise<Found | undefined> {
  for (const [i, regression] of (state.options.regressions ?? []).entries()) {
    reportProgress(state, 'regressions');
    const outcome = await play(regression);
    if (outcome.finding !== undefined) return { outcome, path: `regression ${i + 1}` };
  }
  return undefined;
}

/** Whether a limit is reached, so that no further scenario starts. */
function isOver({ options, calls, began_ms }: ExplorationState): boolean {
  const { max_calls = Number.POSITIVE_INFINITY, time_ms = Number.POSITIVE_INFINITY, signal } = options;
  return signal?.aborted === true || calls >= max_calls || elapsedMs() - began_ms >= time_ms;
}

/** Thrown to stop fast-check when a limit is reached. */
const OVER = new Error('a limit of the exploration is reached');

async function playRandom(state: ExplorationState, environment: Environment): Promise<Found | undefined> {
  const { options, seed, tally, sizes } = state;
  const { path } = options;
  let outcome: Outcome | undefined;
  const drawn = arbitraryOf(environment, tally, options.commands ?? COMMANDS_DEFAULT);
  const property = fc.asyncProperty(drawn, async (commands) => {
    if (isOver(state)) throw OVER;
    outcome = countCalls(state, await playCommands(environment, commands, tally));
    sizes.push({ commands: outcome.played.length, calls: outcome.calls });
    reportProgress(state, 'exploring');
    if (outcome.finding !== undefined) throw outcome.finding;
  });
  const details = await fc.check(property, {
    seed,
    // A path identifies one scenario.
    numRuns: path === undefined ? (options.runs ?? RUNS_DEFAULT) : 1,
    endOnFailure: true,
    ...(path === undefined ? {} : { path }),
  });
  // An interrupted scenario without a finding proves nothing.
  if (!details.failed || details.errorInstance === OVER || (options.signal?.aborted === true && outcome?.finding === undefined))
    return undefined;
  if (outcome?.finding === undefined) throw details.errorInstance;
  return { outcome, path: details.counterexamplePath ?? '' };
}

/** Plays commands in a new session. Commands that are impossible are skipped. */
export async function playScenario(environment: Environment, commands: readonly CommandData[]): Promise<Outcome> {
  return runSession(environment, undefined, async (session) => playAll(session, commands));
}

async function playCommands(environment: Environment, commands: Iterable<DrawnCommand>, tally: Tally): Promise<Outcome> {
  return runSession(environment, tally, async (session) => {
    await fc.asyncModelRun(() => ({ model: { session }, real: session }), commands);
    await playEnd(session);
  });
}

async function runSession(
  environment: Environment,
  tally: Tally | undefined,
  action: (session: Session) => Promise<void>,
): Promise<Outcome> {
  await using session = await environment.open();
  let finding: Finding | undefined;
  try {
    await setUp(session);
    await checkSetUp(session, tally);
    await action(session);
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    finding = error;
  }
  return {
    finding,
    played: session.steps.map(({ data }) => data),
    shown: finding === undefined ? undefined : showFinding(session, finding),
    calls: session.run.http.requests,
  };
}
