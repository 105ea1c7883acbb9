import { noneIfFinding } from '../replies/findings.ts';
import { ownerOf } from '../settings/owner-of.ts';
import type { Actor } from '../session/actor.ts';
import type { RunContext } from '../session/run-context.ts';
import { findFarmLocation, type FarmLocation } from './read-market.ts';
import { readItems } from '../replies/read-items.ts';
import { ensureId } from '../replies/expect.ts';
import type { CanaryFarm } from '../secrets/secrets.ts';

/** Creates a farm whose name and coordinates become secrets. @returns its id @throws Blocked if it is rejected */
export async function createFarm(t: RunContext, actor: Actor): Promise<string> {
  return postFarm(t, actor, t.run.secrets.makeCanaryFarm(ownerOf(actor.name)));
}

/**
 * Sends POST /me/farms.
 * @param location default: that of the other new farms
 * @returns the id of the farm, which becomes a secret
 * @throws Blocked if it is rejected
 */
export async function postFarm(t: RunContext, actor: Actor, farm: CanaryFarm, location?: FarmLocation): Promise<string> {
  const reply = await actor.post('/me/farms', { ...farm, ...(location ?? (await learnFarmLocation(t, actor))) });
  const id = ensureId(reply, `POST /me/farms created no farm for ${actor.name}`);
  t.run.secrets.add({ kind: 'farm id', text: id, owner: ownerOf(actor.name) });
  return id;
}

/** The location of new farms, which all checks of a run share. @param actor who reads listings to find it */
export async function learnFarmLocation(t: RunContext, actor: Actor): Promise<FarmLocation> {
  return t.run.once('farm location', async () => findFarmLocation(actor));
}

/**
 * Farms of this seller that might be able to publish, the most likely first. Creates one if the others cannot.
 * @throws Blocked if a farm is rejected
 */
export async function* findPublishableFarms(t: RunContext, actor: Actor): AsyncGenerator<string> {
  const { fixtures } = t.run.settings;
  const configured = fixtures.farm_with_payment_method;
  if (configured !== undefined && actor.name === 'seller') yield configured;
  if (t.hasHook('set_payment_method')) {
    const made = await createFarm(t, actor);
    // If the hook fails, another farm may still be able to publish.
    await t
      .hook('set_payment_method', { farm_id: made, on_file: true })
      .catch((error: unknown) => noneIfFinding(error, t.signal));
    yield made;
  }
  if (configured !== undefined && actor.name !== 'seller') yield configured;
  const listed = readItems(await actor.get('/me/farms'));
  for (const { id } of listed.slice(0, FARMS_TRIED_MAX)) {
    if (typeof id === 'string' && id !== fixtures.farm_without) yield id;
  }
  // A sandbox might not require a payment method.
  yield await createFarm(t, actor);
}

const FARMS_TRIED_MAX = 5;
