/** Learns who the configured actors are: whether their tokens work, with which scopes, for which team, user, and mode. */
import { noneIfNoResponse, sendPatiently } from '../config/send-request.ts';
import { readPath } from '../json.ts';
import { idsIn } from '../replies/read-items.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Identities, Identity } from '../settings/identity.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import { isListed, withListed, type ReadResult, type Reader } from './reader.ts';
import { baseOf, isSeller } from '../settings/owner-of.ts';
import { compareModes, dropDoubtfulModes, findLive, type OtherMode } from './compare-modes.ts';
import { UNUSED_ID, SCOPE_PROBES, probeOf, scopesNeededBy, type NeededScope } from './scopes.ts';

type Target = Pick<Settings, 'actors' | 'auth_url' | 'mode' | 'read_only_reason' | 'request_timeout_ms'>;

/** A read that any valid token is allowed to make (AUTH-20), in case its first read is broken. */
const ANY_TOKEN = '/grades';

/** Sends reads as each actor and, if the run is allowed to write, writes to ids that do not exist. */
export async function identifyActors(target: Target, read: Reader): Promise<Identities> {
  const identified = new Map(
    await Promise.all(
      [...target.actors].map(async ([name, actor]) => [name, await identify(name, actor, target, read)] as const),
    ),
  );
  for (const name of findCoinciding(target.actors, identified)) {
    const actor = target.actors.get(name);
    if (actor !== undefined) identified.set(name, await identify(name, actor, target, pastCaches(read)));
  }
  const is_writing = target.read_only_reason === undefined;
  const identities = is_writing ? await dropDoubtfulModes(identified, read) : identified;
  const others = is_writing ? await compareModes(identities, read) : new Map<ActorName, OtherMode>();
  const live = is_writing && target.mode === 'sandbox' ? await findLive(identities, read) : [];
  return new Map(
    [...identities].map(([name, identity]) => {
      const other_mode = others.get(name);
      const mode = live.includes(name) ? 'live' : (identity.mode ?? findMode(identity, identities));
      return [name, { ...identity, mode, ...(other_mode === undefined ? {} : { other_mode }) }];
    }),
  );
}

/**
 * Actors that seem to be the same party although their tokens differ. A cache that ignores the token causes this too. Then they must not be left out:
 * the checks that need them find its leaks.
 */
function findCoinciding(actors: Target['actors'], identities: ReadonlyMap<ActorName, Identity>): ReadonlySet<ActorName> {
  const found = new Set<ActorName>();
  for (const [one, a] of identities) {
    for (const [other, b] of identities) {
      if (one === other || actors.get(one)?.token === actors.get(other)?.token) continue;
      const are_twins = baseOf(one) === baseOf(other);
      const pairs = [
        [idsIn(a.teams ?? []), idsIn(b.teams ?? [])],
        [a.farms, b.farms],
        [a.bids, b.bids],
        ...(are_twins ? [[a.sees, b.sees]] : []),
      ];
      if (pairs.some(([own = [], its = []]) => own.some((id) => its.includes(id)))) found.add(one);
    }
  }
  return found;
}

/** Reads with a query that only this actor sends. A target that rejects unknown parameters is read without it. */
function pastCaches(read: Reader): Reader {
  return async (name, path, method = 'GET') => {
    if (method !== 'GET') return read(name, path, method);
    const result = await read(name, `${path}${path.includes('?') ? '&' : '?'}gristmill_probe=${name}`);
    const is_rejected = result.status === 422 || (result.status === 400 && result.code !== 'no_team');
    return is_rejected ? read(name, path) : result;
  };
}

