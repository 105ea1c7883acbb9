/** The world that the page shows, and the tokens to use in it. */
import { computed, signal } from '@preact/signals';
import { control } from './control.ts';
import { browserNow } from './time.ts';
import type { Actor, ClockState, AgendaItem, Overview, Persona, Truth } from './wire.ts';
import { isSandbox, textOf } from './wire.ts';

export const overview = signal<Overview | undefined>(undefined);
export const clock = signal<ClockState | undefined>(undefined);
export const agenda = signal<readonly AgendaItem[]>([]);
/** The browser's time when the clock was read, in ms. */
const read_at = signal(0);

export const personas = computed<readonly Persona[]>(() => overview.value?.personas ?? []);
/** The personas whose tokens have not expired. */
export const callers = computed<readonly Persona[]>(() => personas.value.filter(({ name }) => name !== 'expired'));

/** The options of a choice between personas. */
export function optionsOf(listed: readonly Persona[]): readonly (readonly [value: string, text: string])[] {
  return listed.map(({ name, about }) => [name, `${name}: ${about}`] as const);
}

const AGENDA_SHOWN = 50;

export async function loadOverview(): Promise<void> {
  overview.value = await control<Overview>('GET', '/overview');
  await loadClock();
}

export async function loadClock(): Promise<void> {
  const [read, due] = await Promise.all([
    control<ClockState>('GET', '/clock'),
    control<{ items: AgendaItem[] }>('GET', `/agenda?limit=${AGENDA_SHOWN}`),
  ]);
  read_at.value = browserNow();
  clock.value = read;
  agenda.value = due.items;
}

/** The time in the world, in ms since 1970. A running clock has moved on since it was read. */
export function worldNow(): number {
  const read = clock.value ?? overview.value?.clock;
  if (read === undefined) return 0;
  return Date.parse(read.now) + (read.mode === 'real' && read_at.value > 0 ? browserNow() - read_at.value : 0);
}

/** The persona behind a caller; otherwise an id. */
export function nameOfCaller(actor: Actor | null): string {
  if (actor === null) return 'no valid token';
  const persona = callers.value.find(({ user_id, team_id }) => user_id === actor.user_id && team_id === actor.team_id);
  const name = actor.user_id === null ? 'reader' : (persona?.name ?? actor.user_id);
  return actor.livemode ? name : `${name} (sandbox)`;
}

const minted = new Map<string, Promise<string>>();

interface Minted {
  access_token: string;
}

/** The developer token of a persona, or a new token if the mock has no developer tokens. */
export function tokenOf(persona: string, is_sandbox = false): Promise<string> {
  const token = overview.value?.addresses.tokens[is_sandbox ? `${persona}_sandbox` : persona];
  return token === undefined ? mintToken({ persona, sandbox: is_sandbox }) : Promise.resolve(token);
}

/** A token for a persona or any other user. Returns the one that this page already has, if any. */
function mintToken(holder: { persona?: string; user_id?: string; team_id?: string; sandbox?: boolean }): Promise<string> {
  const key = `${overview.value?.world.id ?? ''} ${JSON.stringify(holder)}`;
  const known = minted.get(key);
  if (known !== undefined) return known;
  const fresh = control<Minted>('POST', '/tokens', holder).then(({ access_token }) => access_token);
  minted.set(key, fresh);
  // A failure is not cached, so that the next call tries again.
  fresh.catch(() => minted.delete(key));
  return fresh;
}

export function forgetTokens(): void {
  minted.clear();
}

/** A token for a team: that of a persona, or a new one for the user. @param user_id a member of the team. Default: the first */
export async function tokenOfTeam(team_id: string, is_sandbox: boolean, user_id?: string): Promise<string> {
  const persona = callers.value.find((one) => one.team_id === team_id);
  if (persona !== undefined) return tokenOf(persona.name, is_sandbox);
  if (user_id !== undefined) return mintToken({ user_id, team_id, sandbox: is_sandbox });
  const truth = await control<Truth>('GET', `/truth/${team_id}`);
  // The relation `members` of a team is a list of users.
  const members = truth.relations['members'] as readonly { id: string }[];
  const [member] = members;
  if (member === undefined) throw new Error('The team has no members.');
  return mintToken({ user_id: member.id, team_id, sandbox: is_sandbox });
}

/** A token for a user: that of a persona, or a new one. */
function tokenOfUser(user_id: string, is_sandbox: boolean): Promise<string> {
  const persona = callers.value.find((one) => one.user_id === user_id);
  return persona === undefined ? mintToken({ user_id, sandbox: is_sandbox }) : tokenOf(persona.name, is_sandbox);
}

/** A token for one side of a bid, in the mode of the bid. */
export function tokenOfSide(bid: Truth, side: 'buyer' | 'seller'): Promise<string> {
  return side === 'seller'
    ? tokenOfUser(textOf(bid, 'seller_user_id'), isSandbox(bid))
    : tokenOfTeam(textOf(bid, 'buyer_team_id'), isSandbox(bid), textOf(bid, 'buyer_user_id'));
}
