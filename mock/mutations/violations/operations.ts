import { onStatus, refusing, violations } from './kit/index.ts';

export const OPERATIONS_VIOLATED = violations({
  'OP-1/created-with-200: Every operation that creates something returns 200 instead of 201.': onStatus(
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
  'OP-1/prices-crash: GET /market/prices returns 500.': refusing('listMarketPrices', () => 'internal_error'),
  'OP-1/users-crash: POST /sandbox/users returns 500.': refusing('createSandboxUser', () => 'internal_error'),
  'OP-2/farm-400: PATCH /me/farms/{id} returns 400 for an invalid farm.': onStatus('updateFarm', 422, 400),
  'OP-2/listing-400: PATCH /me/inventory/{id} returns 400 for an invalid change.': onStatus('updateListing', 422, 400),
  'OP-2/payment-402: Relisting without a payment method returns 402.': onStatus('updateListing', 403, 402),
});
