import type { OperationId } from '#spec';
import type { Seams } from '../seams.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import { isJsonObject, onAnswer, onError, onFind, onStatus, ownersOf, readJson, violations } from './kit/index.ts';
import type { Violation } from './violation.ts';

/** Returns 403 instead of 404 for a record that exists but belongs to someone else. */
function revealing(operation: OperationId): Partial<Seams> {
  return onFind(operation, async (found: unknown, { db, path }) => {
    const is_there = isRefusal(found) && found.refused === 'not_found' && (await ownersOf(db, path['id'] ?? '')).length > 0;
    // A subject that was found is passed on unchanged.
    return is_there ? refuse('insufficient_scope') : (found as ReturnType<typeof refuse>);
  });
}

export const ERRORS_VIOLATED: readonly Violation[] = violations({
  'ERR-1/no-error-around-it: An error is not wrapped in `error`.': onAnswer('everywhere', (answer, { refusal }) => {
    if (refusal === undefined) return answer;
    const body = readJson(answer.text);
    return isJsonObject(body) ? { ...answer, text: JSON.stringify(body['error']) } : answer;
  }),
  'ERR-1/missing-without-message: What is missing has no message.': onError(
    'everywhere',
    'not_found',
    ({ message: _message, ...error }) => error,
  ),
  'ERR-1/errors-as-map: What is invalid is a map from fields to messages.': onError(
    'everywhere',
    'validation_failed',
    (error) => ({
      ...error,
      errors: Object.fromEntries((error.errors ?? []).map(({ field, message }) => [field, [message]])),
    }),
  ),
  'ERR-1/bad-filter-as-text: A bad filter is told in a string.': onError(
    'everywhere',
    'invalid_filter',
    ({ message }) => message,
  ),
  'ERR-1/numeric-codes: Codes of conflicts are numbers.': onError('everywhere', ['conflict', 'bid_not_pending'], (error) => ({
    ...error,
    code: 4_090,
  })),
  'ERR-2/fields-untold: What is invalid is not named.': onError('everywhere', 'validation_failed', (error) => ({
    ...error,
    errors: undefined,
  })),
  'ERR-2/shouted: What is missing is NOT_FOUND.': onError('everywhere', 'not_found', (error) => ({
    ...error,
    code: 'NOT_FOUND',
  })),
  'ERR-2/unauthorized: Without a token it is unauthorized.': onError('everywhere', 'unauthenticated', (error) => ({
    ...error,
    code: 'unauthorized',
  })),
  'ERR-2/forbidden: Without a scope it is forbidden.': onError('everywhere', 'insufficient_scope', (error) => ({
    ...error,
    code: 'forbidden',
  })),
  'ERR-2/no-team-as-bad-request: Without a team it is a bad request.': onError(['listBids', 'getBid'], 'no_team', (error) => ({
    ...error,
    code: 'bad_request',
  })),
  'ERR-2/items-as-validation: Lines that are not named fail validation.': onError('acceptBid', 'bid_items_required', (error) => ({
    ...error,
    code: 'validation_failed',
    errors: [{ field: 'bid_items', message: 'is required' }],
  })),
  'ERR-2/payment-as-scope: A missing payment method is a missing scope.': onError(
    'createListing',
    'payment_method_required',
    (error) => ({ ...error, code: 'insufficient_scope' }),
  ),
  'ERR-2/farm-400: A farm that fails validation is 400.': onStatus('createFarm', 422, 400),
  'ERR-2/counter-names-nothing: A counter that fails validation names the body.': onError(
    'counterBid',
    'validation_failed',
    (error) => ({ ...error, errors: [{ field: 'body', message: 'is invalid' }] }),
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
  "ERR-3/forbidden-for-anothers: Another's bid is forbidden instead of missing.": onFind(
    'getBid',
    async (found, { db, path }) => {
      const is_there = isRefusal(found) && (await ownersOf(db, path['id'] ?? '')).length > 0;
      return is_there ? refuse('insufficient_scope') : found;
    },
  ),
  'ERR-6/status-500-in-body: `error.status` is 500 whatever the status.': onError('everywhere', 'any', (error) => ({
    ...error,
    status: 500,
  })),
  'ERR-6/unprocessable-as-400: `error.status` of what fails validation is 400.': onError(
    'everywhere',
    'validation_failed',
    (error) => ({ ...error, status: 400 }),
  ),
  'ERR-7/told-in-words: The message says whose a bid is not.': onError('getBid', 'not_found', async (error, { db, incoming }) =>
    (await ownersOf(db, incoming.path['id'] ?? '')).length > 0
      ? { ...error, message: 'This bid belongs to another team.' }
      : error,
  ),
  'ERR-7/told-in-a-header: A header tells which listings exist.': onAnswer(
    'getListing',
    async (answer, { db, incoming, refusal }) =>
      refusal !== undefined && (await ownersOf(db, incoming.path['id'] ?? '')).length > 0
        ? { ...answer, headers: { ...answer.headers, 'X-Resource': 'listing' } }
        : answer,
  ),
});
