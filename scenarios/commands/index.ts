/** Every command there is: adding one is a row of one of these. */
import type { Session } from '../session/session.ts';
import { ANSWERING } from './answering.ts';
import { BROWSING } from './browsing.ts';
import { CASH_BIDS } from './cash-bids.ts';
import type { Command, Need } from './command.ts';
import { LISTING } from './listing.ts';
import { PAYING } from './paying.ts';
import { PLACING } from './placing.ts';
import { REPEATING } from './repeating.ts';
import { SIMULATING } from './simulating.ts';
import { TIME } from './time.ts';
import { WEBHOOKS } from './webhooks.ts';

/** What every scenario is about. */
const CORE: readonly Command[] = [...PLACING, ...ANSWERING, ...PAYING, ...TIME];

/** What it may be about as well: each scenario leaves some of these out, so that it comes further in the others. */
export const FAMILIES: readonly (readonly Command[])[] = [LISTING, REPEATING, CASH_BIDS, WEBHOOKS, SIMULATING, BROWSING];

/** What a scenario may tell of above all: one of the families, or a part of the core. */
export const THEMES: readonly (readonly Command[])[] = [
  ...FAMILIES,
  TIME,
  CORE.filter(({ kind }) => kind === 'bid_by_grades' || kind === 'accept_lines'),
  CORE.filter(({ kind }) => kind === 'bid' || kind === 'counter' || kind === 'counter_the_counter'),
];

export const COMMANDS: readonly Command[] = [...CORE, ...FAMILIES.flat()];

const BY_KIND = new Map(COMMANDS.map((command) => [command.kind, command]));

export function findCommand(kind: string): Command | undefined {
  return BY_KIND.get(kind);
}

/** Whether a session has all that a command takes. */
export function canPlay(session: Session, { needs }: Command): boolean {
  return needs.every((need) => hasNeed(session, need));
}

/** What is no token and no hook. */
const HAS: ReadonlyMap<string, (session: Session) => boolean> = new Map([
  ['webhooks', ({ knowledge }) => knowledge.takes_receiver],
  ['world', ({ place }) => place.is_own],
  ['grades', ({ knowledge }) => knowledge.grades.length > 0],
  ['cash_bid_body', ({ run }) => run.settings.fixtures.cash_bid_body !== undefined],
  ['quantity_field', ({ run }) => run.settings.fixtures.quantity_field !== undefined],
]);

function hasNeed(session: Session, need: Need): boolean {
  const has = HAS.get(need);
  if (has !== undefined) return has(session);
  const { hooks, actors } = session.run.settings;
  const hook = /^hook:(.*)$/.exec(need)?.[1];
  if (hook !== undefined) return [...hooks.keys()].some((name) => name === hook);
  return [...actors.keys()].some((name) => name === need);
}
