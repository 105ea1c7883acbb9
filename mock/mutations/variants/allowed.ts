/** Legal statuses, conditions, and units that no other deployment here has. */
import {
  all,
  isJsonObject,
  isRefusal,
  onAnswer,
  onBody,
  onCaller,
  onError,
  onField,
  onFind,
  onStatus,
  EMPTY_PAGE,
  fieldsOf,
  idIn,
  queryOf,
  refuse,
  refuseAs,
  refuseFields,
  type Seams,
} from '../violations/kit/index.ts';
import { Overlap } from '../violations/bids/deviations.ts';
import { EVENTS, UNITS, isEventType, type Unit } from '#spec';
import { tonnesPer } from '#spec/reference/index';
import { answerRefusal } from '../../server/http/respond.ts';
import { parseBody } from '../../server/http/read-body.ts';
import { validateBody } from '../../server/http/validate-body.ts';
import { findLot } from '../../market/store/lots.ts';
import { LOTS_VARIED } from './lots.ts';
import { variants } from './variant.ts';

const DECISIONS = ['acceptBid', 'rejectBid', 'counterBid'] as const;
const WITH_BODY_AND_ID = ['placeBid', 'acceptBid', 'counterBid', 'updateListing', 'updateFarm', 'updateCashBid'] as const;
const WITH_PRICES = [
  'placeBid',
  'listBids',
  'getBid',
  ...DECISIONS,
  'listReceivedBids',
  'listBidsReceived',
  'listTrades',
  'getTrade',
] as const;

/** RFC 4918, section 11.3. */
const LOCKED = 423;

const unitNamed = (name: unknown): Unit | undefined => UNITS.find((unit) => unit === name);

/** Converts a Money object to another unit. A bushel is not converted, since its weight depends on the commodity. */
function inUnit(price: unknown, unit: Unit): unknown {
  if (!isJsonObject(price) || typeof price['amount'] !== 'number') return price;
  const from = unitNamed(price['unit']);
  if (from === undefined || from === 'BU' || unit === 'BU' || from === unit) return price;
  return { ...price, amount: (price['amount'] / tonnesPer(from, '')) * tonnesPer(unit, ''), unit };
}

/** Asking prices per pound, which clients copy the unit from. */
function pricesPerPound(): Partial<Seams> {
  const seams = LOTS_VARIED.find(({ name }) => name === 'prices-per-pound')?.seams ?? {};
  return typeof seams === 'function' ? seams() : seams;
}

const ACCESS = variants({
  'parties-are-users: Only the user who placed a bid can answer a counter to it.': {
    clauses: ['BID-18', 'BID-19', 'BID-51'],
    seams: onFind(DECISIONS, (found, { caller }) =>
      !isRefusal(found) && found.side === 'buyer' && found.truth.bid.buyer_user_id !== caller.user_id
        ? refuse('not_found')
        : found,
    ),
  },
  'no-default-scope: Endpoints that state no scope require none.': {
    clauses: ['AUTH-12', 'AUTH-20'],
    seams: onCaller(['listGrades', 'simulateEvent', 'createSandboxUser'], (caller) => ({
      ...caller,
      scopes: new Set([...caller.scopes, 'inventory.read' as const]),
    })),
  },
  'other-mode-unauthorized: GET /inventory/{id} returns 401 instead of 404 for the other mode.': {
    clauses: ['INV-25'],
    seams: onAnswer('getInventory', async (answer, { db, incoming, caller }) => {
      const other = caller?.livemode === 1 ? 0 : 1;
      const is_there = answer.status === 404 && (await findLot(db, idIn(incoming.path), other)) !== undefined;
      return is_there ? answerRefusal(refuse('unauthenticated')) : answer;
    }),
  },
  'locations-for-elevators: GET /delivery-locations returns 403 to a team that is not an elevator.': {
    clauses: ['DLOC-1', 'AUTH-21'],
    seams: onCaller('listDeliveryLocations', async (caller, { db }) => {
      const team = db
        .selectFrom('teams')
        .select('type')
        .where('id', '=', caller.team_id ?? '');
      return (await team.executeTakeFirst())?.type === 'elevator' ? caller : refuse('insufficient_scope');
    }),
  },
  'sellers-have-no-teams: GET /teams is empty for sellers.': {
    clauses: ['TEAM-1', 'TEAM-6'],
    seams: onBody('listTeams', (page, { caller }) => (caller?.is_approved_partner === true ? { ...page, ...EMPTY_PAGE } : page)),
  },
  'bodies-before-ids: Bodies are validated before scopes and before the id is looked up.': {
    clauses: ['AUTH-19', 'BID-19'],
    seams: onCaller(WITH_BODY_AND_ID, (caller, { incoming, operation }) => {
      const parsed = parseBody(incoming.bytes, incoming);
      if (isRefusal(parsed)) return parsed;
      const valid = validateBody(operation, parsed?.json, false);
      return isRefusal(valid) ? refuseFields(...valid.errors) : caller;
    }),
  },
});

