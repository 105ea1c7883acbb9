import { randomBytes } from 'node:crypto';
import {
  idIn,
  isJsonObject,
  isRefusal,
  onResponse,
  onCaller,
  onError,
  onStatus,
  otherErrors,
  ownersOf,
  readJson,
  refuse,
  refusing,
  revealing,
  violations,
  withError,
  withHeaders,
  type OperationContext,
  type ResponseContext,
  type Seams,
  type Where,
} from './kit/index.ts';

type Incoming = OperationContext['incoming'];

/** Operations that return an error other than the documented one. */
const OTHER_ERRORS = otherErrors({
  'FARM-2/refused-with-400': ['createFarm', 'validation_failed', 'malformed_request', 'for an invalid farm'],
  'FARM-3/missing-is-422': ['updateFarm', 'not_found', 'validation_failed', 'for an unknown id'],
  'OP-2/counter-403-without-token': ['counterBid', 'unauthenticated', 'insufficient_scope', 'without a token'],
  'OP-2/farms-401-without-scope': ['listFarms', 'insufficient_scope', 'unauthenticated', 'without the scope'],
  'OP-2/reject-409': ['rejectBid', 'bid_not_pending', 'conflict', 'for a decided bid'],
  'OP-2/no-team-404': ['getBid', 'no_team', 'not_found', 'without a team'],
  'OP-2/redeliver-422': ['redeliver', 'not_found', 'validation_failed', 'for an unknown delivery'],
  'TRD-2/missing-is-400': ['getTrade', 'not_found', 'malformed_request', 'for an unknown id'],
  'TEAM-2/missing-is-forbidden': ['getTeam', 'not_found', 'insufficient_scope', 'for an unknown id'],
  'SBX-13/event-400': ['simulateEvent', 'validation_failed', 'malformed_request', 'for an invalid event'],
  'SBX-13/event-409': ['simulateEvent', 'validation_failed', 'conflict', 'for an invalid event'],
  'CB-4/missing-is-409': ['listOffers', 'not_found', 'conflict', 'for an unknown id'],
  'CB-2/refused-with-409': ['createCashBid', 'validation_failed', 'conflict', 'for an invalid cash bid'],
  'CB-3/missing-is-422': ['updateCashBid', 'not_found', 'validation_failed', 'for an unknown id'],
  'CB-3/refused-with-400': ['updateCashBid', 'validation_failed', 'malformed_request', 'for an invalid change'],
  'INV-14/missing-is-403': ['getInventory', 'not_found', 'insufficient_scope', 'for an unknown id'],
  'LST-2/refused-with-400': ['createListing', 'validation_failed', 'malformed_request', 'for an invalid listing'],
  'LST-5/missing-is-400': ['getListing', 'not_found', 'malformed_request', 'for an unknown id'],
  'LST-6/missing-is-422': ['updateListing', 'not_found', 'validation_failed', 'for an unknown id'],
  'BID-2/no-team-is-422': ['placeBid', 'no_team', 'validation_failed', 'without a team'],
  'BID-55/conflict': ['placeBid', 'not_found', 'conflict', 'for an unknown listing'],
  'BID-17/list-forbidden': ['listBids', 'no_team', 'insufficient_scope', 'without a team'],
  'BID-17/bid-missing': ['getBid', 'no_team', 'not_found', 'without a team'],
  'PAGE-2/crash': ['listCashBids', 'invalid_filter', 'internal_error', 'for an invalid `limit`'],
  'IDEM-3/invalid': ['placeBid', 'idempotency_conflict', 'validation_failed', 'for a key with a different body'],
  'BID-40/conflict-one-at-a-time': ['counterBid', 'bid_not_pending', 'conflict', 'for a decided bid'],
  'BID-54/conflict-for-good': ['acceptBid', 'bid_not_pending', 'conflict', 'for a decided bid, each time'],
  'BID-22/conflict': ['acceptBid', 'bid_items_required', 'conflict', 'without `bid_items`'],
});

/** Returns 500 for some bodies. */
function crashing(where: Where, isAffected: (text: string) => boolean): Partial<Seams> {
  return refusing(where, ({ incoming }) => (isAffected(textOf(incoming)) ? 'internal_error' : undefined));
}

/** The body of a request. */
function textOf({ bytes }: Incoming): string {
  return isRefusal(bytes) ? '' : bytes.toString('utf8');
}

/** Changes the message if the record exists. */
async function messageIfExists(_error: unknown, { db, incoming }: ResponseContext): Promise<object> {
  return (await ownersOf(db, idIn(incoming.path))).length > 0 ? { message: 'This bid belongs to another team.' } : {};
}

