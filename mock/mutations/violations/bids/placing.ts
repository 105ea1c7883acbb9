import {
  all,
  fieldsOf,
  fillIn,
  idIn,
  insteadOfRefusal,
  isJsonObject,
  mapObjects,
  onResponse,
  onCaller,
  onField,
  onRequestField,
  onStatus,
  refuse,
  refuseFields,
  refusingField,
  requiringScope,
  violations,
  withError,
  withFields,
  withoutEffect,
  withoutScopes,
} from '../kit/index.ts';
import { makeRefusalResponse } from '../../../server/http/respond.ts';
import { ALL_VIEWS, asBuyer, fillInByGrades } from './deviations.ts';

const DELIVERY = { from: '2031-04-01', to: '2031-04-30' };
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A quantity that no check sends. It marks a bid that is stored and then refused. */
const MARK = 0.010_000_7;

/** Breaks the rules for who can place a bid, on which listing, and what that returns. */
const PERMISSIONS = violations({
  'BID-1/answers-200: POST /inventory/{id}/bids returns 200.': onStatus('placeBid', 201, 200),
  'BID-1/born-open: POST /inventory/{id}/bids returns the status open.': withFields('placeBid', { status: 'open' }),
  'BID-1/on-paper-only: POST /inventory/{id}/bids returns 201 and stores no bid.': withoutEffect('placeBid'),
  'BID-1/no-scope-asked: POST /inventory/{id}/bids requires no scope.': withoutScopes('placeBid'),
  'BID-1/inventory-read-as-well: POST /inventory/{id}/bids also requires inventory.read.': requiringScope(
    'placeBid',
    'inventory.read',
  ),
  'BID-2/another-team: A user without a team bids for another team.': onCaller('placeBid', (caller) =>
    caller.user_id !== null && caller.team_id === null ? asBuyer(caller) : caller,
  ),
  'BID-42/clients-bid: A client-credentials token places bids.': onCaller('placeBid', (caller) =>
    caller.user_id === null ? asBuyer(caller) : caller,
  ),
  'BID-42/not-found: POST /inventory/{id}/bids returns 404 to a client-credentials token.': onCaller('placeBid', (caller) =>
    caller.user_id === null ? refuse('not_found') : caller,
  ),
  'BID-55/accepted: POST /inventory/{id}/bids returns 201 for an unknown listing.': insteadOfRefusal(
    'placeBid',
    'not_found',
    ({ incoming }) => ({ data: { id: 'bid_0000000000000001', status: 'pending', inventory_id: idIn(incoming.path) } }),
  ),
  'BID-55/other-code: The 404 of an unknown listing has the code listing_not_found.': withError('placeBid', 'not_found', {
    code: 'listing_not_found',
  }),
});

const QUANTITY = violations({
  'BID-4/quantity-optional: POST /inventory/{id}/bids accepts a bid without `quantity_mt`.': fillIn('placeBid', {
    quantity_mt: 1,
  }),
  'BID-4/null-is-one: A bid whose `quantity_mt` is null is accepted for 1 t.': onRequestField('placeBid', 'quantity_mt', (mt) =>
    mt === null ? 1 : mt,
  ),
  'BID-4/string-converted: POST /inventory/{id}/bids converts a string `quantity_mt` to a number.': onRequestField(
    'placeBid',
    'quantity_mt',
    (mt) => (typeof mt === 'string' ? Number(mt) : mt),
  ),
  'BID-4/boolean-converted: POST /inventory/{id}/bids reads `quantity_mt` true as 1.': onRequestField(
    'placeBid',
    'quantity_mt',
    (mt) => (mt === true ? 1 : mt),
  ),
  'BID-4/raised-to-minimum: A quantity below the minimum is raised to 0.01 t.': onRequestField('placeBid', 'quantity_mt', (mt) =>
    typeof mt === 'number' && mt < 0.01 ? 0.01 : mt,
  ),
  'BID-4/rounded-first: `quantity_mt` is rounded before it is validated.': onRequestField('placeBid', 'quantity_mt', (mt) =>
    typeof mt === 'number' ? Math.round(mt * 100) / 100 : mt,
  ),
  'BID-4/minimum-exclusive: A bid for exactly 0.01 t is rejected.': refusingField(
    'placeBid',
    'quantity_mt',
    'must be more than 0.01',
    (mt) => mt === 0.01,
  ),
  'BID-4/field-not-named: Errors about `quantity_mt` name the wrong field.': withError(
    'placeBid',
    'validation_failed',
    (error) => ({
      errors: error.errors?.map((entry) => (entry.field === 'quantity_mt' ? { ...entry, field: 'quantity' } : entry)),
    }),
  ),
  'BID-4/by-grades-any-quantity: A multi-grade bid below the minimum is accepted.': fillInByGrades((fields) => ({
    ...fields,
    quantity_mt: Math.max(Number(fields['quantity_mt'] ?? 1), 1),
  })),
  'BID-4/refused-and-made: A bid below the minimum returns 422 and is still stored.': all(
    onRequestField('placeBid', 'quantity_mt', (mt) => (typeof mt === 'number' && mt < 0.01 ? MARK : mt)),
    onResponse('placeBid', (response, { incoming }) =>
      fieldsOf(incoming)['quantity_mt'] === MARK
        ? makeRefusalResponse(refuseFields({ field: 'quantity_mt', message: 'must be at least 0.01' }))
        : response,
    ),
  ),
});

