/** Legal statuses, conditions, and units that no other variant covers. */
import {
  all,
  EMPTY_PAGE,
  fieldsOf,
  findRow,
  idIn,
  isJsonObject,
  isRefusal,
  onResponse,
  onCaller,
  onError,
  onField,
  onFind,
  onKey,
  onQuery,
  onStatus,
  queryOf,
  refuse,
  refuseAs,
  refuseFields,
  withBodyFields,
  withError,
  withScopes,
  type Seams,
} from '../violations/kit/index.ts';
import { racing, refusingLosers } from '../violations/bids/deviations.ts';
import { EVENTS, UNITS, isEventType, type ErrorCode, type Unit } from '#spec';
import { findCommodity, tonnesPer } from '#spec/reference/index';
import { makeRefusalResponse } from '../../server/http/respond.ts';
import type { Caller } from '../../server/http/call.ts';
import { parseQuery } from '../../server/http/parse-query.ts';
import { parseBody } from '../../server/http/read-body.ts';
import { validateBody } from '../../server/http/validate-body.ts';
import { later } from '../../ports/clock.ts';
import { findLot } from '../../market/store/lots.ts';
import { ANSWERS } from '../violations/bids/deviations.ts';
import { forElevators } from './deals.ts';
import { LOTS_VARIED } from './lots.ts';
import { variants } from './kit/variant.ts';

const LISTS = [
  'listInventory',
  'listBids',
  'listTrades',
  'listCashBids',
  'listOffers',
  'listDeliveries',
  'listListings',
  'listReceivedBids',
  'listBidsReceived',
] as const;
/** Without `counterBid`, whose 409 can be about an Idempotency-Key. */
const LOSERS = ['acceptBid', 'rejectBid'] as const;
const WITH_BODY_AND_ID = ['placeBid', 'acceptBid', 'counterBid', 'updateListing', 'updateFarm', 'updateCashBid'] as const;
const WITH_PRICES = [
  'placeBid',
  'listBids',
  'getBid',
  ...ANSWERS,
  'listReceivedBids',
  'listBidsReceived',
  'listTrades',
  'getTrade',
] as const;

const unitNamed = (name: unknown): Unit | undefined => UNITS.find((unit) => unit === name);

/** Converts a Money object to another unit. A bushel needs a commodity, since its weight depends on it. */
function inUnit(price: unknown, unit: Unit, commodity: unknown): unknown {
  if (!isJsonObject(price) || typeof price['amount'] !== 'number') return price;
  const from = unitNamed(price['unit']);
  const slug = isJsonObject(commodity) ? commodity['slug'] : commodity;
  const known = typeof slug === 'string' && findCommodity(slug) !== undefined ? slug : undefined;
  if (from === undefined || from === unit || (known === undefined && [from, unit].includes('BU'))) return price;
  return { ...price, amount: (price['amount'] / tonnesPer(from, known ?? '')) * tonnesPer(unit, known ?? ''), unit };
}

/** Shows asking prices per pound. Clients copy the unit from them. */
function pricesPerPound(): Partial<Seams> {
  const seams = LOTS_VARIED.find(({ name }) => name === 'prices-per-pound')?.seams ?? {};
  return typeof seams === 'function' ? seams() : seams;
}

/** Changes the status that the second of two concurrent decisions gets. */
function losersGet(status: number): () => Partial<Seams> {
  return racing(LOSERS, (overlap) =>
    all(refusingLosers(LOSERS, overlap, 'conflict'), withError(LOSERS, 'conflict', { status }), onStatus(LOSERS, 409, status)),
  );
}

/** Rejects subscriptions by their event types. */
function refusingTypes(message: string, isRefused: (events: readonly unknown[], caller: Caller) => boolean): Partial<Seams> {
  return onCaller('createWebhook', (caller, { incoming }) => {
    const { events } = fieldsOf(incoming);
    return Array.isArray(events) && isRefused(events, caller) ? refuseFields({ field: 'events', message }) : caller;
  });
}

