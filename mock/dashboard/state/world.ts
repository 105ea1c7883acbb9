/** The world that the page shows, and the tokens to use in it. */
import { computed, signal } from '@preact/signals';
import { control } from './control.ts';
import { browserNow } from './time.ts';
import type { Actor, ClockState, Due, Overview, Persona, Truth } from './wire.ts';

export const overview = signal<Overview | undefined>(undefined);
export const clock = signal<ClockState | undefined>(undefined);
export const agenda = signal<readonly Due[]>([]);
/** The browser's time when the clock was read, in ms. */
const read_at = signal(0);

export const personas = computed<readonly Persona[]>(() => overview.value?.personas ?? []);

const AGENDA_SHOWN = 50;

export async function loadOverview(): Promise<void> {
  overview.value = await control<Overview>('GET', '/overview');
  await loadClock();
}

export async function loadClock(): Promise<void> {
  const [read, due] = await Promise.all([
    control<ClockState>('GET', '/clock'),
    control<{ items: Due[] }>('GET', `/agenda?limit=${AGENDA_SHOWN}`),
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
  if (actor === null) return 'nobody';
  const persona = personas.value.find(
    ({ name, user_id, team_id }) => name !== 'expired' && user_id === actor.user_id && team_id === actor.team_id,
  );
  const name = actor.user_id === null ? 'reader' : (persona?.name ?? actor.user_id);
  return actor.livemode ? name : `${name} (sandbox)`;
}

const minted = new Map<string, Promise<string>>();

interface Minted {
  access_token: string;
}

/** A developer token, or a new one if the mock has none. */
export function tokenOf(persona: string): Promise<string> {
  const token = overview.value?.addresses.tokens[persona];
  if (token !== undefined) return Promise.resolve(token);
  const [name = ''] = persona.split('_');
  return mintToken({ persona: name, sandbox: name !== persona });
}

/** A token for any user of the world, such as the seller of a lot. */
export function mintToken(holder: { persona?: string; user_id?: string; team_id?: string; sandbox?: boolean }): Promise<string> {
  const key = `${overview.value?.world.id ?? ''} ${JSON.stringify(holder)}`;
  const known = minted.get(key);
  if (known !== undefined) return known;
  const fresh = control<Minted>('POST', '/tokens', holder).then(({ access_token }) => access_token);
  minted.set(key, fresh);
  // A failure is not kept, so that the next call tries again.
  fresh.catch(() => minted.delete(key));
  return fresh;
}

export function forgetTokens(): void {
  minted.clear();
}

/** A token for a team: that of a persona, or a new one for a member. */
export async function tokenOfTeam({ team_id, livemode }: { team_id: string; livemode: 0 | 1 }): Promise<string> {
  const persona = personas.value.find((one) => one.team_id === team_id && one.name !== 'expired');
  if (persona !== undefined) return tokenOf(livemode === 1 ? persona.name : `${persona.name}_sandbox`);
  const truth = await control<Truth>('GET', `/truth/${team_id}`);
  // The relation `members` of a team is a list of users.
  const members = truth.relations['members'] as readonly { id: string }[];
  const [member] = members;
  if (member === undefined) throw new Error('The team has no members.');
  return mintToken({ user_id: member.id, team_id, sandbox: livemode === 0 });
}
