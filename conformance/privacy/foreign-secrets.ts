/** What each privacy oracle searches for in the traffic of a run. */
import type { Exchange, Receipt, Run, Secret, JsonObject } from '#client';
import { idempotencyKeyOf, isKnownActor, isSeller, isSuccess, ownerOf, readItems, resourceIn, contains } from '#client';
import { ownFarmsOf } from './own-farms.ts';
import { mayKnow, sweep, type FoundSecret } from './sweep.ts';

/** The operations that return farms to their seller. */
export const FARM_VIEWS: readonly (string | undefined)[] = ['createFarm', 'getFarm', 'listFarms', 'updateFarm'];

/** The secrets in a response that its receiver is not allowed to know. Undefined if the receiver is unknown. */
export function foreignSecretsIn(exchange: Exchange, run: Run): readonly FoundSecret[] | undefined {
  const owner = ownerBehind(exchange, run);
  if (owner === undefined) return undefined;
  const findings = sweepOnce(run, exchange, () => sweepExchange(exchange, run, owner));
  if (isSeller(owner)) noteOwnFarms(exchange, run, owner, findings);
  return findings.filter(({ secret }) => isForeign(owner, secret, run) && !mayCoincide(secret, exchange));
}

/** Whether a secret is not the reader's. A farm of the reader's own can have the same name or place, unless the run made the secret up for another farm. */
function isForeign(owner: string, secret: Secret, run: Run): boolean {
  return !mayKnow(owner, secret) && (run.secrets.isMadeUp(secret) || !ownFarmsOf(run).contain(owner, secret));
}

/** The operations that return listings, with their farm, to their seller. */
const LISTING_VIEWS: readonly (string | undefined)[] = ['createListing', 'getListing', 'listListings', 'updateListing'];

/**
 * Whether a match can be a coincidence: among the many farms of a seller, one can share a single coordinate with another seller's farm. Since farms cannot be
 * deleted, it would match in every run. A pair of coordinates, or a name, still counts.
 */
function mayCoincide({ kind }: Secret, { operation }: Exchange): boolean {
  return kind === 'coordinate' && (FARM_VIEWS.includes(operation) || LISTING_VIEWS.includes(operation));
}

/** The secrets in a delivery that its receiver is not allowed to know. Undefined if the receiver is unknown. */
export function foreignSecretsInReceipt(receipt: Receipt, run: Run): readonly FoundSecret[] | undefined {
  if (!isKnownActor(receipt.actor)) return undefined;
  const owner = ownerOf(receipt.actor);
  const { headers, text, json } = receipt.arrival;
  const received = { headers: ownHeaders(headers), text, json, sent: '' };
  const found = sweepOnce(run, receipt, () => sweep(run.secrets, received, (secret) => mayKnow(owner, secret)));
  return found.filter(({ secret }) => isForeign(owner, secret, run));
}

/** "the seller's farm name" */
export function nameSecret({ owner, kind, shown_as }: Secret): string {
  return `the ${owner}${owner.endsWith('s') ? "'" : "'s"} ${shown_as ?? kind}`;
}

/** Every secret in a response, including the receiver's own. */
export function secretsIn(exchange: Exchange, run: Run): readonly FoundSecret[] {
  return sweepExchange(exchange, run, undefined);
}

/** @param owner the party whose own secrets are left out, because it may see them. Undefined to find all */
function sweepExchange(exchange: Exchange, { secrets }: Run, owner: string | undefined): readonly FoundSecret[] {
  const { headers, text, json } = exchange;
  const sent = `${exchange.url}\n${exchange.request_body ?? ''}\n${idempotencyKeyOf(exchange) ?? ''}`;
  const isKnown = (secret: Secret): boolean => owner !== undefined && mayKnow(owner, secret);
  return sweep(secrets, { headers, text, json, sent }, isKnown);
}

/** Searches each response or delivery once, even if several oracles ask for it. */
function sweepOnce(run: Run, received: object, sweepReceived: () => readonly FoundSecret[]): readonly FoundSecret[] {
  const swept = run.remember('swept', () => new WeakMap<object, readonly FoundSecret[]>());
  const findings = swept.get(received) ?? sweepReceived();
  swept.set(received, findings);
  return findings;
}

/** The user who received a response, identified by the token of the request or else by the name of the actor. */
export function ownerBehind({ actor, request_headers }: Exchange, run: Run): string | undefined {
  const token = request_headers['authorization']?.replace(/^Bearer +/i, '');
  for (const [name, settings] of run.settings.actors) if (settings.token === token) return ownerOf(name);
  return isKnownActor(actor) ? ownerOf(actor) : undefined;
}

/** Notes that a seller sees its own farm, which proves that the search works. The farms in this response become secrets. */
function noteOwnFarms(exchange: Exchange, run: Run, owner: string, findings: readonly FoundSecret[]): void {
  if (LISTING_VIEWS.includes(exchange.operation) && isSuccess(exchange))
    for (const { farm } of recordsIn(exchange.json)) ownFarmsOf(run).note(owner, farm, false);
  if (!FARM_VIEWS.includes(exchange.operation) || !isSuccess(exchange)) return;
  const { secrets } = run;
  const sent = exchange.request_body ?? '';
  // `sweep` ignores text that the request itself sent, so look for it here.
  const is_own = secrets.all.some(({ text, kind }) => kind === 'farm name' && sent.includes(text) && contains(exchange, text));
  if (is_own || findings.some(({ secret }) => mayKnow(owner, secret))) secrets.markLive();
  for (const farm of recordsIn(exchange.json)) {
    ownFarmsOf(run).note(owner, farm, true);
    secrets.learn(farm['id'], () => {
      if (exchange.operation === 'createFarm') secrets.addOfNewFarm(() => learnFarm(farm, run, owner));
      else learnFarm(farm, run, owner);
    });
  }
}

/** The objects of a list, or the single object. */
export function recordsIn(json: unknown): readonly JsonObject[] {
  const items = readItems({ json });
  return items.length > 0 ? items : [resourceIn(json)].filter((resource) => Object.keys(resource).length > 0);
}

function learnFarm({ id, latitude, longitude }: JsonObject, { secrets }: Run, owner: string): void {
  if (typeof id === 'string' && id.length >= ID_LENGTH_MIN && id.length <= ID_LENGTH_MAX)
    secrets.add({ kind: 'farm id', text: id, owner });
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return;
  const is_fine = [latitude, longitude].every((degrees) => (String(degrees).split('.')[1] ?? '').length >= DECIMALS_MIN);
  if (is_fine) secrets.addPoint({ latitude, longitude, owner });
}

/** A shorter id can occur by coincidence. */
const ID_LENGTH_MIN = 8;
/** A longer text is not an id. */
const ID_LENGTH_MAX = 1_000;
/** Coordinates with fewer decimals could be those of the city. */
const DECIMALS_MIN = 5;

/** The headers that the sender of a delivery wrote. */
export function ownHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !['host', 'connection'].includes(name)));
}