const ERROR_OBJECTS = violations({
  'ERR-1/no-error-around-it: Errors omit the `error` envelope.': onResponse('everywhere', (response, { refusal }) => {
    if (refusal === undefined) return response;
    const body = readJson(response.text);
    return isJsonObject(body) ? { ...response, text: JSON.stringify(body['error']) } : response;
  }),
  'ERR-1/missing-without-message: A 404 omits `message`.': onError(
    'everywhere',
    'not_found',
    ({ message: _message, ...error }) => error,
  ),
  'ERR-1/errors-as-map: `errors` is an object instead of an array.': withError('everywhere', 'validation_failed', (error) => ({
    errors: Object.fromEntries((error.errors ?? []).map(({ field, message }) => [field, [message]])),
  })),
  'ERR-1/bad-filter-as-text: `error` is a string for an invalid filter.': onError(
    'everywhere',
    'invalid_filter',
    ({ message }) => message,
  ),
  'ERR-1/numeric-codes: Conflicts have a numeric code.': withError('everywhere', ['conflict', 'bid_not_pending'], {
    code: 4_090,
  }),
  'ERR-2/no-field-errors: Validation errors omit `errors`.': withError('everywhere', 'validation_failed', { errors: undefined }),
  'ERR-2/shouted: A 404 has the code NOT_FOUND.': withError('everywhere', 'not_found', { code: 'NOT_FOUND' }),
  'ERR-2/unauthorized: A missing token has the code unauthorized.': withError('everywhere', 'unauthenticated', {
    code: 'unauthorized',
  }),
  'ERR-2/forbidden: A missing scope has the code forbidden.': withError('everywhere', 'insufficient_scope', {
    code: 'forbidden',
  }),
  'ERR-2/no-team-as-bad-request: A missing team has the code bad_request.': withError(['listBids', 'getBid'], 'no_team', {
    code: 'bad_request',
  }),
  'ERR-2/items-as-validation: Missing `bid_items` have the code validation_failed.': withError(
    'acceptBid',
    'bid_items_required',
    {
      code: 'validation_failed',
      errors: [{ field: 'bid_items', message: 'is required' }],
    },
  ),
  'ERR-2/payment-as-scope: A missing payment method has the code insufficient_scope.': withError(
    'createListing',
    'payment_method_required',
    { code: 'insufficient_scope' },
  ),
  'ERR-2/crash-without-object: A body that is JSON, but not an object, returns 500.': crashing('everywhere', (text) => {
    const json = readJson(text);
    return json !== undefined && !isJsonObject(json);
  }),
  'ERR-2/crash-at-infinity: A number that is too large returns 500.': crashing('everywhere', (text) => text.includes('1e400')),
  'ERR-2/crash-at-null-of-buyer: POST /bids/{id}/accept returns 500 for the body `null` of a buyer.': onCaller(
    'acceptBid',
    (caller, { incoming }) => (caller.team_id !== null && textOf(incoming) === 'null' ? refuse('internal_error') : caller),
  ),
  'ERR-2/crash-without-json: A body that is not JSON returns 500.': crashing(
    'everywhere',
    (text) => text !== '' && readJson(text) === undefined,
  ),
  'ERR-2/farm-400: POST /me/farms returns 400 for an invalid farm.': onStatus('createFarm', 422, 400),
  'ERR-2/counter-names-nothing: Validation errors of a counter name the body instead of the field.': withError(
    'counterBid',
    'validation_failed',
    { errors: [{ field: 'body', message: 'is invalid' }] },
  ),
  "ERR-3/get-trade-forbidden: GET /trades/{id} returns 403 instead of 404 for another team's trade.": revealing('getTrade'),
  "ERR-3/counter-bid-forbidden: POST /bids/{id}/counter returns 403 instead of 404 for another team's bid.":
    revealing('counterBid'),
  "ERR-3/delete-webhook-forbidden: DELETE /webhooks/{id} returns 403 instead of 404 for another team's subscription.":
    revealing('deleteWebhook'),
  "ERR-3/list-deliveries-forbidden: GET /webhooks/{id}/deliveries returns 403 instead of 404 for another team's subscription.":
    revealing('listDeliveries'),
  "ERR-3/update-farm-forbidden: PATCH /me/farms/{id} returns 403 instead of 404 for another seller's farm.":
    revealing('updateFarm'),
  "ERR-3/archive-listing-forbidden: DELETE /me/inventory/{id} returns 403 instead of 404 for another seller's listing.":
    revealing('archiveListing'),
  "ERR-3/list-offers-forbidden: GET /cash-bids/{id}/offers returns 403 instead of 404 for another team's cash bid.":
    revealing('listOffers'),
  "ERR-3/accept-offer-forbidden: POST /cash-bid-offers/{id}/accept returns 403 instead of 404 for another team's offer.":
    revealing('acceptOffer'),
  "ERR-3/forbidden-for-anothers: GET /bids/{id} returns 403 instead of 404 for another team's bid.": revealing('getBid'),
  'ERR-6/status-500-in-body: `error.status` is always 500.': withError('everywhere', 'any', { status: 500 }),
  'ERR-6/unprocessable-as-400: `error.status` of a validation error is 400.': withError('everywhere', 'validation_failed', {
    status: 400,
  }),
  "ERR-7/revealed-in-the-message: The 404 of GET /bids/{id} reveals that another team's bid exists.": withError(
    'getBid',
    'not_found',
    messageIfExists,
  ),
  "ERR-7/revealed-beside-a-request-id: The 404 of GET /bids/{id}, which includes a request id, reveals that another team's bid exists.":
    withError('getBid', 'not_found', async (error, context) => ({
      ...(await messageIfExists(error, context)),
      request_id: randomBytes(8).toString('hex'),
    })),
  "ERR-7/revealed-in-a-header: A header of GET /me/inventory/{id} reveals that another seller's listing exists.": withHeaders(
    'getListing',
    async (_response, { db, incoming, refusal }) =>
      refusal !== undefined && (await ownersOf(db, idIn(incoming.path))).length > 0 ? { 'X-Resource': 'listing' } : {},
  ),
});

export const ERRORS_VIOLATED = [...OTHER_ERRORS, ...ERROR_OBJECTS];
