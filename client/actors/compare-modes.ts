/** Finds actors whose tokens are of different modes, one live and one sandbox: these two cannot trade with each other (INV-16). */
import { encodePath } from '../http/encode-path.ts';
import { isSeller } from '../settings/owner-of.ts';
import type { Identities, Identity } from '../settings/identity.ts';
import type { ActorName } from '../settings/schema.ts';
import type { ReadResult, Reader } from './reader.ts';

/** Rejects live tokens (SBX-1), and an empty body of a sandbox token (SBX-2). */
export const SIMULATOR = '/sandbox/simulate-event';

/** Statuses of the simulator that mean the token, not the body. */
const TOKEN_REJECTED: readonly number[] = [401, 403, 404];
const BODY_REJECTED: readonly number[] = [400, 422];

/** How an actor's token differs from that of a seller. */
export type OtherMode = NonNullable<Identity['other_mode']>;

/**
 * A null `manage_url` shows a sandbox token (LST-8), or a live one of a target that violates LST-18. If the simulator rejects the token as it
 * rejects live ones (SBX-1), the two contradict each other, and the mode is unknown.
 */
export async function dropDoubtfulModes(identities: Identities, read: Reader): Promise<Identities> {
  const doubted = await Promise.all(
    [...identities].map(async ([name, identity]) => {
      const is_doubtful =
        identity.mode === 'sandbox' &&
        identity.lacks.length === 0 &&
        !name.endsWith('_sandbox') &&
        [401, 403].includes((await read(name, SIMULATOR, 'POST')).status);
      return [name, is_doubtful ? { ...identity, mode: undefined } : identity] as const;
    }),
  );
  return new Map(doubted);
}

/**
 * Compares the plain actors with the seller. A target can violate LST-8 or INV-16 itself, so two things must agree: what the actor sees or offers, and how
 * the simulator answers the two tokens. Needs a listing of the seller on the market.
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
  return new Map(compared.flatMap(([name, other]) => (other === undefined ? [] : [[name, other] as const])));
}

async function compare(
  name: ActorName,
  { mode }: Identity,
  [seller, { mode: its_mode, offers }]: readonly [ActorName, Identity],
  read: Reader,
): Promise<OtherMode | undefined> {
  const seems_other = isSeller(name)
    ? mode !== undefined && its_mode !== undefined && mode !== its_mode
    : (await read(name, encodePath`/inventory/${offers[0] ?? ''}`)).status === 404;
  if (!seems_other) return undefined;
  const [own, its] = await Promise.all([read(name, SIMULATOR, 'POST'), read(seller, SIMULATOR, 'POST')]);
  return areOfTwoModes(own, its) ? { seller, own: own.answer, its: its.answer } : undefined;
}

/** Whether the simulator rejects one of two tokens, and the empty body of the other. */
export function areOfTwoModes(...results: readonly [ReadResult, ReadResult]): boolean {
  return (
    results.some(({ status }) => TOKEN_REJECTED.includes(status)) && results.some(({ status }) => BODY_REJECTED.includes(status))
  );
}