function refusingDeliveries(message: string, isRefused: (from: string, to: string, now: string) => boolean): Partial<Seams> {
  return onCaller(['placeBid', 'counterBid'], (caller, { incoming, world }) => {
    const { delivery } = fieldsOf(incoming);
    const { from, to } = isJsonObject(delivery) ? delivery : {};
    const is_rejected = typeof from === 'string' && typeof to === 'string' && isRefused(from, to, world.clock.now());
    return is_rejected ? refuseFields({ field: 'delivery', message }) : caller;
  });
}

/** Returns an error other than 404 for a listing of the other mode. */
export function otherModeAs(code: ErrorCode): Partial<Seams> {
  return onResponse('getInventory', async (response, { db, incoming, caller }) => {
    const other = caller?.livemode === 1 ? 0 : 1;
    const is_there = response.status === 404 && (await findLot(db, idIn(incoming.path), other)) !== undefined;
    return is_there ? makeRefusalResponse(refuse(code)) : response;
  });
}

const ACCESS = variants({
  'parties-are-users (BID-18, BID-19, BID-51): Only the user who placed a bid can answer a counter to it.': onFind(
    ANSWERS,
    (found, { caller }) =>
      !isRefusal(found) && found.side === 'buyer' && found.stored.bid.buyer_user_id !== caller.user_id
        ? refuse('not_found')
        : found,
  ),
  'no-default-scope (AUTH-12, AUTH-20): Endpoints that state no scope require none.': onCaller(
    ['listGrades', 'simulateEvent', 'createSandboxUser'],
    (caller) => withScopes(caller, 'inventory.read'),
  ),
  'other-mode-unauthorized (INV-25): GET /inventory/{id} returns 401 instead of 404 for the other mode.':
    otherModeAs('unauthenticated'),
  'locations-for-elevators (DLOC-1, AUTH-21): GET /delivery-locations returns 403 to a team that is not an elevator.':
    forElevators('listDeliveryLocations', 'insufficient_scope'),
  'locations-400 (DLOC-1, AUTH-21): GET /delivery-locations returns 400 to a team that is not an elevator.': forElevators(
    'listDeliveryLocations',
    'no_team',
  ),
  'sellers-have-no-teams (TEAM-1, TEAM-6): GET /teams is empty for sellers.': withBodyFields('listTeams', (_page, { caller }) =>
    caller?.is_approved_partner === true ? EMPTY_PAGE : {},
  ),
  'bodies-before-ids (AUTH-19, BID-19): Bodies are validated before scopes and before the id is looked up.': onCaller(
    WITH_BODY_AND_ID,
    (caller, { incoming, operation }) => {
      const parsed = parseBody(incoming.bytes, incoming);
      if (isRefusal(parsed)) return parsed;
      const valid = validateBody(operation, parsed?.json, false);
      return isRefusal(valid) ? refuseFields(...valid.errors) : caller;
    },
  ),
});