async function identify(name: ActorName, actor: ActorSettings, target: Target, read: Reader): Promise<Identity> {
  // The scopes of our own mock's actors are known.
  const is_write_allowed = target.read_only_reason === undefined && actor.is_built_in !== true;
  const needed = scopesNeededBy(name).filter((scope) => is_write_allowed || !scope.endsWith('.write'));
  const results = new Map<NeededScope, ReadResult>();
  const ask = async (scope: NeededScope): Promise<void> => {
    const { path, method } = probeOf(name, scope);
    results.set(scope, await read(name, path, method));
  };
  // Only reads, until the token is known to work.
  await Promise.all(needed.filter((scope) => scope.endsWith('.read')).map(ask));
  const reads = [...results.values()];
  const rejected = reads.find(({ status }) => status === 401);
  const is_rejected = rejected !== undefined && !reads.some(({ status }) => status === 200);
  const is_valid = reads.every(({ status }) => status === 0)
    ? undefined
    : !(is_rejected && (await read(name, ANY_TOKEN)).status === 401);
  if (is_valid === true && name !== 'expired') await Promise.all(needed.filter((scope) => scope.endsWith('.write')).map(ask));

  // A seller needs no team, but may have one.
  if (is_valid === true && !needed.includes('teams.read')) await ask('teams.read');

  const itemsOf = (scope: NeededScope): ReadResult['items'] => results.get(scope)?.items ?? [];
  const teams = results.get('teams.read')?.status === 200 ? itemsOf('teams.read') : undefined;
  const [own_team, another] = idsIn(teams ?? []);
  const listings = itemsOf('listings.read').filter((item) => 'manage_url' in item);
  return {
    is_valid,
    outcome: (rejected ?? reads[0])?.outcome ?? 'nothing was asked',
    lacks: needed.filter((scope) => isLacking(results.get(scope), scope, actor)),
    has_no_team: [...results.values()].some(({ status, code }) => status === 400 && code === 'no_team'),
    trouble: needed.flatMap((scope) => describeTrouble(results.get(scope), scope)),
    teams,
    team_id: actor.team_id ?? (another === undefined ? own_team : undefined),
    user_id: actor.user_id ?? (is_valid === true ? await readUser(actor, target) : undefined),
    mode: listings[0] === undefined ? undefined : listings[0]['manage_url'] === null ? 'sandbox' : 'live',
    sees: idsIn(itemsOf('inventory.read')),
    offers: idsIn((await withListed(name, itemsOf('listings.read'), read)).filter(isListed)),
    farms: idsIn(needed.includes('farms.read') && is_valid === true ? (await read(name, '/me/farms?limit=50')).items : []),
    bids: isSeller(name) ? [] : idsIn(itemsOf('bids.read')),
  };
}

/** A token that is known to have a scope cannot lack it: the target is wrong to reject it. */
function isLacking(result: ReadResult | undefined, scope: NeededScope, { scopes }: ActorSettings): boolean {
  return result?.status === 403 && result.code === 'insufficient_scope' && scopes?.includes(scope) !== true;
}

/** What is wrong with a read, apart from a missing scope. */
function describeTrouble(result: ReadResult | undefined, scope: NeededScope): readonly string[] {
  if (result === undefined || !scope.endsWith('.read') || result.status === 200) return [];
  if (result.status === 404 && SCOPE_PROBES[scope].path.includes(UNUSED_ID)) return [];
  if (result.status === 403 && result.code === 'insufficient_scope') return [];
  if (result.status === 400 && result.code === 'no_team') return [`its token has no team: ${result.outcome}`];
  return [`it cannot read its own data: ${result.outcome}`];
}

/** The subject of OpenID Connect (AUTH-9); undefined if the target does not return one. */
async function readUser({ token }: ActorSettings, { auth_url, request_timeout_ms }: Target): Promise<string | undefined> {
  if (auth_url === undefined) return undefined;
  const headers = { authorization: `Bearer ${token}` };
  const request = { headers, timeout_ms: request_timeout_ms };
  const response = await sendPatiently(`${auth_url}/oauth/userinfo`, request).catch(noneIfNoResponse);
  const sub = response?.status === 200 && readPath(response.json, 'sub');
  return typeof sub === 'string' ? sub : undefined;
}

/** The mode of the sellers whose listings a buyer sees: live and sandbox listings are separate (INV-16). */
function findMode({ sees }: Identity, identities: Identities): Identity['mode'] {
  return [...identities.values()].find(({ mode, offers }) => mode !== undefined && offers.some((id) => sees.includes(id)))?.mode;
}
