import { onStatus, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const OPERATIONS_VIOLATED: readonly Violation[] = [
  violation(
    'OP-1/created-with-200',
    'What was created is answered with 200.',
    onStatus(['placeBid', 'counterBid', 'createCashBid', 'createWebhook', 'createFarm', 'createListing'], 201, 200),
  ),
];
