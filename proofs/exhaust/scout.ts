/** Goes to a state in a world of its own, judges it, and tries everything there. */
import type { World } from '#mock/server/world/world';
import { canonicalOf } from './canonical.ts';
import { LOT_MT } from './cast.ts';
import type { InvariantName, Tally } from './invariants.ts';
import { BrokenInvariant, makeTally } from './invariants.ts';
import { listCommands } from './commands.ts';
import type { Records } from './records.ts';
import { countChanges, restoreRecords, saveRecords } from './records.ts';
import { judgeState } from './state.ts';
import type { Knowledge } from './step.ts';
import { takeStep } from './step.ts';
import { openStage } from './stage.ts';
import { wordsOf } from './words.ts';

/** A state: what is known in it, and what it takes to be there. Plain data, so that it can be sent to another thread. */
export interface Place {
  knowledge: Knowledge;
  records: Records;
}

/** A state that a command led to. */
export interface Next extends Place {
  words: string;
  /** The same for all states that are told apart in nothing. */
  canonical: string;
}

/** An invariant that does not hold. */
export interface Break {
  invariant: InvariantName;
  what: string;
  /** The command that broke it; undefined where it is the state itself. */
  words: string | undefined;
}

export interface Report {
  broken: Break | undefined;
  nexts: readonly Next[];
  /** Commands carried out and judged. */
  transitions: number;
  /** Of these, those that changed something. */
  moves: number;
  tally: Tally;
}

/** What to do with places: judge the state, or try every command of it. */
export interface Task {
  kind: 'judge' | 'leave';
  /** The number of the exploration that it is part of: each begins with nothing met. Undefined where nothing is to be left out. */
  run: number | undefined;
}

export interface Scout {
  /** Goes through the commands of an opening, judging each. */
  begin: (opening: readonly string[]) => Promise<Next | Break>;
  /**
   * Does a task at a place; what breaks something ends the report. States that this scout has told of before are left
   * out: whoever goes through the reports in the order of the places has them already.
   */
  visit: (place: Place, task: Task) => Promise<Report>;
  close: () => Promise<void>;
}

/** @throws UnknownDeviationError where there is no such violation */
export async function openScout(violation: string | undefined): Promise<Scout> {
  const world = await openStage(violation);
  const lot = { status: 'listed', left_mt: LOT_MT };
  const picture = { now_ms: world.clock.now_ms(), lot, bids: [], trades: [] };
  const root = { knowledge: { picture, uses: [] }, records: await saveRecords(world) };
  // Nothing is sent while it is halted: the receivers do not exist.
  const { promise: closing, resolve: close } = Promise.withResolvers<undefined>();
  const halted = world.dispatcher.whileHalted(async () => {
    await closing;
    await world.store.write((tx) => tx.deleteFrom('queue').execute());
  });
  let met = new Set<string>();
  let run_of_met: number | undefined;
  return {
    begin: (opening) => begin(world, root, opening),
    visit: (place, { kind, run }) => {
      if (run !== run_of_met) met = new Set();
      run_of_met = run;
      return kind === 'judge' ? judge(world, place) : leave(world, place, run === undefined ? undefined : met);
    },
    close: async () => {
      close(undefined);
      await halted;
      await world.close();
    },
  };
}

async function begin(world: World, root: Place, opening: readonly string[]): Promise<Next | Break> {
  let { knowledge } = root;
  let changes = await goTo(world, root);
  for (const words of opening) {
    const { picture, uses } = knowledge;
    const command = listCommands(picture, uses).find((one) => wordsOf(one, picture) === words);
    if (command === undefined) throw new Error(`nobody can say there: ${words}`);
    const from = knowledge;
    const broken = await attempt(words, async () => {
      knowledge = (await takeStep({ world, from, command, changes, tally: makeTally() })) ?? from;
    });
    if (broken !== undefined) return broken;
    changes = await goTo(world, await arrive(world, knowledge, words));
  }
  return arrive(world, knowledge, '');
}

async function judge(world: World, place: Place): Promise<Report> {
  const tally = makeTally();
  await goTo(world, place);
  const broken = await attempt(undefined, () => judgeState(world, place.knowledge.picture, tally));
  return { broken, nexts: [], transitions: 0, moves: 0, tally };
}

async function leave(world: World, place: Place, met: Set<string> | undefined): Promise<Report> {
  const { knowledge: from } = place;
  const nexts: Next[] = [];
  const tally = makeTally();
  let transitions = 0;
  let moves = 0;
  let changes = await goTo(world, place);
  for (const command of listCommands(from.picture, from.uses)) {
    const words = wordsOf(command, from.picture);
    transitions += 1;
    let knowledge: Knowledge | undefined;
    const broken = await attempt(words, async () => {
      knowledge = await takeStep({ world, from, command, changes, tally });
    });
    if (broken !== undefined) return { broken, nexts, transitions, moves, tally };
    if (knowledge === undefined) continue;
    moves += 1;
    const next = await arrive(world, knowledge, words);
    if (met?.has(next.canonical) !== true) nexts.push(next);
    met?.add(next.canonical);
    changes = await goTo(world, place);
  }
  return { broken: undefined, nexts, transitions, moves, tally };
}

async function arrive(world: World, knowledge: Knowledge, words: string): Promise<Next> {
  const records = await saveRecords(world);
  return { knowledge, records, words, canonical: canonicalOf(records, knowledge.picture.now_ms) };
}

/** @returns how many rows have been written by then */
async function goTo(world: World, { knowledge, records }: Place): Promise<number> {
  world.clock.set(knowledge.picture.now_ms);
  await restoreRecords(world, records);
  // What falls due next has changed with them.
  await world.rearm();
  return countChanges(world);
}

async function attempt(words: string | undefined, deed: () => Promise<unknown>): Promise<Break | undefined> {
  try {
    await deed();
    return undefined;
  } catch (error) {
    if (!(error instanceof BrokenInvariant)) throw error;
    return { invariant: error.invariant, what: error.message, words };
  }
}
