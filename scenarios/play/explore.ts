import type { Settings } from '#client';
import { Blocked, TransportFault, Unverifiable, elapsedMs } from '#client';
import { TIME_FLAG, explainEnd } from '#conformance';
import * as fc from 'fast-check';
import type { Played } from './arbitrary.ts';
import { arbitraryOf } from './arbitrary.ts';
import type { Counterexample, Shown } from '../findings/counterexample.ts';
import { showFinding } from '../findings/counterexample.ts';
import type { Description } from '../model/description.ts';
import { Finding } from '../session/finding.ts';
import type { Tally } from './play.ts';
import { judgeSetUp, makeTally, playAll, playEnd } from './play.ts';
import type { Session } from '../session/session.ts';
import { setUp } from '../set-up/set-up.ts';
import type { ShrinkLimits } from '../findings/shrink.ts';
import { confirm, shrink } from '../findings/shrink.ts';
import type { Environment, TheatreOptions } from '../set-up/environment.ts';
import { openTheatre } from '../set-up/environment.ts';

export interface ExploreOptions extends TheatreOptions {
  /** How many scenarios are played. */
  runs?: number;
  /** The same seed draws the same scenarios. */
  seed?: number;
  /** Of a scenario that was drawn before: plays that one alone. */
  path?: string | undefined;
  /** No scenario is begun after so long. */
  time_ms?: number | undefined;
  /** The longest scenario; 45 unless given. */
  commands?: number;
  /** No scenario is begun after so many requests. */
  max_calls?: number | undefined;
  /** Played first: what was found before. */
  regressions?: readonly (readonly Description[])[];
  shrink?: Partial<ShrinkLimits>;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly runs: number;
  readonly of: number;
  readonly calls: number;
  /** Commands that were played. */
  readonly commands: number;
  readonly phase: 'preparing' | 'regressions' | 'exploring' | 'shrinking' | 'replaying';
}

export interface Exploration {
  /** `inconclusive`: something else than a finding ended it. */
  readonly verdict: 'clean' | 'violated' | 'inconclusive';
  readonly reason?: string;
  readonly seed: number;
  /** Scenarios that were played. */
  readonly runs: number;
  readonly calls: number;
  /** Requests until the finding, the shrinking left out. */
  readonly calls_to_find?: number;
  /** Of each scenario, how many commands were played and requests sent. */
  readonly sizes: readonly { readonly commands: number; readonly calls: number }[];
  readonly tally: Tally;
  readonly counterexample?: Counterexample;
}

const RUNS = 100;
/** The longest scenario. Long ones tell sooner than many what takes several steps (docs/teeth-explore.md). */
export const COMMANDS_DEFAULT = 45;

/** What one scenario came to. */
interface Outcome {
  readonly finding: Finding | undefined;
  /** The commands that were played. */
  readonly played: readonly Description[];
  readonly shown: Shown | undefined;
  readonly calls: number;
}

const NOT_PLAYED: Outcome = { finding: undefined, played: [], shown: undefined, calls: 0 };

function isTimeUp(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && explainEnd(signal)[1] === TIME_FLAG;
}

function sayTimeUp({ sizes }: Course): string {
  return `the time for it was up after ${sizes.length} scenario${sizes.length === 1 ? '' : 's'}; give it more with ${TIME_FLAG}`;
}

/** What is counted while it goes on. */
interface Course {
  readonly options: ExploreOptions;
  readonly began_ms: number;
  readonly tally: Tally;
  readonly sizes: { commands: number; calls: number }[];
  calls: number;
}

/**
 * Plays scenarios until one shows that the deployment is not as the document says, or there are no more to play.
 * It judges nothing that the document leaves open, and what it does not find may be there all the same.
 * @param settings of a run that may write
 */
export async function explore(settings: Settings, options: ExploreOptions = {}): Promise<Exploration> {
  const course: Course = { options, began_ms: elapsedMs(), tally: makeTally(), sizes: [], calls: 0 };
  try {
    tell(course, 'preparing');
    const environment = await openTheatre(settings, options);
    const play = async (descriptions: readonly Description[]): Promise<Outcome> =>
      note(course, await playScenario(environment, descriptions));
    const found = (await playKnown(course, play)) ?? (await playDrawn(course, environment));
    if (found === undefined) {
      return isTimeUp(options.signal)
        ? conclude(course, 'inconclusive', { reason: sayTimeUp(course) })
        : conclude(course, 'clean');
    }
    const calls_to_find = course.calls;
    tell(course, 'shrinking');
    // What was found is not given up when the time is up: it stays as long as it is by then.
    const playAgain = async (descriptions: readonly Description[]): Promise<Outcome> => {
      if (options.signal?.aborted === true) return NOT_PLAYED;
      return play(descriptions).catch((error: unknown) => {
        if (options.signal?.aborted === true) return NOT_PLAYED;
        throw error;
      });
    };
    const least = await shrink(found.outcome, playAgain, options.shrink);
    tell(course, 'replaying');
    const confirmed = await confirm(least, playAgain, options.signal?.aborted === true ? { replays: 0 } : options.shrink);
    return conclude(course, 'violated', {
      calls_to_find,
      counterexample: { seed: seedOf(options), path: found.path, ...confirmed },
    });
  } catch (error) {
    if (options.signal?.aborted === true)
      return conclude(course, 'inconclusive', { reason: isTimeUp(options.signal) ? sayTimeUp(course) : 'it was interrupted' });
    if (error instanceof Blocked || error instanceof Unverifiable || error instanceof TransportFault) {
      return conclude(course, 'inconclusive', { reason: error.message });
    }
    throw error;
  }
}

