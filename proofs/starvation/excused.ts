import type { OperationId } from '#spec';
import { MAY_BE_HOLLOW } from '#client';
import type { Row } from './starve-check.ts';
import type { Answer } from './starve.ts';

/** A pass that is right although an operation did not answer, with the reason. */
export interface Excuse {
  /** The ids of the checks, or how these begin; all unless given. */
  checks?: readonly string[];
  /** All unless given. */
  operations?: readonly OperationId[];
  answer?: Answer;
  reason: string;
}

/** What takes long is done once in a run and shared; a check that looks at a part of it need not miss the rest. */
const OF_THE_DEAL = 'It is one deal, told to many checks: this one does not look at that view, or not in that phase.';
const OF_THE_WALK =
  'The retry schedule is walked once for many checks: this one looks at the attempts, and not at rows or at the replay.';
const FINDS_ANY = 'It finds something to ask for; whatever is found some other way does as well.';

export const EXCUSES: readonly Excuse[] = [
  {
    operations: [...MAY_BE_HOLLOW],
    answer: 'empty 200',
    reason: 'The document does not show what this answers, or only assumes it, so an empty object is legal.',
  },
  { operations: ['deleteWebhook'], reason: 'It takes back the subscription that the check made.' },
  {
    checks: ['OP-1/'],
    answer: 'empty 200',
    reason: 'The clause states the status alone; CONV-1, CONV-9 and the clauses of the operation judge the body.',
  },
  { checks: ['CONV-8/every-path'], reason: 'A path that answers is there, whatever it answers.' },
  {
    checks: ['AUTH-2/', 'INV-14/', 'INV-20/nulls-are-there'],
    operations: ['createListing', 'listInventory', 'listMarketCommodities'],
    reason: FINDS_ANY,
  },
  { checks: ['EVT-14/analyses', 'EVT-26/analyses', 'SIG-1/analyses'], operations: ['listTeams'], reason: FINDS_ANY },
  { checks: ['INV-3/any-of-the-slugs'], operations: ['listGrades'], reason: FINDS_ANY },
  {
    checks: ['LST-2/draft-created', 'LST-9/optional-fields'],
    operations: ['listInventory', 'listGrades'],
    reason: 'It learns how commodities and grades are written; that it has learnt it right shows when the listing is taken.',
  },
  {
    checks: [
      'RTY-1/not-retried',
      'RTY-2/not-retried',
      'RTY-3/tried-again',
      'RTY-4/',
      'SIG-8/each-attempt',
      'EVT-3/stable-on-retries',
    ],
    operations: ['listDeliveries', 'redeliver'],
    reason: OF_THE_WALK,
  },
  { checks: ['RTY-6/failed-after-five'], operations: ['redeliver'], reason: OF_THE_WALK },
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
  { checks: ['PRIV-4/null-after'], operations: ['listInventory'], reason: OF_THE_DEAL },
  {
    checks: ['PRIV-4/with-the-status'],
    operations: ['getBid', 'listBids', 'getInventory', 'listReceivedBids', 'listInventory'],
    reason: OF_THE_DEAL,
  },
];

/** Whether a check has passed with nothing to say, although an operation that it called did not answer. */
export function isBlindPass({ verdict, is_told }: Row): boolean {
  return verdict === 'pass' && !is_told;
}

export function findExcuse({ check, operation, answer }: Row): Excuse | undefined {
  return EXCUSES.find(
    (one) =>
      (one.checks?.some((id) => check.startsWith(id)) ?? true) &&
      (one.operations?.includes(operation) ?? true) &&
      (one.answer === undefined || one.answer === answer),
  );
}
