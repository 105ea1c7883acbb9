/** Every sequence of commands up to a depth, breadth first: each state once, with the shortest way to it. */
import { SOUND_DEPTH_MAX } from './canonical.ts';
import type { InvariantName, Tally } from './invariants.ts';
import { INVARIANT_NAMES, makeTally } from './invariants.ts';
import type { Crew } from './crew.ts';
import type { Opening } from './openings.ts';
import type { Next, Place, Report } from './scout.ts';

export interface Limits {
  opening: Opening;
  /** Of the sequences from there on. */
  depth: number;
  /** Asked before each state; true to leave it at that. */
  isOver?: () => boolean;
}

/** An invariant that does not hold, and the shortest way to where. */
export interface Finding {
  invariant: InvariantName;
  /** The commands, in words. */
  path: readonly string[];
  what: string;
}

export interface Outcome {
  finding: Finding | undefined;
  /** Every sequence of so many commands has been gone through. */
  depth: number;
  /** The states met first after 0, 1, 2 … commands, each of them judged. */
  states: readonly number[];
  /** Commands carried out and judged. */
  transitions: number;
  /** Of these, those that changed something. */
  moves: number;
  tally: Tally;
}

interface Known extends Place {
  came: Came | undefined;
}

interface Came {
  from: Came | undefined;
  words: string;
}

type Sum = Pick<Outcome, 'transitions' | 'moves' | 'tally'>;

/**
 * Goes through all sequences, until one breaks an invariant, all are done, or it is over.
 * Two states that differ in nothing that matters are one (`canonical.ts`). Of several findings of one length the first is told.
 */
export async function explore(crew: Crew, { opening, depth, isOver = () => false }: Limits): Promise<Outcome> {
  if (depth + opening.commands.length > SOUND_DEPTH_MAX)
    throw new RangeError(`states are told apart for sequences of at most ${SOUND_DEPTH_MAX} commands`);
  const { commands } = opening;
  crew.setOut();
  const sum: Sum = { transitions: 0, moves: 0, tally: makeTally() };
  const states: number[] = [];
  const end = (done: number, finding?: Finding): Outcome => ({ finding, depth: done, states, ...sum });
  const first = await crew.begin(commands);
  if ('invariant' in first) {
    const path = commands.slice(0, commands.indexOf(first.words ?? '') + 1);
    return end(0, { invariant: first.invariant, what: first.what, path });
  }
  const met = new Set([first.canonical]);
  let came: Came | undefined;
  for (const words of commands) came = { from: came, words };
  let frontier: Known[] = [{ knowledge: first.knowledge, records: first.records, came }];
  for (let level = 0; ; level += 1) {
    // All states of a level are judged before any is left: what a state breaks is a step nearer than what a command breaks there.
    const judged = await visitAll(crew, frontier, 'judge', isOver, sum);
    states.push(judged.reports.length);
    if (judged.finding !== undefined || judged.is_over) return end(Math.max(0, level - 1), judged.finding);
    if (level === depth) return end(level);

    const left = await visitAll(crew, frontier, 'leave', isOver, sum);
    if (left.finding !== undefined || left.is_over) return end(level, left.finding);
    frontier = left.reports.flatMap(({ nexts }, index) => takeNew(nexts, frontier[index]?.came, met));
  }
}

/** Of the states that were reached, those that nobody had reached before. */
function takeNew(nexts: readonly Next[], from: Came | undefined, met: Set<string>): Known[] {
  const fresh: Known[] = [];
  for (const { knowledge, records, words, canonical } of nexts) {
    if (met.has(canonical)) continue;
    met.add(canonical);
    fresh.push({ knowledge, records, came: { from, words } });
  }
  return fresh;
}

/** Has all places of a level visited, and adds up what came of it. */
async function visitAll(
  crew: Crew,
  places: readonly Known[],
  task: 'judge' | 'leave',
  isOver: () => boolean,
  sum: Sum,
): Promise<{ reports: readonly Report[]; finding: Finding | undefined; is_over: boolean }> {
  const all = await crew.visitAll(places, task, isOver);
  const reports: Report[] = [];
  let finding: Finding | undefined;
  for (const [index, report] of all.entries()) {
    if (report === undefined) continue;
    reports.push(report);
    sum.transitions += report.transitions;
    sum.moves += report.moves;
    for (const name of INVARIANT_NAMES) sum.tally[name] += report.tally[name];
    if (report.broken === undefined || finding !== undefined) continue;
    const { invariant, what, words } = report.broken;
    const came = places[index]?.came;
    finding = { invariant, what, path: [...pathOf(came), ...(words === undefined ? [] : [words])] };
  }
  return { reports, finding, is_over: reports.length < places.length };
}

function pathOf(came: Came | undefined): string[] {
  return came === undefined ? [] : [...pathOf(came.from), came.words];
}