function seedOf({ seed = 1 }: ExploreOptions): number {
  return seed;
}

function conclude(course: Course, verdict: Exploration['verdict'], rest: Partial<Exploration> = {}): Exploration {
  const { options, sizes, tally, calls } = course;
  return { verdict, seed: seedOf(options), runs: sizes.length, calls, sizes, tally, ...rest };
}

function tell({ options, sizes, calls }: Course, phase: Progress['phase']): void {
  const commands = sizes.reduce((sum, size) => sum + size.commands, 0);
  options.onProgress?.({ runs: sizes.length, of: options.runs ?? RUNS, calls, commands, phase });
}

function note(course: Course, outcome: Outcome): Outcome {
  course.calls += outcome.calls;
  return outcome;
}

interface Found {
  outcome: Outcome;
  path: string;
}

/** What was found before comes first. */
async function playKnown(course: Course, play: (one: readonly Description[]) => Promise<Outcome>): Promise<Found | undefined> {
  for (const [i, regression] of (course.options.regressions ?? []).entries()) {
    tell(course, 'regressions');
    const outcome = await play(regression);
    if (outcome.finding !== undefined) return { outcome, path: `regression ${i + 1}` };
  }
  return undefined;
}

/** Whether no scenario is to be begun any more. */
function isOver({ options, calls, began_ms }: Course): boolean {
  const { max_calls = Number.POSITIVE_INFINITY, time_ms = Number.POSITIVE_INFINITY, signal } = options;
  return signal?.aborted === true || calls >= max_calls || elapsedMs() - began_ms >= time_ms;
}

/** Ends the drawing at once: what is never to be played need not be drawn either. */
const OVER = new Error('no scenario is begun any more');

async function playDrawn(course: Course, environment: Environment): Promise<Found | undefined> {
  const { options, tally, sizes } = course;
  const { path } = options;
  let outcome: Outcome | undefined;
  const drawn = arbitraryOf(environment, tally, options.commands ?? COMMANDS_DEFAULT);
  const property = fc.asyncProperty(drawn, async (commands) => {
    if (isOver(course)) throw OVER;
    outcome = note(course, await playCommands(environment, commands, tally));
    sizes.push({ commands: outcome.played.length, calls: outcome.calls });
    tell(course, 'exploring');
    if (outcome.finding !== undefined) throw outcome.finding;
  });
  const details = await fc.check(property, {
    seed: seedOf(options),
    // A path leads to one scenario.
    numRuns: path === undefined ? (options.runs ?? RUNS) : 1,
    endOnFailure: true,
    ...(path === undefined ? {} : { path }),
  });
  // What an interruption cut off has shown nothing.
  if (!details.failed || details.errorInstance === OVER || (options.signal?.aborted === true && outcome?.finding === undefined))
    return undefined;
  if (outcome?.finding === undefined) throw details.errorInstance;
  return { outcome, path: details.counterexamplePath ?? '' };
}

/** Plays descriptions on a ground of their own. */
export async function playScenario(
  environment: Environment,
  descriptions: readonly Description[],
  tally?: Tally,
): Promise<Outcome> {
  return stage(environment, tally, async (session) => playAll(session, descriptions, tally));
}

async function playCommands(environment: Environment, commands: Iterable<Played>, tally: Tally): Promise<Outcome> {
  return stage(environment, tally, async (session) => {
    await fc.asyncModelRun(() => ({ model: { session }, real: session }), commands);
    await playEnd(session);
  });
}

async function stage(
  environment: Environment,
  tally: Tally | undefined,
  deed: (session: Session) => Promise<void>,
): Promise<Outcome> {
  await using session = await environment.open();
  let finding: Finding | undefined;
  try {
    await setUp(session);
    await judgeSetUp(session, tally);
    await deed(session);
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    finding = error;
  }
  return {
    finding,
    played: session.steps.map(({ description }) => description),
    shown: finding === undefined ? undefined : showFinding(session, finding),
    calls: session.run.http.requests,
  };
}
