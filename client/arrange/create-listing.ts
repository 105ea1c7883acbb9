import { ACTOR_NAMES, type ActorName } from '../settings/schema.ts';
import { withoutCounting } from '../replies/assertions.ts';
import type { Exchange } from '../replies/exchange.ts';
import { Blocked, Unverifiable } from '../replies/findings.ts';
import type { Actor } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import type { GrainType } from './read-lists.ts';
import { listGrainTypes } from './read-lists.ts';
import { findPayingFarms } from './create-farm.ts';
import { mayBeLimit, postListing } from '../session/spare-listings.ts';
import { ensureId } from '../replies/expect.ts';

/** A listing that a check created. */
export interface Lot {
  id: string;
  seller: Actor;
  /** The submitted body. */
  submitted: Readonly<Record<string, unknown>>;
  quantity_mt: number;
  /** The response to the submission. */
  reply: Reply;
}

/** The values that a seller can publish with. Learned once per run. */
export interface Publishing {
  farm_id: string;
  crop: GrainType;
}

export const LOT_QUANTITY_MT = 120;
export const TARGET_PRICE = 312.5;

/** A valid body for POST /me/inventory. */
export function buildSubmission(
  { farm_id, crop }: Publishing,
  overrides: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {
    commodity: crop.commodity,
    farm_id,
    quantity_mt: LOT_QUANTITY_MT,
    ...(crop.grade === undefined ? {} : { grade: crop.grade }),
    crop_year: 2026,
    target_price: { amount: TARGET_PRICE, firm: false },
    is_organic: false,
    quality: { protein: 13.5, moisture: 13.1 },
    ...overrides,
  };
  // `undefined` removes a field.
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Learns the farm, commodity, and grade that this seller can publish with, by publishing a listing. @throws Blocked if every attempt is rejected */
export async function learnPublishing(t: RunContext, actor: Actor): Promise<Publishing> {
  return t.run.once(`publishing as ${actor.name}`, async () => {
    const crops = await t.run.once('crops', async () => listGrainTypes(actor));
    if (crops.length === 0) throw new Blocked('no public listing or grade shows which commodity and grade a listing can have');
    let last: Reply | undefined;
    for await (const farm_id of findPayingFarms(t, actor)) {
      for (const crop of crops) {
        last = await actor.post('/me/inventory', buildSubmission({ farm_id, crop }));
        if (last.is_success) return { farm_id, crop };
        // Another commodity does not help if the farm cannot publish.
        if (last.status === 403 || last.status === 404) break;
      }
    }
    const hint = last?.status === 403 ? '; set fixtures.farm_with_payment_method or hooks.set_payment_method' : '';
    throw new Blocked(
      `POST /me/inventory publishes no listing for ${actor.name} (status ${last?.status ?? 0})${hint}`,
      last?.exchange,
    );
  });
}

/** Submits a listing. @param overrides fields of PlaceListing; `undefined` removes a field @throws Blocked if it is rejected */
export async function createListing(
  t: RunContext,
  seller: Actor,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<Lot> {
  const publishing = await learnPublishing(t, seller);
  const submitted = buildSubmission(publishing, overrides);
  const { reply } = await postListing(t, seller, submitted);
  const id = ensureId(reply, `POST /me/inventory rejected a valid listing from ${seller.name}`);
  const quantity_mt = typeof submitted['quantity_mt'] === 'number' ? submitted['quantity_mt'] : LOT_QUANTITY_MT;
  return { id, seller, submitted, quantity_mt, reply };
}

/**
 * Whether a limit of listings rejected one of these requests, and there is room now. Proven by a valid listing, which the target rejects too, and accepts after
 * others were archived.
 */
export async function makeRoom(t: RunContext, exchanges: readonly Exchange[]): Promise<boolean> {
  const refused = exchanges.findLast((one) => one.operation === 'createListing' && mayBeLimit(one));
  const name = ACTOR_NAMES.find((one) => one === refused?.actor);
  if (name === undefined) return false;
  return withoutCounting(async () => {
    const seller = t.actor(name);
    return (await postListing(t, seller, buildSubmission(await learnPublishing(t, seller)))).has_made_room;
  });
}

/** The first of these sellers that has a token. @throws Unverifiable if there is none */
export function chooseSeller(t: RunContext, names: readonly [ActorName, ...ActorName[]] = ['seller', 'partner']): Actor {
  const name = names.find((one) => t.has(one));
  if (name === undefined) throw new Unverifiable(...t.run.explainActor(names[0]));
  return t.actor(name);
}

/** The seller, for what a caller without a team cannot do. @throws Unverifiable if the seller has a team */
export function chooseTeamless(t: RunContext): Actor {
  if (t.seller.team_id !== undefined) t.unverifiable('the seller has a team', 'actors.seller');
  return t.seller;
}
