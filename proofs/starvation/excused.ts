import type { OperationId } from '#spec';
import { MAY_BE_HOLLOW } from '#client';
import type { Row } from './starve-check.ts';
import type { FaultyResponse } from './starve.ts';

/** A pass that is correct although an operation failed, with the reason. */
interface Excuse {
  /** Check ids or prefixes; all by default. */
  checks?: readonly string[];
  /** All by default. */
  operations?: readonly OperationId[];
  response?: FaultyResponse;
  reason: string;
}

/** Reasons for checks that share a long procedure and use only part of it. */
const OF_THE_DEAL =
  'Many privacy checks share one bid and its trade, which are read after each step. This check does not use the response of that operation, or not after that step.';
const OF_THE_WALK =
  'Many checks share one walk through the retry schedule. This check uses the attempts, not the rows or the redelivery.';
const FINDS_ANY = 'The operation only finds or creates a record for the check, which can also get one in another way.';

export const EXCUSES: readonly Excuse[] = [
  {
    operations: [...MAY_BE_HOLLOW],
    response: 'empty 200',
    reason: 'The document does not state the body, so an empty object is legal.',
  },
  { operations: ['deleteWebhook'], reason: 'The operation only deletes the subscription that the check created.' },
  {
    checks: ['OP-1/'],
    response: 'empty 200',
    reason: 'The clause states only the status. CONV-1, CONV-9, and the clauses of the operation cover the body.',
  },
  { checks: ['CONV-8/every-path'], reason: 'The clause says that the path exists, and any response shows that.' },
  {
    checks: ['AUTH-2/', 'INV-14/'],
    operations: ['createListing', 'listInventory', 'listMarketCommodities'],
    reason: FINDS_ANY,
  },
  { checks: ['EVT-14/analyses', 'EVT-26/analyses', 'SIG-1/analyses'], operations: ['listTeams'], reason: FINDS_ANY },
  { checks: ['INV-3/any-of-the-slugs'], operations: ['listGrades'], reason: FINDS_ANY },
  {
    checks: ['LST-2/draft-created', 'LST-9/optional-fields'],
    operations: ['listInventory', 'listGrades'],
    reason: 'The operation only looks up commodities and grades. If they were wrong, the listing would be rejected.',
  },
  {
    checks: [
      'RTY-1/not-retried',
      'RTY-2/not-retried',
      'RTY-3/tried-again',
      'RTY-4/',
      'EVT-1/every-attempt',
      'EVT-2/every-attempt',
      'SIG-8/each-attempt',
      'EVT-3/stable-on-retries',
      'EVT-19/stable-on-retries',
      'EVT-20/stable-on-retries',
    ],
    operations: ['listDeliveries', 'redeliver'],
    reason: OF_THE_WALK,
  },
  { checks: ['RTY-6/failed-after-five'], operations: ['redeliver'], reason: OF_THE_WALK },
  {
    checks: ['PRIV-7/in-every-phase', 'PRIV-7/accepted-bid-of-elevator'],
    operations: ['getBid', 'listBids', 'getInventory', 'listInventory', 'getTrade', 'listTrades'],
    reason:
      'Many privacy checks share one bid and its trade. These checks use what the seller receives, not the views of the buyer.',
  },
  {
    checks: ['PRIV-13/buyer-unnamed', 'PRIV-4/buyer-unnamed'],
    operations: ['getBid', 'listBids', 'getInventory', 'listInventory'],
    reason: OF_THE_DEAL,
  },
  { checks: ['PRIV-13/pending'], operations: ['getTrade', 'listTrades'], reason: OF_THE_DEAL },
  {
    checks: ['PRIV-15/', 'PRIV-6/before-payment', 'PRIV-6/unpaid-deal'],
    operations: ['listReceivedBids', 'listInventory'],
    reason: OF_THE_DEAL,
  },
  {
    checks: ['PRIV-18/'],
    operations: ['listBids', 'listReceivedBids', 'listTrades', 'listInventory'],
    reason: OF_THE_DEAL,
  },
  { checks: ['PRIV-4/name-after-both'], operations: ['getInventory', 'listInventory'], reason: OF_THE_DEAL },
  {
    checks: [
      'PRIV-4/buyer-unnamed',
      'PRIV-4/name-after-both',
      'PRIV-4/with-the-status',
      'PRIV-6/before-payment',
      'PRIV-7/in-every-phase',
      'PRIV-12/other-deals',
      'PRIV-15/after-the',
      'PRIV-18/other-buyers',
    ],
    operations: ['updateListing', 'archiveListing'],
    reason: OF_THE_DEAL,
  },
  {
    checks: ['PRIV-4/null-after'],
    operations: ['listInventory', 'updateListing', 'archiveListing'],
    reason: OF_THE_DEAL,
  },
  {
    checks: ['PRIV-4/with-the-status'],
    operations: ['getBid', 'listBids', 'getInventory', 'listReceivedBids', 'listInventory'],
    reason: OF_THE_DEAL,
  },
];

/** Whether a check passed without an observation, although an operation that it called failed. */
export function isBlindPass({ verdict, has_evidence }: Row): boolean {
  return verdict === 'pass' && !has_evidence;
}

export function findExcuse({ check, operation, response }: Row): Excuse | undefined {
  return EXCUSES.find(
    (one) =>
      (one.checks?.some((id) => check.startsWith(id)) ?? true) &&
      (one.operations?.includes(operation) ?? true) &&
      (one.response === undefined || one.response === response),
  );
}