const STATUSES = variants({
  'bad-filters-ignored (PAGE-7, INV-10, BID-15, TRD-8, CB-15, LST-22): An invalid filter, sort, or page is ignored.': onQuery(
    LISTS,
    (query, { operation, incoming }) => {
      const parsed = parseQuery(operation.query, incoming.search);
      if (isRefusal(parsed)) for (const { field } of parsed.errors ?? []) query.delete(field);
    },
  ),
  'keys-per-user (IDEM-2, IDEM-4): An Idempotency-Key applies to one user of a team.': onKey((use, { caller }) => ({
    key: `${caller?.user_id ?? ''} ${use.key}`,
  })),
  'missing-lot-400 (BID-33, BID-55): POST /inventory/{id}/bids returns 400 for an unknown or unlisted listing.': refuseAs(
    'placeBid',
    'not_found',
    'malformed_request',
  ),
  'missing-lot-403 (BID-33, BID-55): POST /inventory/{id}/bids returns 403 for an unknown or unlisted listing.': all(
    refuseAs('placeBid', 'not_found', 'insufficient_scope'),
    withError('placeBid', 'not_found', { code: 'not_on_offer' }),
  ),
  'concurrent-loser-423 (BID-31, BID-54): If two requests decide one bid concurrently, the loser gets 423.': losersGet(423),
  'concurrent-loser-429 (BID-31, BID-54): If two requests decide one bid concurrently, the loser gets 429.': losersGet(429),
  'concurrent-loser-503 (BID-31, BID-54): If two requests decide one bid concurrently, the loser gets 503.': losersGet(503),
  'redelivery-409 (WHK-8, WHK-15): Redelivering a delivery that has not failed returns 409.': refuseAs(
    'redeliver',
    'delivery_not_failed',
    'conflict',
  ),
  'cash-bids-400 (CB-2): POST /cash-bids returns 400 for an invalid body.': refuseAs(
    'createCashBid',
    'validation_failed',
    'malformed_request',
  ),
  "anothers-sandbox-listing-403 (SBX-15): POST /sandbox/simulate-event returns 403 for another seller's listing.": refuseAs(
    'simulateEvent',
    'not_found',
    'insufficient_scope',
  ),
  'events-by-audience (WHK-3, WHK-16, EVT-5): POST /webhooks rejects event types of another audience.': refusingTypes(
    'belongs to another audience',
    (events, { is_approved_partner }) => {
      const others: readonly string[] = is_approved_partner ? ['buyer-side', 'elevator'] : ['seller-side', 'partner'];
      return events.some((type) => typeof type === 'string' && isEventType(type) && others.includes(EVENTS[type].audience));
    },
  ),
  'one-open-bid (BID-39): A team can have one pending bid on a listing.': onFind('placeBid', async (found, { db, caller }) => {
    if (isRefusal(found)) return found;
    const pending = { lot_id: found.id, buyer_team_id: caller.team_id ?? '', status: 'pending' } as const;
    return (await findRow(db, 'bids', pending)) === undefined ? found : refuse('insufficient_scope');
  }),
  'deliveries-within-a-year (BID-39): A bid or counter whose delivery spans New Year is rejected with 422.': refusingDeliveries(
    'spans New Year',
    (from, to) => from.slice(0, 4) < to.slice(0, 4),
  ),
  'deliveries-soon (BID-39): A bid or counter whose delivery begins after more than three weeks is rejected with 422.':
    refusingDeliveries('begins too late', (from, _, now) => from > later(now, 21 * 86_400).slice(0, 10)),
  'duplicate-types-422 (WHK-3, WHK-10): POST /webhooks rejects a list that names an event type twice.': refusingTypes(
    'names a type twice',
    (events) => new Set(events).size < events.length,
  ),
});

const CONTENTS = variants({
  'bids-per-tonne (BID-7, BID-60, LST-9): Bids and trades show prices per tonne, although asking prices are per pound.': all(
    pricesPerPound(),
    onField(WITH_PRICES, 'price', (price, { commodity }) => inUnit(price, 'MT', commodity)),
  ),
  'bids-per-pound (BID-7, BID-60, SBX-4): Bids and trades show prices per pound, although clients send them per tonne.': onField(
    WITH_PRICES,
    'price',
    (price, { commodity }) => inUnit(price, 'LB', commodity),
  ),
  'prices-follow-units (FMT-8, FMT-9, BID-34): Prices are per the unit in `units`.': all(
    ...['price', 'asking_price', 'target_price'].map((name) =>
      onField(
        ['listInventory', 'getInventory', 'listBids', 'getBid', 'listTrades', 'getTrade', 'listListings', 'getListing'],
        name,
        (price, { commodity }, { incoming }) => {
          const unit = unitNamed(queryOf(incoming).get('units') ?? 'MT');
          return unit === undefined ? price : inUnit(price, unit, commodity);
        },
      ),
    ),
  ),
  'grades-in-another-member (BID-22, BID-62): `bid_items_required` lists the grades in `details` only.': onError(
    'acceptBid',
    'bid_items_required',
    ({ errors, ...error }) => ({
      ...error,
      message: 'Choose lines.',
      details: errors?.map(({ message }) => message),
    }),
  ),
});

export const ALLOWED = [...ACCESS, ...STATUSES, ...CONTENTS];
