/** Conventions, formats, market data, teams, and errors. */
import {
  all,
  isJsonObject,
  mapObjects,
  onBody,
  onDelivery,
  onField,
  onResource,
  onStatus,
  refuseAs,
  unwrapped,
  withError,
  withHeaders,
  withoutField,
} from '../violations/kit/index.ts';
import { variants } from './kit/variant.ts';

/** 2026-06-01T15:04:05.000Z as 2026-06-01T09:04:05-06:00. */
function toPrairieTime(instant: string): string {
  const local = new Date(Date.parse(instant) - 6 * 3_600_000).toISOString();
  return `${local.slice(0, 19)}-06:00`;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

function inOtherForm(value: unknown, form: (instant: string) => string): unknown {
  return mapObjects(value, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, inner]) => [key, typeof inner === 'string' && INSTANT.test(inner) ? form(inner) : inner]),
    ),
  );
}

const VALUES = variants({
  'bare-farms: Responses with one farm omit the `data` envelope.': {
    clauses: ['CONV-9'],
    warns: ['CONV-9/every-resource'],
    seams: unwrapped(['createFarm', 'getFarm', 'updateFarm']),
  },
  'plain-content-type: Content-Type has no charset and is capitalized.': {
    clauses: ['CONV-5'],
    seams: withHeaders('everywhere', { 'Content-Type': 'Application/JSON' }),
  },
  'prairie-time: Timestamps have a UTC offset and no fraction of a second.': {
    clauses: ['FMT-6', 'FMT-10'],
    seams: all(
      onBody('everywhere', (body: unknown) => inOtherForm(body, toPrairieTime)),
      onDelivery('all', (envelope) => inOtherForm(envelope, toPrairieTime)),
    ),
  },
  'basic-instants: Timestamps are in ISO 8601 basic format.': {
    clauses: ['FMT-6', 'FMT-10'],
    seams: onBody(['listDeliveries', 'listInventory', 'getInventory'], (body: unknown) =>
      inOtherForm(body, (instant) => instant.replaceAll(/[-:]|\.\d+/g, '')),
    ),
  },
  'quality-with-nulls: Measurements that were not made are null.': {
    clauses: ['FMT-3'],
    seams: onField('everywhere', 'quality', (quality) =>
      isJsonObject(quality)
        ? { protein: null, moisture: null, test_weight: null, dockage: null, falling_number: null, ...quality }
        : quality,
    ),
  },
  'quantity-in-inventory-only: Bids, trades, and own listings omit `quantity`.': {
    clauses: ['BID-56', 'FMT-8'],
    seams: withoutField(
      [
        'placeBid',
        'listBids',
        'getBid',
        'listTrades',
        'getTrade',
        'listListings',
        'getListing',
        'createListing',
        'updateListing',
        'listReceivedBids',
      ],
      'quantity',
    ),
  },
  'teams-with-other-names: Teams have `title` and `membership` instead of `name` and `role`.': {
    clauses: ['TEAM-3', 'TEAM-4'],
    seams: onResource(['listTeams', 'getTeam'], ({ id, name, role }) => ({ id, title: name, membership: { level: role } })),
  },
  'market-by-slug: Market data are objects keyed by slug and by date.': {
    clauses: ['MKT-1', 'MKT-2', 'MKT-3', 'MKT-4'],
    seams: all(
      onBody('listMarketCommodities', ({ items }) => Object.fromEntries(items.map(({ slug, ...rest }) => [slug, rest]))),
      onBody('listMarketPrices', ({ items }) => ({
        data: Object.fromEntries(items.map(({ commodity, price }) => [commodity.slug, price.amount])),
      })),
      onBody('getPriceHistory', ({ items }) => ({
        data: Object.fromEntries(items.map(({ date, price }) => [date, price.amount])),
      })),
    ),
  },
  'market-by-name: GET /market/prices names commodities in words.': {
    clauses: ['MKT-2', 'MKT-4'],
    seams: onBody('listMarketPrices', (page) => ({
      prices: page.items.map(({ commodity, price }) => ({
        commodity: commodity.name,
        price: String(price.amount),
        currency: price.currency,
      })),
    })),
  },
});

const ERRORS = variants({
  'bad-filters-422: An invalid filter or page returns 422 validation_failed.': {
    clauses: ['PAGE-7', 'INV-10', 'BID-15', 'TRD-8', 'MKT-5'],
    seams: refuseAs('everywhere', 'invalid_filter', ({ message, errors }) => ({
      refused: 'validation_failed',
      ...(message === undefined ? {} : { message }),
      ...(errors === undefined ? {} : { errors }),
    })),
  },
  'simulated-with-201: POST /sandbox/simulate-event returns 201.': {
    clauses: ['SBX-5', 'OP-1'],
    seams: onStatus('simulateEvent', 200, 201),
  },
  'other-codes: Errors have other codes where the document names none.': {
    clauses: ['ERR-4'],
    seams: withError(
      'everywhere',
      ['idempotency_conflict', 'conflict', 'bid_not_pending', 'subscription_inactive', 'delivery_not_failed', 'invalid_filter'],
      (error) => ({ code: `E_${error.code.toUpperCase()}`, request_id: 'req-1' }),
    ),
  },
  'fields-by-pointer: Validation errors name fields by JSON Pointer.': {
    clauses: ['ERR-5'],
    seams: withError('everywhere', 'validation_failed', (error) => ({
      errors: (error.errors ?? []).map(({ field, message }) => ({
        field: `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`,
        message,
        rule: 'schema',
      })),
    })),
  },
  'no-team-403: Subscriptions and cash bids return 403 without a team.': {
    clauses: ['AUTH-14', 'AUTH-21', 'BID-3'],
    seams: refuseAs(
      [
        'listWebhooks',
        'createWebhook',
        'deleteWebhook',
        'listDeliveries',
        'redeliver',
        'listCashBids',
        'listOffers',
        'listDeliveryLocations',
      ],
      'no_team',
      'insufficient_scope',
    ),
  },
  'success-with-202-and-203: POST /sandbox/users returns 202 and GET /grades 203.': {
    clauses: ['OP-1', 'SBX-12'],
    seams: all(onStatus('createSandboxUser', 201, 202), onStatus('listGrades', 200, 203)),
  },
});

export const CONVENTIONS_VARIED = [...VALUES, ...ERRORS];
