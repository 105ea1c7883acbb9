/** Other readings of conventions, formats, market data, teams and errors. */
import {
  all,
  isJsonObject,
  mapObjects,
  onBody,
  onDelivery,
  onError,
  onField,
  onResource,
  onStatus,
  refuseAs,
  withHeaders,
  withoutField,
} from '../violations/kit/index.ts';
import type { Variant } from './variant.ts';

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

const VALUES: readonly Variant[] = [
  {
    name: 'bare-farms',
    title: 'One farm is answered without `data` around it.',
    clauses: ['CONV-9'],
    warns: ['CONV-9/every-resource'],
    seams: onBody(['createFarm', 'getFarm', 'updateFarm'], ({ data }) => data),
  },
  {
    name: 'plain-content-type',
    title: 'The Content-Type has no charset, and is written in capitals.',
    clauses: ['CONV-5'],
    warns: [],
    seams: withHeaders('everywhere', { 'Content-Type': 'Application/JSON' }),
  },
  {
    name: 'prairie-time',
    title: 'Instants have an offset and no fraction of a second.',
    clauses: ['FMT-6', 'FMT-10'],
    warns: [],
    seams: all(
      onBody('everywhere', (body: unknown) => inOtherForm(body, toPrairieTime)),
      onDelivery('all', (envelope) => inOtherForm(envelope, toPrairieTime)),
    ),
  },
  {
    name: 'basic-instants',
    title: 'Instants are written without hyphens and colons.',
    clauses: ['FMT-6', 'FMT-10'],
    warns: [],
    seams: onBody(['listDeliveries', 'listInventory', 'getInventory'], (body: unknown) =>
      inOtherForm(body, (instant) => instant.replaceAll(/[-:]|\.\d+/g, '')),
    ),
  },
  {
    name: 'quality-with-nulls',
    title: 'What was not measured is null.',
    clauses: ['FMT-3'],
    warns: [],
    seams: onField('everywhere', 'quality', (quality) =>
      isJsonObject(quality)
        ? { protein: null, moisture: null, test_weight: null, dockage: null, falling_number: null, ...quality }
        : quality,
    ),
  },
  {
    name: 'no-quantity-but-of-inventory',
    title: 'Bids, trades and own listings show no quantity beside quantity_mt.',
    clauses: ['BID-56', 'FMT-8'],
    warns: [],
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
  {
    name: 'teams-by-other-words',
    title: 'A team has a title, and a membership with the role in it.',
    clauses: ['TEAM-3', 'TEAM-4'],
    warns: [],
    seams: onResource(['listTeams', 'getTeam'], ({ id, name, role }) => ({ id, title: name, membership: { level: role } })),
  },
  {
    name: 'market-by-slug',
    title: 'Market data are objects by slug and by day.',
    clauses: ['MKT-1', 'MKT-2', 'MKT-3', 'MKT-4'],
    warns: [],
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
  {
    name: 'market-by-name',
    title: 'Prices name their commodity in words.',
    clauses: ['MKT-2', 'MKT-4'],
    warns: [],
    seams: onBody('listMarketPrices', (page) => ({
      prices: page.items.map(({ commodity, price }) => ({
        commodity: commodity.name,
        price: String(price.amount),
        currency: price.currency,
      })),
    })),
  },
];

const ERRORS: readonly Variant[] = [
  {
    name: 'other-codes',
    title: 'Codes that the document does not state are other words.',
    clauses: ['ERR-4'],
    warns: [],
    seams: onError(
      'everywhere',
      ['idempotency_conflict', 'conflict', 'bid_not_pending', 'subscription_inactive', 'delivery_not_failed', 'invalid_filter'],
      (error) => ({ ...error, code: `E_${error.code.toUpperCase()}`, request_id: 'req-1' }),
    ),
  },
  {
    name: 'fields-by-pointer',
    title: 'Invalid fields are named by JSON pointers.',
    clauses: ['ERR-5'],
    warns: [],
    seams: onError('everywhere', 'validation_failed', (error) => ({
      ...error,
      errors: (error.errors ?? []).map(({ field, message }) => ({
        field: `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`,
        message,
        rule: 'schema',
      })),
    })),
  },
  {
    name: 'no-team-403',
    title: 'Subscriptions and cash bids are forbidden to a token without a team.',
    clauses: ['AUTH-14', 'AUTH-21', 'BID-3'],
    warns: [],
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
  {
    name: 'users-with-200',
    title: 'Test users and grades are answered with other successes.',
    clauses: ['OP-1', 'SBX-12'],
    warns: [],
    seams: all(onStatus('createSandboxUser', 201, 202), onStatus('listGrades', 200, 203)),
  },
];

export const CONVENTIONS_VARIED: readonly Variant[] = [...VALUES, ...ERRORS];
