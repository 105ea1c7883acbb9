/** A target can limit how many listings a seller has. Then the listings of checks that have ended make room for new ones. */
import { dataIn } from '../replies/read-items.ts';
import { withoutCounting } from '../replies/assertions.ts';
import type { Exchange } from '../replies/exchange.ts';
import type { Reply } from '../replies/reply.ts';
import { noneIfFinding } from '../replies/findings.ts';
import type { Actor } from './actor.ts';
import type { Run } from './run.ts';
import type { RunContext } from './run-context.ts';

/** How many listings to archive at once. */
const FREED_MAX = 20;

/** The listings of one seller that no check needs any longer, oldest first, and the archiving that is going on. */
interface Spare {
  readonly ids: string[];
  freeing: Promise<unknown> | undefined;
}

/**
 * Records the listings that a check created and that nothing else uses. Once a limit is known, archives them.
 * @param exchanges those of the check, without shared preparations
 */
export async function spareListings(t: RunContext, exchanges: readonly Exchange[]): Promise<void> {
  for (const { operation, status, actor, json } of exchanges) {
    const { id } = dataIn(json);
    if (operation === 'createListing' && status >= 200 && status < 300 && typeof id === 'string')
      spareOf(t.run, actor).ids.push(id);
  }
  if (!stateOf(t.run).is_limited) return;
  for (const name of new Set(exchanges.map(({ actor }) => actor))) {
    const seller = t.findActed(name);
    if (seller !== undefined) await freeListings(t, seller);
  }
}

/** Archives listings of checks that have ended. Does not check the responses (LST-7 does). */
async function freeListings(t: RunContext, seller: Actor): Promise<void> {
  const spare = spareOf(t.run, seller.name);
  spare.freeing ??= withoutCounting(async () => {
    for (const id of spare.ids.splice(0, FREED_MAX))
      await seller.delete(`/me/inventory/${id}`).catch((error: unknown) => noneIfFinding(error, t.signal));
  }).finally(() => {
    spare.freeing = undefined;
  });
  await spare.freeing;
}

/** The response to POST /me/inventory, and whether it was accepted only after listings had been archived. */
interface Posted {
  readonly reply: Reply;
  readonly has_made_room: boolean;
}

/** Sends POST /me/inventory. If a limit may be the reason for a rejection, makes room and tries once more. */
export async function postListing(t: RunContext, seller: Actor, body: Readonly<Record<string, unknown>>): Promise<Posted> {
  const reply = await seller.post('/me/inventory', body);
  const spare = spareOf(t.run, seller.name);
  // A few listings are no limit. Once it is known, each check archives its own.
  const has_spare = spare.freeing !== undefined || spare.ids.length >= (stateOf(t.run).is_limited ? 1 : FREED_MAX);
  if (!mayBeLimit(reply) || !has_spare) return { reply, has_made_room: false };
  await freeListings(t, seller);
  const again = await seller.post('/me/inventory', body);
  if (again.is_success) stateOf(t.run).is_limited = true;
  return { reply: again, has_made_room: again.is_success };
}

/** The document states no limit, so neither its status. */
export function mayBeLimit({ status }: Pick<Reply, 'status'>): boolean {
  return [403, 409, 422].includes(status);
}

interface State {
  is_limited: boolean;
  readonly spare: Map<string, Spare>;
}

function stateOf(run: Run): State {
  return run.remember('listings that are not needed', () => ({ is_limited: false, spare: new Map() }));
}

function spareOf(run: Run, seller: string): Spare {
  const { spare } = stateOf(run);
  const known = spare.get(seller) ?? { ids: [], freeing: undefined };
  spare.set(seller, known);
  return known;
}
