/** Conventions, formats, market data, teams, and errors. */
import {
  all,
  isJsonObject,
  onBody,
  onField,
  onResource,
  onStatus,
  refuseAs,
  withError,
  withHeaders,
  withoutField,
} from '../violations/kit/index.ts';
import { inOtherForm, onInstants } from './kit/instants.ts';
import { variants } from './kit/variant.ts';

/** 2026-06-01T15:04:05.000Z as 2026-06-01T09:04:05-06:00. */
function toPrairieTime(instant: string): string {
  const local = new Date(Date.parse(instant) - 6 * 3_600_000).toISOString();
  return `${local.slice(0, 19)}-06:00`;
}

const VALUES = variants({
  'plain-content-type (CONV-5): Content-Type has no charset and is capitalized.': withHeaders('everywhere', {
    'Content-Type': 'Application/JSON',
  }),
  'prairie-time (FMT-6, FMT-10, BID-45): Timestamps have a UTC offset and no fraction of a second.': onInstants(toPrairieTime),
  'basic-instants (FMT-6, FMT-10): Timestamps are in ISO 8601 basic format.': onBody(
    ['listDeliveries', 'listInventory', 'getInventory'],
    (body: unknown) => inOtherForm(body, (instant) => instant.replaceAll(/[-:]|\.\d+/g, '')),
  ),
  'quality-with-nulls (FMT-3): Measurements that were not made are null.': onField('everywhere', 'quality', (quality) =>
    isJsonObject(quality)
      ? { protein: null, moisture: null, test_weight: null, dockage: null, falling_number: null, ...quality }
      : quality,
  ),
  'quantity-in-inventory-only (BID-56, FMT-8): Bids, trades, and own listings omit `quantity`.': withoutField(
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
  'teams-with-other-names (TEAM-3, TEAM-4): Teams have `title` and `membership` instead of `name` and `role`.': onResource(
    ['listTeams', 'getTeam'],
    ({ id, name, role }) => ({ id, title: name, membership: { level: role } }),
  ),
  'market-by-slug (MKT-1, MKT-2, MKT-3, MKT-4): Market data are objects keyed by slug and by date.': all(
    onBody('listMarketCommodities', ({ items }) => Object.fromEntries(items.map(({ slug, ...rest }) => [slug, rest]))),
    onBody('listMarketPrices', ({ items }) => ({
      data: Object.fromEntries(items.map(({ commodity, price }) => [commodity.slug, price.amount])),
    })),
    onBody('getPriceHistory', ({ items }) => ({
      data: Object.fromEntries(items.map(({ date, price }) => [date, price.amount])),
    })),
  ),
  'market-by-name (MKT-2, MKT-4): GET /market/prices names commodities in words.': onBody('listMarketPrices', (page) => ({
    prices: page.items.map(({ commodity, price }) => ({
      commodity: commodity.name,
      price: String(price.amount),
      currency: price.currency,
    })),
  })),
});

const ERRORS = variants({
  'bad-filters-422 (PAGE-7, INV-10, BID-15, TRD-8, MKT-5): An invalid filter or page returns 422 validation_failed.': refuseAs(
    'everywhere',
    'invalid_filter',
    ({ message, errors }) => ({
      refused: 'validation_failed',
      ...(message === undefined ? {} : { message }),
      ...(errors === undefined ? {} : { errors }),
    }),
  ),
  'unreadable-body-422 (CONV-6, ERR-4): A body that is not JSON returns 422 validation_failed without `errors`.': refuseAs(
    'everywhere',
    'invalid_json',
    ({ message }) => ({ refused: 'validation_failed', ...(message === undefined ? {} : { message }) }),
  ),
  'simulated-with-201 (SBX-5, OP-1): POST /sandbox/simulate-event returns 201.': onStatus('simulateEvent', 200, 201),
  'other-codes (ERR-4): Errors have other codes where the document names none.': withError(
    'everywhere',
    ['idempotency_conflict', 'conflict', 'bid_not_pending', 'subscription_inactive', 'delivery_not_failed', 'invalid_filter'],
    (error) => ({ code: `E_${error.code.toUpperCase()}`, request_id: 'req-1' }),
  ),
  'fields-by-pointer (ERR-5): Validation errors name fields by JSON Pointer.': withError(
    'everywhere',
    'validation_failed',
    (error) => ({
      errors: (error.errors ?? []).map(({ field, message }) => ({
        field: `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`,
        message,
        rule: 'schema',
      })),
    }),
  ),
  'no-team-403 (AUTH-14, AUTH-21, BID-3): Subscriptions and cash bids return 403 without a team.': refuseAs(
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
  'success-with-202-and-203 (OP-1, SBX-12): POST /sandbox/users returns 202 and GET /grades 203.': all(
    onStatus('createSandboxUser', 201, 202),
    onStatus('listGrades', 200, 203),
  ),
});

export const CONVENTIONS_VARIED = [...VALUES, ...ERRORS];