const DATES = violations({
  'BID-5/delivery-optional: POST /inventory/{id}/bids accepts a bid without `delivery`.': fillIn('placeBid', {
    delivery: DELIVERY,
  }),
  'BID-5/null-accepted: POST /inventory/{id}/bids accepts a null `delivery`.': onRequestField(
    'placeBid',
    'delivery',
    (delivery) => (delivery === null ? DELIVERY : delivery),
  ),
  'BID-5/to-optional: POST /inventory/{id}/bids accepts a bid without `delivery.to`.': onRequestField(
    'placeBid',
    'delivery',
    (delivery) => (isJsonObject(delivery) && 'from' in delivery ? { to: delivery['from'], ...delivery } : delivery),
  ),
  'BID-5/any-text-is-a-date: POST /inventory/{id}/bids accepts any string as a date.': onRequestField(
    'placeBid',
    'delivery',
    (delivery) =>
      mapObjects(delivery, (dates) =>
        Object.fromEntries(
          Object.entries(dates).map(([name, value]) => [name, DATE.test(String(value)) ? value : DELIVERY.from]),
        ),
      ),
  ),
  'BID-5/by-grades-optional: A multi-grade bid without `delivery` is accepted.': fillInByGrades((fields) => ({
    delivery: DELIVERY,
    ...fields,
  })),
});

const PRICE = violations({
  'BID-7/prices-rounded: Bid prices are rounded to whole dollars.': onField(ALL_VIEWS, 'price.amount', (amount) =>
    typeof amount === 'number' ? Math.round(amount) : amount,
  ),
  'BID-7/cents-cut-off: Bid prices are converted to whole cents without rounding.': onField(ALL_VIEWS, 'price.amount', (amount) =>
    typeof amount === 'number' ? Math.trunc(amount * 100) / 100 : amount,
  ),
  'BID-7/no-bids-by-grades: POST /inventory/{id}/bids rejects multi-grade bids.': refusingField(
    'placeBid',
    'bids',
    'is not supported',
    Array.isArray,
  ),
  'BID-7/first-grade-only: A multi-grade bid keeps its first line only.': onRequestField('placeBid', 'bids', (lines) =>
    Array.isArray(lines) ? lines.slice(0, 1) : lines,
  ),
  'BID-7/one-price-for-all: Every line of a multi-grade bid gets the price of the first.': onRequestField(
    'placeBid',
    'bids',
    (lines) => {
      if (!Array.isArray(lines)) return lines;
      const first: unknown = lines[0];
      const price = isJsonObject(first) ? first['price'] : undefined;
      return lines.map((line: unknown) => (isJsonObject(line) ? { ...line, price } : line));
    },
  ),
});

export const PLACING = [...PERMISSIONS, ...QUANTITY, ...DATES, ...PRICE];
