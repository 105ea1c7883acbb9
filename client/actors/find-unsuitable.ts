/** Finds actors that a run cannot use: two of them are the same party, or a token has the wrong mode. */
import { baseOf, isSeller } from '../settings/owner-of.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Identities } from '../settings/identity.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';

/** Pairs that must be two parties. The second one is left out if they are not. */
const PAIRS = [
  ['buyer', 'rival'],
  ['elevator', 'rival'],
  ['seller', 'partner'],
  ['buyer', 'seller'],
  ['buyer', 'partner'],
  ['elevator', 'seller'],
  ['elevator', 'partner'],
  ['rival', 'seller'],
  ['rival', 'partner'],
] as const;

type Who = Pick<Settings, 'mode'> & { readonly actors: ReadonlyMap<ActorName, ActorSettings> };

/** What is wrong with an actor, or with the configured mode. */
interface Unsuitable {
  /** By actor: why it is left out, and what to configure. */
  problems: ReadonlyMap<ActorName, string>;
  /** For each elevator, the buyer of the same team. Both stay, but no check uses them as two parties. */
  shared: ReadonlyMap<ActorName, ActorName>;
  /** The mode that the plain actors have, as far as configuration and target agree. */
  mode: Settings['mode'];
}

/** The actors that a run cannot use, by what their tokens were seen to do. */
export function findUnsuitable({ actors, mode }: Who, identities: Identities): Unsuitable {
  const problems = new Map<ActorName, string>();
  const shared = new Map<ActorName, ActorName>();
  for (const [name, actor] of actors) {
    const problem = explainToken(name, actor, identities) ?? explainTwin(name, { actors, mode }, identities);
    if (problem !== undefined) problems.set(name, problem);
  }
  for (const [name, { token }] of actors) {
    if (baseOf(name) !== 'reader') continue;
    const same = [...actors].find(([other, actor]) => baseOf(other) !== 'reader' && actor.token === token)?.[0];
    const solution = 'use the token of a client that has only inventory.read and market.read';
    if (same !== undefined) problems.set(name, `it has the same token as ${same}; ${solution}`);
  }
  const isUsable = (name: ActorName): boolean => actors.has(name) && !problems.has(name);
  for (const suffix of ['', '_sandbox'] as const) {
    const [buyer, elevator] = [`buyer${suffix}`, `elevator${suffix}`] as const;
    if (isUsable(buyer) && isUsable(elevator) && explainSameParty(buyer, elevator, actors, identities) !== undefined)
      shared.set(elevator, buyer);
    for (const [one, other] of PAIRS.map((pair) => pair.map((name) => `${name}${suffix}` as const))) {
      if (one === undefined || other === undefined || !isUsable(one) || !isUsable(other)) continue;
      const why = explainSameParty(one, other, actors, identities);
      if (why !== undefined) problems.set(other, `${why}; use the token of ${nameOther(one, other)}`);
    }
  }
  const seen = [...identities].find(([name, identity]) => !name.endsWith('_sandbox') && identity.mode !== undefined)?.[1].mode;
  return { problems, shared, mode: seen === undefined || seen === mode ? mode : undefined };
}

/** Who the second of two actors can be, if both are the same party. */
function nameOther(one: ActorName, other: ActorName): string {
  if (isSeller(one)) return 'another seller';
  return isSeller(other) ? `a seller outside the team of ${one}` : 'another team';
}

function explainToken(name: ActorName, { is_expired }: ActorSettings, identities: Identities): string | undefined {
  const identity = identities.get(name);
  if (name === 'expired') {
    const is_good = identity?.is_valid === true && is_expired !== true;
    return is_good
      ? `its token is not rejected with 401: ${identity.outcome}; if it has expired, the target violates AUTH-15, else use an expired one`
      : undefined;
  }
  if (identity?.is_valid === false) return `its token is not valid: ${identity.outcome}; use a new one`;
  if (identity?.other_mode !== undefined) {
    const { other, own, its } = identity.other_mode;
    return `its token and that of ${other} are of different modes, one live and one sandbox: for ${name}, ${own}, and for ${other}, ${its}; use two tokens of one mode`;
  }
  if (/^(?:buyer|rival|elevator)/.test(name) && identity?.has_no_team === true) {
    const seller = name.endsWith('_sandbox') ? 'seller_sandbox' : 'seller';
    return identities.get(seller)?.lacks.includes('listings.read') === true
      ? `its token has no team, and that of ${seller} cannot read listings; check whether the two tokens are swapped`
      : 'its token has no team; use the token of a user who buys for a team';
  }
  const { teams = [] } = identity ?? {};
  const is_unverified = teams.length > 0 && teams.every((team) => team['is_verified_elevator'] === false);
  return name.startsWith('elevator') && is_unverified
    ? 'its team is not a verified elevator; use the token of a verified elevator'
    : undefined;
}

/** LST-8, INV-16: a twin has a sandbox token, and its plain actor does not. */
function explainTwin(name: ActorName, { actors, mode }: Who, identities: Identities): string | undefined {
  if (!name.endsWith('_sandbox') || mode === 'sandbox') return undefined;
  const plain = baseOf(name);
  // Then the plain actor has the token of its twin.
  if (identities.get(plain)?.other_mode !== undefined && identities.get(name)?.mode !== 'live') return undefined;
  const solution = 'use the token of a sandbox client';
  if (actors.get(plain)?.token === actors.get(name)?.token) return `it has the same token as ${plain}; ${solution}`;
  const [own, its] = [identities.get(name), identities.get(plain)];
  if (own?.mode === 'live') return `its token is live, as the manage_url of listings shows (LST-8); ${solution}`;
  const is_alike = own !== undefined && its !== undefined && own.sees.some((id) => its.sees.includes(id));
  return is_alike ? `it sees the same listings as ${plain}, so both have the same mode (INV-16); ${solution}` : undefined;
}

/** Why two actors are the same party. Undefined if nothing shows that they are. */
function explainSameParty(
  one: ActorName,
  other: ActorName,
  actors: ReadonlyMap<ActorName, ActorSettings>,
  identities: Identities,
): string | undefined {
  if (actors.get(one)?.token === actors.get(other)?.token) return `it has the same token as ${one}`;
  const [a, b] = [identities.get(one), identities.get(other)];
  if (a === undefined || b === undefined) return undefined;
  if (a.user_id !== undefined && a.user_id === b.user_id && isSeller(other))
    return `it is the same user as ${one} (${a.user_id})`;
  if (a.team_id !== undefined && a.team_id === b.team_id) return `it is in the same team as ${one} (${a.team_id})`;
  if (isSeller(one) && (a.user_id === undefined || b.user_id === undefined) && a.farms.some((id) => b.farms.includes(id)))
    return `it has the same farms as ${one}`;
  const is_unknown = a.team_id === undefined || b.team_id === undefined;
  return !isSeller(other) && is_unknown && a.bids.some((id) => b.bids.includes(id))
    ? `it reads the same bids as ${one}`
    : undefined;
}