const STATUSES = variants({
  'missing-lot-400: POST /inventory/{id}/bids returns 400 for an unknown or unlisted listing.': {
    clauses: ['BID-33', 'BID-55'],
    seams: refuseAs('placeBid', 'not_found', 'malformed_request'),
  },
  'missing-lot-403: POST /inventory/{id}/bids returns 403 for an unknown or unlisted listing.': {
    clauses: ['BID-33', 'BID-55'],
    seams: refuseAs('placeBid', 'not_found', 'insufficient_scope'),
  },
  'concurrent-loser-423: If two requests decide one bid concurrently, the loser gets 423.': {
    clauses: ['BID-31', 'BID-54'],
    seams: () => {
      const overlap = new Overlap(['acceptBid', 'rejectBid']);
      return all(
        onFind(['acceptBid', 'rejectBid'], (found, _entry, { incoming }) =>
          !isRefusal(found) && overlap.lateness(incoming) > 0 && found.truth.bid.status !== 'pending'
            ? refuse('conflict')
            : found,
        ),
        onError(['acceptBid', 'rejectBid'], 'conflict', (error) => ({ ...error, status: LOCKED })),
        onStatus(['acceptBid', 'rejectBid'], 409, LOCKED),
        overlap.seams,
      );
    },
  },
  'redelivery-409: Redelivering a delivery that has not failed returns 409.': {
    clauses: ['WHK-8', 'WHK-15'],
    seams: refuseAs('redeliver', 'delivery_not_failed', 'conflict'),
  },
  'cash-bids-400: POST /cash-bids returns 400 for an invalid body.': {
    clauses: ['CB-2'],
    seams: refuseAs('createCashBid', 'validation_failed', 'malformed_request'),
  },
  "anothers-sandbox-listing-403: POST /sandbox/simulate-event returns 403 for another seller's listing.": {
    clauses: ['SBX-15'],
    seams: refuseAs('simulateEvent', 'not_found', 'insufficient_scope'),
  },
  'events-by-audience: POST /webhooks rejects event types of another audience.': {
    clauses: ['WHK-3', 'WHK-16'],
    seams: onCaller('createWebhook', (caller, { incoming }) => {
      const { events } = fieldsOf(incoming);
      const others: readonly string[] = caller.is_approved_partner ? ['buyer-side', 'elevator'] : ['seller-side', 'partner'];
      const isOthers = (type: unknown): boolean =>
        typeof type === 'string' && isEventType(type) && others.includes(EVENTS[type].audience);
      return Array.isArray(events) && events.some(isOthers)
        ? refuseFields({ field: 'events', message: 'belongs to another audience' })
        : caller;
    }),
  },
  'duplicate-types-422: POST /webhooks rejects a list that names an event type twice.': {
    clauses: ['WHK-3', 'WHK-10'],
    seams: onCaller('createWebhook', (caller, { incoming }) => {
      const { events } = fieldsOf(incoming);
      return Array.isArray(events) && new Set(events).size < events.length
        ? refuseFields({ field: 'events', message: 'names a type twice' })
        : caller;
    }),
  },
});

const CONTENTS = variants({
  'bids-per-tonne: Bids and trades show prices per tonne, although asking prices are per pound.': {
    clauses: ['BID-7', 'BID-60', 'LST-9'],
    seams: all(
      pricesPerPound(),
      onField(WITH_PRICES, 'price', (price) => inUnit(price, 'MT')),
    ),
  },
  'prices-follow-units: Prices are per the unit in `units`.': {
    clauses: ['FMT-8', 'FMT-9', 'BID-34'],
    seams: all(
      ...['price', 'asking_price', 'target_price'].map((name) =>
        onField(
          ['listInventory', 'getInventory', 'listBids', 'getBid', 'listTrades', 'getTrade', 'listListings', 'getListing'],
          name,
          (price, _holder, { incoming }) => {
            const unit = unitNamed(queryOf(incoming).get('units') ?? 'MT');
            return unit === undefined ? price : inUnit(price, unit);
          },
        ),
      ),
    ),
  },
  'grades-in-another-member: `bid_items_required` lists the grades in `details` only.': {
    clauses: ['BID-22', 'BID-62'],
    seams: onError('acceptBid', 'bid_items_required', ({ errors, ...error }) => ({
      ...error,
      message: 'Choose lines.',
      details: errors?.map(({ message }) => message),
    })),
  },
});

export const ALLOWED = [...ACCESS, ...STATUSES, ...CONTENTS];
