import { isRefusal, refuseFields } from '../domain/refusal.ts';
import { refuseAs, refusing, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const CASH_BIDS: readonly Violation[] = [
  violation(
    'CB-6/conflict-is-400',
    'Acting on an offer in conflict is a bad request.',
    refuseAs(['acceptOffer', 'rejectOffer'], 'conflict', 'malformed_request'),
  ),
  violation(
    'CB-12/body-required',
    'A change of a cash bid without a body is refused.',
    refusing('updateCashBid', ({ incoming: { bytes } }) =>
      isRefusal(bytes) || bytes.length > 0 ? undefined : refuseFields({ field: 'body', message: 'is required' }),
    ),
  ),
];
