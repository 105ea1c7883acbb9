import { onStatus, refuseAs, refusing, violations } from './kit/index.ts';

export const OPERATIONS_VIOLATED = violations({
  'OP-1/created-with-200: What was created is answered with 200.': onStatus(
    ['placeBid', 'counterBid', 'createCashBid', 'createWebhook', 'createFarm', 'createListing'],
    201,
    200,
  ),
  'OP-1/counter-bid-200: POST /bids/{id}/counter returns 200 instead of 201.': onStatus('counterBid', 201, 200),
  'OP-1/accept-bid-201: POST /bids/{id}/accept returns 201 instead of 200.': onStatus('acceptBid', 200, 201),
  'OP-1/reject-bid-202: POST /bids/{id}/reject returns 202 instead of 200.': onStatus('rejectBid', 200, 202),
  'OP-1/redeliver-202: Redelivery returns 202 instead of 200.': onStatus('redeliver', 200, 202),
  'OP-1/accept-offer-201: POST /cash-bid-offers/{id}/accept returns 201 instead of 200.': onStatus('acceptOffer', 200, 201),
  'OP-1/update-listing-202: PATCH /me/inventory/{id} returns 202 instead of 200.': onStatus('updateListing', 200, 202),
  'OP-1/delete-webhook-202: DELETE /webhooks/{id} returns 202 instead of 200.': onStatus('deleteWebhook', 200, 202),
  'OP-1/prices-crash: Prices cannot be read.': refusing('listMarketPrices', () => 'internal_error'),
  'OP-1/users-crash: Test users cannot be made.': refusing('createSandboxUser', () => 'internal_error'),
  'OP-2/counter-403-without-token: A counter without a token is forbidden.': refuseAs(
    'counterBid',
    'unauthenticated',
    'insufficient_scope',
  ),
  'OP-2/farms-401-without-scope: Farms without the scope are 401.': refuseAs(
    'listFarms',
    'insufficient_scope',
    'unauthenticated',
  ),
  'OP-2/reject-409: Rejecting a bid that is decided is a conflict.': refuseAs('rejectBid', 'bid_not_pending', 'conflict'),
  'OP-2/no-team-404: A bid is not found without a team.': refuseAs('getBid', 'no_team', 'not_found'),
  'OP-2/redeliver-422: A delivery that is not there is unprocessable.': refuseAs('redeliver', 'not_found', 'validation_failed'),
  'OP-2/farm-400: A PATCH of a farm that fails validation is 400.': onStatus('updateFarm', 422, 400),
  'OP-2/listing-400: A PATCH of a listing that fails validation is 400.': onStatus('updateListing', 422, 400),
  'OP-2/payment-402: Relisting without a payment method is 402.': onStatus('updateListing', 403, 402),
});
