/**
 * Existing records of the caller and valid bodies to test endpoints with. The order of validation is open, so a request must fail for its missing
 * scope only if nothing else is wrong.
 */
import type { Actor, Endpoint } from '#client';
import { buildSubmission, findAnyListing, readItems, withSubscription, encodePath, readPath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { RECORD_MAKERS } from '../../coverage-pass/visit-on-records.ts';
import { makeFailedDelivery, redeliveryPath } from '../webhooks/failed-delivery.ts';
import { EVENTS, hasIdInPath, nameOf, pathTo, type EndpointRequest } from './endpoints.ts';

/** The path and body of a valid request. */
interface Subject {
  path: string;
  body?: unknown;
}

type Use = (subject: Subject) => Promise<void>;

/** A pending bid that the checks of one run share. None of them changes its status. */
async function arrangePendingBid(t: CheckContext): Promise<string> {
  return t.run.once('a bid for scopes', async () => (await t.arrange.bid(await t.arrange.lot({}, t.seller))).id);
}

async function arrangeTrade(t: CheckContext): Promise<string> {
  return t.run.once('a trade for scopes', async () => (await t.arrange.trade()).id);
}

async function ownDraft(t: CheckContext): Promise<string> {
  return t.run.once('a draft for scopes', async () => (await t.arrange.draft({}, t.seller)).id);
}

async function arrangeOwnFarm(t: CheckContext): Promise<string> {
  return t.run.once('a farm for scopes', async () => t.arrange.farm(t.seller));
}

/** A record for the endpoints with this `visit_on`. The checks of one run share it, because none of them changes it. */
async function ownRecord(t: CheckContext, kind: NonNullable<Endpoint['visit_on']>): Promise<string> {
  return t.run.once(`a ${kind} for scopes`, async () => (await RECORD_MAKERS[kind](t)).id);
}

async function arrangePendingOffer(t: CheckContext): Promise<string> {
  return t.run.once('an offer for scopes', async () => t.arrange.offer((await t.arrange.cashBid()).id));
}

/** The slug of a commodity that the market knows: an unknown one may return 404 before any other error. */
export async function knownSlug(t: CheckContext, reader: Actor): Promise<string> {
  return t.run.once('a slug of the market', async () => {
    const [covered] = readItems(await reader.get('/market/commodities'));
    const [offered] = readItems(await reader.get('/inventory'));
    const commodity = offered?.['commodity'];
    const slugs = [covered?.['slug'], readPath(commodity, 'slug')];
    return slugs.find((slug) => typeof slug === 'string') ?? 'canola';
  });
}

async function ownTeam(t: CheckContext): Promise<string> {
  if (t.buyer.team_id !== undefined) return t.buyer.team_id;
  const id = readItems(await t.buyer.get('/teams'))[0]?.['id'];
  return typeof id === 'string' ? id : t.unverifiable('the team of the buyer is not known', 'actors.buyer.team_id');
}

/** The record in the path of a valid request, and its body. */
interface Row {
  id?: (t: CheckContext) => Promise<string>;
  body?: (t: CheckContext) => unknown;
}

/** By endpoint name. An endpoint with `visit_on` needs no row. */
const SIMPLE_REQUESTS: Readonly<Record<string, Row>> = {
  'GET /inventory/{id}': { id: async (t) => (await findAnyListing(t)).id },
  'POST /inventory/{id}/bids': { id: async (t) => (await t.arrange.lot()).id, body: async (t) => t.arrange.bidBody() },
  'GET /bids/{id}': { id: arrangePendingBid },
  'POST /bids/{id}/accept': { id: arrangePendingBid },
  'POST /bids/{id}/reject': { id: arrangePendingBid },
  'POST /bids/{id}/counter': { id: arrangePendingBid, body: async (t) => t.arrange.bidBody() },
  'GET /trades/{id}': { id: arrangeTrade },
  'GET /teams/{id}': { id: ownTeam },
  'POST /cash-bids': { body: async (t) => t.arrange.cashBidBody() },
  'GET /cash-bids/{id}/offers': { id: async (t) => ownRecord(t, 'cash_bid') },
  'POST /cash-bid-offers/{id}/accept': { id: arrangePendingOffer },
  'POST /cash-bid-offers/{id}/reject': { id: arrangePendingOffer },
  'POST /me/farms': { body: farmBody },
  'GET /me/farms/{id}': { id: arrangeOwnFarm },
  'PATCH /me/farms/{id}': { id: arrangeOwnFarm, body: (t) => ({ name: t.run.secrets.makeCanaryFarm('seller').name }) },
  'POST /me/inventory': { body: async (t) => buildSubmission(await t.arrange.publishing(t.seller), { list: false }) },
  'GET /me/inventory/{id}': { id: ownDraft },
  'PATCH /me/inventory/{id}': { id: ownDraft, body: () => ({ listed: false }) },
  'DELETE /me/inventory/{id}': { id: ownDraft },
  'GET /me/inventory/{id}/bids': { id: ownDraft },
};

/** Requests that need a temporary subscription, or a path with more than the id of one record. */
const SPECIAL_REQUESTS: Readonly<Record<string, (t: CheckContext, use: Use) => Promise<void>>> = {
  'GET /market/prices/canola/history': async (t, use) =>
    use({ path: encodePath`/market/prices/${await knownSlug(t, t.buyer)}/history` }),
  // The URL is one that the target accepts.
  'POST /webhooks': async (t, use) =>
    withSubscription(t, t.buyer, EVENTS, async ({ url }) => use({ path: '/webhooks', body: { url, events: EVENTS } })),
  'DELETE /webhooks/{id}': async (t, use) =>
    withSubscription(t, t.buyer, EVENTS, async ({ id }) => use({ path: encodePath`/webhooks/${id}` })),
  'GET /webhooks/{id}/deliveries': async (t, use) =>
    withSubscription(t, t.buyer, EVENTS, async ({ id }) => use({ path: encodePath`/webhooks/${id}/deliveries` })),
  'POST /webhooks/{id}/deliveries/{id}/redeliver': async (t, use) =>
    use({ path: redeliveryPath(await makeFailedDelivery(t, t.buyer)) }),
};

async function farmBody(t: CheckContext): Promise<Record<string, unknown>> {
  const [seen] = readItems(await t.seller.get('/me/farms'));
  const { nearest_city = 'Regina', nearest_province = 'SK' } = seen ?? {};
  return { ...t.run.secrets.makeCanaryFarm('seller'), nearest_city, nearest_province };
}

/** Runs a function with a valid request to an endpoint. @throws Unverifiable or Blocked if the record that it needs cannot be created */
export async function withSubject(t: CheckContext, endpoint: EndpointRequest, use: Use): Promise<void> {
  const { visit_on } = endpoint;
  const name = nameOf(endpoint);
  const other = SPECIAL_REQUESTS[name];
  if (other !== undefined) return other(t, use);
  const { id, body }: Row = visit_on === undefined ? (SIMPLE_REQUESTS[name] ?? {}) : { id: async () => ownRecord(t, visit_on) };
  return use({ path: id === undefined ? endpoint.path : pathTo(endpoint, await id(t)), body: await body?.(t) });
}

/** Whether testing this endpoint needs permission to write: it sends a write, or its path needs a new record. */
export function needsWrites(endpoint: EndpointRequest): boolean {
  const { method, path } = endpoint;
  return method !== 'GET' || (hasIdInPath(endpoint) && !path.startsWith('/inventory/') && !path.startsWith('/teams/'));
}

/** The actor who can use an endpoint. */
export function actorFor(endpoint: EndpointRequest): 'elevator' | 'seller' | 'buyer' {
  const name = nameOf(endpoint);
  if (name.startsWith('POST /bids/')) return 'seller';
  if (endpoint.path.startsWith('/me/')) return 'seller';
  return endpoint.path.startsWith('/cash-bid') || endpoint.path.startsWith('/delivery') ? 'elevator' : 'buyer';
}
