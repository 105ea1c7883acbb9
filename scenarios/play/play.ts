/** Plays commands, one after the other, and judges after each. */
import { canPlay, findCommand } from '../commands/index.ts';
import type { Description } from '../model/description.ts';
import { ASKING, LOOKING } from '../invariants/index.ts';
import type { Scene } from '../invariants/invariant.ts';
import type { Model } from '../model/model.ts';
import { lookBack } from './read-back.ts';
import type { Session } from '../session/session.ts';

/** What was looked at, for saying what silence is worth. */
export interface Tally {
  /** Commands that were played to their end, by kind. */
  readonly commands: Map<string, number>;
  /** What each invariant has looked at. */
  readonly invariants: Map<string, number>;
}

export function makeTally(): Tally {
  return { commands: new Map(), invariants: new Map() };
}

/** Whether a command means anything in the state that a session is in. */
export function isPossible(session: Session, { kind, params }: Description): boolean {
  const command = findCommand(kind);
  return command !== undefined && canPlay(session, command) && command.isPossible(session.model, params);
}

/** Plays one command and judges everything after it. @throws Finding */
export async function playOne(session: Session, description: Description, tally?: Tally): Promise<void> {
  const command = findCommand(description.kind);
  if (command === undefined) throw new Error(`there is no command ${description.kind}`);
  const { model: before } = session;
  const mark = { happenings: session.happenings.length, receipts: session.receipts.length };
  session.begin(description);
  await command.run(session, description.params);
  await judgeAll(session, before, mark, tally);
  // A command that found nothing to do has not been played.
  if ((session.steps.at(-1)?.said.length ?? 0) > 0) count(tally?.commands, description.kind, 1);
}

/** Judges the ground that was laid as if it were a command. @throws Finding */
export async function judgeSetUp(session: Session, tally?: Tally): Promise<void> {
  await judgeAll(session, session.model, { happenings: 0, receipts: 0 }, tally);
}

async function judgeAll(
  session: Session,
  before: Model,
  mark: { happenings: number; receipts: number },
  tally?: Tally,
): Promise<void> {
  await settleEvents(session, before, tally);
  const sceneNow = (): Scene => ({
    session,
    before,
    exchanges: session.happenings.slice(mark.happenings).flatMap((one) => (one.type === 'exchange' ? [one.exchange] : [])),
    receipts: session.receipts.slice(mark.receipts),
  });
  // What is asked for first changes nothing: what is read back afterwards would show it.
  session.phase = 'ask';
  for (const { id, judge } of ASKING) count(tally?.invariants, id, await judge(sceneNow()));
  await lookBack(session);
  const scene = sceneNow();
  for (const { id, judge } of LOOKING) if (id !== 'events') count(tally?.invariants, id, await judge(scene));
}

/** Deliveries before anything is read: what is due has to be there by then. */
async function settleEvents(session: Session, before: Model, tally?: Tally): Promise<void> {
  const events = LOOKING.find(({ id }) => id === 'events');
  if (events !== undefined)
    count(tally?.invariants, events.id, await events.judge({ session, before, exchanges: [], receipts: [] }));
}

/** Plays a whole sequence; what is impossible where it stands is passed over. @throws Finding */
export async function playAll(session: Session, descriptions: readonly Description[], tally?: Tally): Promise<void> {
  for (const description of descriptions) {
    if (isPossible(session, description)) await playOne(session, description, tally);
  }
  await playEnd(session);
}

/** What is still on its way is judged too. @throws Finding */
export async function playEnd(session: Session): Promise<void> {
  await session.place.settle();
  await settleEvents(session, session.model);
}

function count(counts: Map<string, number> | undefined, name: string, n: number): void {
  counts?.set(name, (counts.get(name) ?? 0) + n);
}
