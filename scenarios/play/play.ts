/** Plays commands one by one and checks the invariants after each. */
import { MissingHook } from '#client';
import { canPlay, findCommand } from '../commands/index.ts';
import type { CommandData } from '../model/command-data.ts';
import { EVENTS, PROBING_INVARIANTS, PASSIVE_INVARIANTS } from '../invariants/index.ts';
import type { Observation } from '../invariants/invariant.ts';
import type { Model } from '../model/model.ts';
import { readBack } from './read-back.ts';
import type { Session } from '../session/session.ts';

/** Counts what was played and checked, so that a clean result can be weighed. */
export interface Tally {
  /** Completed commands by kind. */
  readonly commands: Map<string, number>;
  /** The number of items that each invariant checked. */
  readonly invariants: Map<string, number>;
}

export function makeTally(): Tally {
  return { commands: new Map(), invariants: new Map() };
}

/** Whether a command is possible in the current state of a session. */
export function isPossible(session: Session, { kind }: CommandData): boolean {
  const command = findCommand(kind);
  return command !== undefined && canPlay(session, command) && command.isPossible(session.model);
}

/** Plays one command, then checks all invariants. @throws Finding */
export async function playOne(session: Session, data: CommandData, tally?: Tally): Promise<void> {
  const command = findCommand(data.kind);
  if (command === undefined) throw new Error(`there is no command ${data.kind}`);
  const { model: before } = session;
  const mark = { actions: session.actions.length, receipts: session.receipts.length };
  session.begin(data);
  await command.run(session, data.params).catch((error: unknown) => {
    // The hook is first called here, and `canPlay` excludes the command from now on.
    if (!(error instanceof MissingHook)) throw error;
    session.steps.at(-1)?.sentences.splice(0);
  });
  await checkAll(session, before, mark, tally);
  // Don't count a command that found nothing to do.
  if ((session.steps.at(-1)?.sentences.length ?? 0) > 0) count(tally?.commands, data.kind, 1);
}

/** Checks all invariants after the setup. @throws Finding */
export async function checkSetUp(session: Session, tally?: Tally): Promise<void> {
  await checkAll(session, session.model, { actions: 0, receipts: 0 }, tally);
}

async function checkAll(
  session: Session,
  before: Model,
  mark: { actions: number; receipts: number },
  tally?: Tally,
): Promise<void> {
  await checkEvents(session, before, tally);
  const observe = (): Observation => ({
    session,
    before,
    exchanges: session.actions.slice(mark.actions).flatMap((one) => (one.type === 'exchange' ? [one.exchange] : [])),
    receipts: session.receipts.slice(mark.receipts),
  });
  // The probes must not change anything. They run first, so that reading back would show a change.
  session.phase = 'probe';
  for (const { id, check } of PROBING_INVARIANTS) count(tally?.invariants, id, await check(observe()));
  await readBack(session);
  const observation = observe();
  for (const { id, check } of PASSIVE_INVARIANTS) count(tally?.invariants, id, await check(observation));
}

/** Checks deliveries before reading back: due events must have arrived by then. */
async function checkEvents(session: Session, before: Model, tally?: Tally): Promise<void> {
  count(tally?.invariants, EVENTS.id, await EVENTS.check({ session, before, exchanges: [], receipts: [] }));
}

/** Plays a sequence. Skips commands that are impossible in their state. @throws Finding */
export async function playAll(session: Session, commands: readonly CommandData[]): Promise<void> {
  for (const data of commands) {
    if (isPossible(session, data)) await playOne(session, data);
  }
  await playEnd(session);
}

/** Awaits and checks the last deliveries. @throws Finding */
export async function playEnd(session: Session): Promise<void> {
  await session.marketplace.awaitDeliveries();
  await checkEvents(session, session.model);
}

function count(counts: Map<string, number> | undefined, name: string, n: number): void {
  counts?.set(name, (counts.get(name) ?? 0) + n);
}
