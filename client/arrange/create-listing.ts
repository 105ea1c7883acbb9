import { ACTOR_NAMES, SELLER_NAMES, type ActorName } from '../settings/schema.ts';
import { withoutCounting } from '../replies/assertions.ts';
import { isSuccess, type Exchange } from '../replies/exchange.ts';
import { Blocked, Unverifiable, noneIfFinding } from '../replies/findings.ts';
import type { Actor } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { chooseMarketReader, listGrainTypes, type GrainType } from './read-market.ts';
import { findPublishableFarms } from './create-farm.ts';
import { dataIn } from '../replies/read-items.ts';
import { ensureId } from '../replies/expect.ts';
import { credentialOf } from '../settings/owner-of.ts';
import { encodePath } from '../http/encode-path.ts';
import type { JsonObject } from '../json.ts';

/** A listing that a check created. */
export interface Lot {
  id: string;
  seller: Actor;
  /** The submitted body. */
  submitted: JsonObject;
  quantity_mt: number;
  /** The response to the submission. */
  reply: Reply;
}

/** The values that a seller can publish with. Learned once per run. */
export interface Publishing {
  farm_id: string;
  crop: GrainType;
}

const LOT_QUANTITY_MT = 120;
export const TARGET_PRICE = 312.5;

/** A valid body for POST /me/inventory. */
export function buildSubmission({ farm_id, crop }: Publishing, overrides: JsonObject = {}): Record<string, unknown> {
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
    const crops = await t.run.once('crops', async () => listGrainTypes(await chooseMarketReader(t, actor)));
    if (crops.length === 0) throw new Blocked('no public listing or grade shows which commodity and grade a listing can have');
    let last: Reply | undefined;
    for await (const farm_id of findPublishableFarms(t, actor)) {
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
export async function createListing(t: RunContext, seller: Actor, overrides: JsonObject): Promise<Lot> {
  const publishing = await learnPublishing(t, seller);
  const submitted = buildSubmission(publishing, overrides);
  const { reply } = await postListing(t, seller, submitted);
  if (!reply.is_success && mayBeLimit(reply) && limitOf(t.run).is_limited)
    throw new Unverifiable(`${seller.name} has as many listings as the target allows, and the run still needs them`);
  const id = ensureId(reply, rejectsValidListing(seller));
  const quantity_mt = typeof submitted['quantity_mt'] === 'number' ? submitted['quantity_mt'] : LOT_QUANTITY_MT;
  return { id, seller, submitted, quantity_mt, reply };
}

/** Whether a limit on listings can be the reason for this rejection. */
export function isLimited({ operation, status }: Exchange): boolean {
  return operation === 'createListing' && mayBeLimit({ status });
}

/**
 * Makes room if a limit on listings is why one of these requests was rejected. The proof is a valid listing that the target rejects too, and accepts after others
 * were archived.
 * @returns whether there was such a limit, so that the requests can succeed now
 * @throws Blocked if the target still rejects a valid listing
 */
export async function makeRoom(t: RunContext, exchanges: readonly Exchange[]): Promise<boolean> {
  const refused = exchanges.findLast(isLimited);
  const name = ACTOR_NAMES.find((one) => one === refused?.actor);
  if (name === undefined) return false;
  return withoutCounting(async () => {
    const seller = t.actor(name);
    const posted = await postListing(t, seller, buildSubmission(await learnPublishing(t, seller)));
    ensureId(posted.reply, rejectsValidListing(seller));
    return posted.has_made_room;
  });
}

function rejectsValidListing({ name }: Actor): string {
  return `POST /me/inventory rejected a valid listing from ${name}`;
}

/** Whether there is a seller to create listings with. */
export function hasSeller(t: RunContext): boolean {
  return t.has('seller') || t.has('partner');
}

/** The first of these sellers that has a token. @throws Unverifiable if there is none */
export function chooseSeller(t: RunContext, names: readonly [ActorName, ...ActorName[]] = SELLER_NAMES): Actor {
  const name = names.find((one) => t.has(one));
  if (name === undefined) throw new Unverifiable(...t.run.explainActor(names[0]));
  return t.actor(name);
}

/** The seller, for what a caller without a team cannot do. @throws Unverifiable if the seller has a team */
export function chooseTeamless(t: RunContext): Actor {
  if (t.seller.team_id !== undefined) t.unverifiable('the seller has a team', 'actors.seller');
  return t.seller;
}

/** How many listings to archive before a rejected one is tried again. */
const ARCHIVED_MAX = 20;

/** The listings of one seller, with any of its tokens, that no check needs any longer, oldest first, and the archiving in progress. */
interface Spare {
  readonly ids: string[];
  archiving: Promise<unknown> | undefined;
}

/**
 * Records the listings that a check created and that nothing else uses. Once a limit is known, archives them.
 * @param exchanges those of the check, without shared preparations
 */
export async function releaseListings(t: RunContext, exchanges: readonly Exchange[]): Promise<void> {
  for (const exchange of exchanges) {
    const { id } = dataIn(exchange.json);
    if (exchange.operation === 'createListing' && isSuccess(exchange) && typeof id === 'string')
      spareOf(t.run, exchange.actor).ids.push(id);
  }
  if (!limitOf(t.run).is_limited) return;
  for (const name of new Set(exchanges.map(({ actor }) => actor))) {
    const seller = t.findActed(name);
    if (seller !== undefined) await archiveSpare(t, seller);
  }
}

/** Archives spare listings of a seller. Does not check the responses (LST-7 does). */
async function archiveSpare(t: RunContext, seller: Actor): Promise<void> {
  const spare = spareOf(t.run, seller.name);
  spare.archiving ??= withoutCounting(async () => {
    for (const id of spare.ids.splice(0, ARCHIVED_MAX))
      await seller.delete(encodePath`/me/inventory/${id}`).catch((error: unknown) => noneIfFinding(error, t.signal));
  }).finally(() => {
    spare.archiving = undefined;
  });
  await spare.archiving;
}

/** The response to POST /me/inventory, and whether it was accepted only after listings had been archived. */
interface Posted {
  readonly reply: Reply;
  readonly has_made_room: boolean;
}

/** Sends POST /me/inventory. If a limit may be the reason for a rejection, makes room and tries once more. */
async function postListing(t: RunContext, seller: Actor, body: JsonObject): Promise<Posted> {
  const reply = await seller.post('/me/inventory', body);
  const spare = spareOf(t.run, seller.name);
  // With only a few listings, a limit is unlikely to be the reason. Once a limit is known, each check archives its own.
  const has_spare = spare.archiving !== undefined || spare.ids.length >= (limitOf(t.run).is_limited ? 1 : ARCHIVED_MAX);
  if (!mayBeLimit(reply) || !has_spare) return { reply, has_made_room: false };
  await archiveSpare(t, seller);
  const again = await seller.post('/me/inventory', body);
  if (again.is_success) limitOf(t.run).is_limited = true;
  return { reply: again, has_made_room: again.is_success };
}

/** Whether a rejection can be due to a limit, such as a quota. The document states none, and so no status for it. */
export function mayBeLimit({ status }: Pick<Reply, 'status'>): boolean {
  return [403, 409, 422].includes(status);
}

/** What a run knows about a limit on listings, and by seller, the listings that can make room. */
interface ListingLimit {
  is_limited: boolean;
  readonly spare: Map<string, Spare>;
}

function limitOf(run: RunContext['run']): ListingLimit {
  return run.remember('listings that are not needed', () => ({ is_limited: false, spare: new Map() }));
}

function spareOf(run: RunContext['run'], seller: string): Spare {
  const { spare } = limitOf(run);
  const name = credentialOf(seller);
  const known = spare.get(name) ?? { ids: [], archiving: undefined };
  spare.set(name, known);
  return known;
}
