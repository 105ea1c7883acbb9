import type { OperationId } from '#spec';
import { onStatus, refuseAs, refusing, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

/** One row answers another status. */
function otherStatus(operation: OperationId, from: number, to: number): Violation {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return violation(`OP-1/${words}-${to}`, `The operation ${operation} succeeds with ${to}.`, onStatus(operation, from, to));
}

export const OPERATIONS_VIOLATED: readonly Violation[] = [
  violation(
    'OP-1/created-with-200',
    'What was created is answered with 200.',
    onStatus(['placeBid', 'counterBid', 'createCashBid', 'createWebhook', 'createFarm', 'createListing'], 201, 200),
  ),
  otherStatus('counterBid', 201, 200),
  otherStatus('acceptBid', 200, 201),
  otherStatus('rejectBid', 200, 202),
  otherStatus('redeliver', 200, 202),
  otherStatus('acceptOffer', 200, 201),
  otherStatus('updateListing', 200, 202),
  otherStatus('deleteWebhook', 200, 202),
  violation(
    'OP-1/prices-crash',
    'Prices cannot be read.',
    refusing('listMarketPrices', () => 'internal_error'),
  ),
  violation(
    'OP-1/users-crash',
    'Test users cannot be made.',
    refusing('createSandboxUser', () => 'internal_error'),
  ),
  violation(
    'OP-2/counter-403-without-token',
    'A counter without a token is forbidden.',
    refuseAs('counterBid', 'unauthenticated', 'insufficient_scope'),
  ),
  violation(
    'OP-2/farms-401-without-scope',
    'Farms without the scope are 401.',
    refuseAs('listFarms', 'insufficient_scope', 'unauthenticated'),
  ),
  violation(
    'OP-2/reject-409',
    'Rejecting a bid that is decided is a conflict.',
    refuseAs('rejectBid', 'bid_not_pending', 'conflict'),
  ),
  violation('OP-2/no-team-404', 'A bid is not found without a team.', refuseAs('getBid', 'no_team', 'not_found')),
  violation(
    'OP-2/redeliver-422',
    'A delivery that is not there is unprocessable.',
    refuseAs('redeliver', 'not_found', 'validation_failed'),
  ),
  violation('OP-2/farm-400', 'A PATCH of a farm that fails validation is 400.', onStatus('updateFarm', 422, 400)),
  violation('OP-2/listing-400', 'A PATCH of a listing that fails validation is 400.', onStatus('updateListing', 422, 400)),
  violation('OP-2/payment-402', 'Relisting without a payment method is 402.', onStatus('updateListing', 403, 402)),
];
