/** Finds actors whose tokens are of different modes, one live and one sandbox: these two cannot trade with each other (INV-16). */
import { encodePath } from '../http/encode-path.ts';
import { baseOf, isSeller } from '../settings/owner-of.ts';
import type { Identities, Identity } from '../settings/identity.ts';
import type { ActorName } from '../settings/schema.ts';
import type { ReadResult, Reader } from './reader.ts';

/** Rejects live tokens (SBX-1), and an empty body of a sandbox token (SBX-2). */
export const SIMULATOR = '/sandbox/simulate-event';

/** Statuses of the simulator that mean the token, not the body. A record of the other mode can have each of them, too (INV-25). */
export const TOKEN_REJECTED: readonly number[] = [401, 403, 404];
const BODY_REJECTED: readonly number[] = [400, 422];

/** How an actor's token differs from that of another actor. */
export type OtherMode = NonNullable<Identity['other_mode']>;

/**
 * What listings show about the mode of a token can be wrong: a target can violate LST-8, LST-18, or INV-23. The simulator is a second source,
 * because it rejects live tokens (SBX-1). If it contradicts the listings, their evidence is dropped.
 */
export async function dropDoubtfulModes(identities: Identities, read: Reader): Promise<Identities> {
  const doubted = await Promise.all(
    [...identities].map(async ([name, identity]) => {
      const is_twin = name.endsWith('_sandbox');
      const plain = is_twin ? identities.get(baseOf(name)) : undefined;
      const is_odd = is_twin
        ? identity.mode === 'live' || identity.sees.some((id) => plain?.sees.includes(id))
        : identity.mode === 'sandbox';
      if (!is_odd || identity.is_valid !== true || identity.lacks.length > 0) return [name, identity] as const;
      const { status } = await read(name, SIMULATOR, 'POST');
      // A target without a simulator returns 404, which proves nothing.
      const is_contradicted = (is_twin ? BODY_REJECTED : [401, 403]).includes(status);
      return [name, is_contradicted ? { ...identity, mode: undefined, sees: [] } : identity] as const;
    }),
  );
  return new Map(doubted);
}

/**
 * Compares the plain actors with the seller. A target can violate LST-8 or INV-16 itself, so two things must agree: what the actor sees or offers, and how
 * the simulator responds to the two tokens. Needs a listing of the seller on the market. If most actors differ from the seller, it is the seller that differs.
 * @returns by actor, how its token differs
 */
export async function compareModes(identities: Identities, read: Reader): Promise<ReadonlyMap<ActorName, OtherMode>> {
  const plain = [...identities].filter(([name, { is_valid }]) => is_valid === true && !name.endsWith('_sandbox'));
  const reference = plain.find(([name, { offers }]) => isSeller(name) && offers.length > 0);
  if (reference === undefined) return new Map();
  const others = plain.filter(([name]) => name !== reference[0] && name !== 'expired');
  const compared = await Promise.all(
    others.map(async ([name, identity]) => [name, await compare(name, identity, reference, read)] as const),
  );
  const differing = compared.flatMap(([name, other]) => (other === undefined ? [] : [[name, other] as const]));
  const [first] = differing;
  if (first === undefined || differing.length < 2 || differing.length <= others.length / 2) return new Map(differing);
  const [other, { own, its }] = first;
  const rest = new Map([...identities].filter(([name]) => name !== reference[0]));
  return new Map([...(await compareModes(rest, read)), [reference[0], { other, own: its, its: own }]]);
}

async function compare(
  name: ActorName,
  { mode, lacks }: Identity,
  [seller, { mode: its_mode, offers }]: readonly [ActorName, Identity],
  read: Reader,
): Promise<OtherMode | undefined> {
  const seems_other = isSeller(name)
    ? mode !== undefined && its_mode !== undefined && mode !== its_mode
    : !lacks.includes('inventory.read') &&
      TOKEN_REJECTED.includes((await read(name, encodePath`/inventory/${offers[0] ?? ''}`)).status);
  if (!seems_other) return undefined;
  const [own, its] = await Promise.all([read(name, SIMULATOR, 'POST'), read(seller, SIMULATOR, 'POST')]);
  return areOfTwoModes(own, its) ? { other: seller, own: own.outcome, its: its.outcome } : undefined;
}

/**
 * The plain actors that are live where the configuration says sandbox, for a target without listings that show it: the simulator rejects each token that has
 * the scope it can require (SBX-1, AUTH-12).
 */
export async function findLive(identities: Identities, read: Reader): Promise<readonly ActorName[]> {
  const names = [...identities.keys()].filter((name) => !name.endsWith('_sandbox') && name !== 'expired');
  if (names.some((name) => identities.get(name)?.mode !== undefined)) return [];
  const able = names.filter((name) => {
    const { is_valid, lacks = [] } = identities.get(name) ?? {};
    return is_valid === true && !lacks.includes('inventory.read');
  });
  const responses = await Promise.all(able.map(async (name) => read(name, SIMULATOR, 'POST')));
  // A target without a simulator returns 404.
  return responses.every(({ status }) => status === 401 || status === 403) ? able : [];
}

/** Whether the simulator rejects one of two tokens, and the empty body of the other. */
export function areOfTwoModes(...results: readonly [ReadResult, ReadResult]): boolean {
  return (
    results.some(({ status }) => TOKEN_REJECTED.includes(status)) && results.some(({ status }) => BODY_REJECTED.includes(status))
  );
}
