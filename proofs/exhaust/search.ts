/** Plays every sequence of commands up to a length, with the explorer's model, commands, and invariants. */
import { openEnvironment } from '#scenarios/set-up/environment';
import { Finding } from '#scenarios/session/finding';
import { isPossible, checkSetUp, makeTally, playEnd, playOne, type Tally } from '#scenarios/play/play';
import { Session } from '#scenarios/session/session';
import { setUp } from '#scenarios/set-up/set-up';
import { findMarketplaces } from '#scenarios/session/marketplace';
import type { TestMock } from '#scenarios/testing/start-mock';
import type { CommandData } from '#scenarios';
import { COMMANDS, type Opening } from './sequences.ts';

/** Scenarios played at the same time. They mostly wait for the mock. */
const WORKERS = 4;

type Sequence = readonly CommandData[];

/** Opens a session in a new world. */
type OpenSession = () => Promise<Session>;

interface Result {
  readonly tally: Tally;
  /** The first finding, in the shortest sequence. */
  readonly finding: { readonly steps: readonly string[]; readonly finding: Finding } | undefined;
}

/**
 * Learns the readings of the clean mock, then breaks the mock. Learned from a broken mock, the readings would explain the violation away.
 * @throws Error if a reading of the clean mock is unknown
 */
export async function prepare(mock: TestMock, violation: string | undefined): Promise<OpenSession> {
  const { knowledge } = await openEnvironment(mock.settings);
  const unknown = Object.entries(knowledge.readings).filter(([, value]) => value === undefined);
  if (unknown.length > 0) throw new Error(`readings of the clean mock are unknown: ${unknown.map(([name]) => name).join(', ')}`);
  if (violation !== undefined) await mock.violate(violation);
  const openMarketplace = await findMarketplaces(mock.settings);
  return async () => new Session(await openMarketplace(), knowledge);
}

/**
 * Plays the opening, then every sequence of 1 command, of 2, and so on up to `depth`. Stops at the first length that has a finding.
 * @param every plays one of this many of the longest sequences. Their beginnings are the shorter ones, which are all played
 */
export async function searchAll(
  openSession: OpenSession,
  { opening, depth, every = 1 }: { opening: Opening; depth: number; every?: number },
): Promise<Result> {
  const tally = makeTally();
  let sequences: Sequence[] = [[]];
  for (let length = 0; length <= depth; length += 1) {
    const waiting = sequences;
    const longer: Sequence[] = [];
    let finding: Result['finding'];
    const work = async (): Promise<void> => {
      while (finding === undefined && waiting.length > 0) {
        const sequence = waiting.pop() ?? [];
        const played = await play(openSession, opening, sequence, tally);
        finding ??= played.finding;
        longer.push(...played.next.map((command) => [...sequence, command]));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    if (finding !== undefined) return { tally, finding };
    sequences = length + 1 === depth ? longer.filter((_, i) => i % every === 0) : longer;
  }
  return { tally, finding: undefined };
}

/** Plays one sequence in a new world. @returns the commands that are possible after it */
async function play(
  openSession: OpenSession,
  opening: Opening,
  sequence: Sequence,
  tally: Tally,
): Promise<{ next: readonly CommandData[]; finding?: Result['finding'] }> {
  await using session = await openSession();
  try {
    await setUp(session);
    await checkSetUp(session, tally);
    for (const command of [...opening.commands, ...sequence]) await playOne(session, command, tally);
    const next = COMMANDS.filter((command) => isNext(session, command));
    await playEnd(session);
    return { next };
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    const steps = session.steps.map(({ sentences }) => sentences.join('; '));
    return { next: [], finding: { steps, finding: error } };
  }
}

function isNext(session: Session, { is_older, ...command }: (typeof COMMANDS)[number]): boolean {
  return (is_older !== true || session.model.bids.length > 1) && isPossible(session, command);
}
