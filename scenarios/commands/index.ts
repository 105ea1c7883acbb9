/** All commands. To add one, add a row to one of these tables. */
import type { Session } from '../session/session.ts';
import { ANSWERING_COMMANDS } from './answering.ts';
import { BROWSING_COMMANDS } from './browsing.ts';
import { CASH_BIDS_COMMANDS } from './cash-bids.ts';
import type { Command, Need } from './command.ts';
import { LISTING_COMMANDS } from './listing.ts';
import { PAYING_COMMANDS } from './paying.ts';
import { PLACING_COMMANDS } from './placing.ts';
import { REPEATING_COMMANDS } from './repeating.ts';
import { SIMULATING_COMMANDS } from './simulating.ts';
import { TIME_COMMANDS } from './time.ts';
import { WEBHOOKS_COMMANDS } from './webhooks.ts';

/** Commands that every scenario can contain. */
const CORE: readonly Command[] = [...PLACING_COMMANDS, ...ANSWERING_COMMANDS, ...PAYING_COMMANDS, ...TIME_COMMANDS];

/** Each scenario excludes some of these families, so that it gets further in the others. */
export const FAMILIES: readonly (readonly Command[])[] = [
  LISTING_COMMANDS,
  REPEATING_COMMANDS,
  CASH_BIDS_COMMANDS,
  WEBHOOKS_COMMANDS,
  SIMULATING_COMMANDS,
  BROWSING_COMMANDS,
];

/** Groups of commands that a scenario can emphasize. */
export const THEMES: readonly (readonly Command[])[] = [
  ...FAMILIES,
  TIME_COMMANDS,
  CORE.filter(({ kind }) => kind === 'bid_by_grades' || kind === 'accept_lines'),
  CORE.filter(({ kind }) => kind === 'bid' || kind === 'counter' || kind === 'counter_the_counter'),
];

export const COMMANDS: readonly Command[] = [...CORE, ...FAMILIES.flat()];

const BY_KIND = new Map(COMMANDS.map((command) => [command.kind, command]));

export function findCommand(kind: string): Command | undefined {
  return BY_KIND.get(kind);
}

export function canPlay(session: Session, { needs = [] }: Command): boolean {
  return needs.every((need) => hasNeed(session, need));
}

/** Needs other than tokens and hooks. */
const HAS: ReadonlyMap<string, (session: Session) => boolean> = new Map([
  ['webhooks', ({ knowledge }) => knowledge.takes_receiver],
  ['world', ({ marketplace }) => marketplace.is_isolated],
  ['grades', ({ knowledge }) => knowledge.grades.length > 0],
  ['cash_bid_body', ({ run }) => run.settings.fixtures.cash_bid_body !== undefined],
  ['quantity_field', ({ run }) => run.settings.fixtures.quantity_field !== undefined],
]);

function hasNeed(session: Session, need: Need): boolean {
  const has = HAS.get(need);
  if (has !== undefined) return has(session);
  const { hooks, actors } = session.run.settings;
  const hook = /^hook:(.*)$/.exec(need)?.[1];
  if (hook !== undefined) return [...hooks.keys()].some((name) => name === hook && session.context.hasHook(name));
  return [...actors.keys()].some((name) => name === need);
}
