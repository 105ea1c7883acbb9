import { DELIVERY_MACHINE, LIMITS, findTransition } from '#spec';
import type { DeliveryOutcome } from '#spec';
import type { Row } from '../../market/records/tables.ts';

/** The result of posting to a receiver. */
export type Reply =
  /** `body` is the beginning of the response body. */
  | { kind: 'response'; status: number; body?: string }
  /** No response: a timeout, a refused or broken connection, or a name that does not resolve. */
  | { kind: 'silence'; reason: string }
  /** WHK-11: the address is not allowed, so nothing was sent. */
  | { kind: 'forbidden'; reason: string }
  /** A bug in the mock: nothing was sent. */
  | { kind: 'unsendable'; reason: string };

/** RTY-8: the `response_status` of an attempt without a response, because the document types it as an integer. */
export const NO_RESPONSE = 0;

interface StatusRow {
  from: number;
  to: number;
  outcome: DeliveryOutcome;
}

/** The first row that contains the status applies. */
const STATUS_ROWS: readonly StatusRow[] = [
  // RTY-3
  { from: 408, to: 408, outcome: 'retryable_failure' },
  { from: 429, to: 429, outcome: 'retryable_failure' },
  // RTY-1
  { from: 200, to: 299, outcome: 'delivered' },
  // RTY-12
  { from: 100, to: 199, outcome: 'permanent_failure' },
  { from: 300, to: 399, outcome: 'permanent_failure' },
  // RTY-2
  { from: 400, to: 499, outcome: 'permanent_failure' },
  // RTY-3. RFC 9110, section 15: a status above 599 is treated as 5xx.
  { from: 500, to: 999, outcome: 'retryable_failure' },
];

const OTHERS: Readonly<Record<Exclude<Reply['kind'], 'response'>, DeliveryOutcome>> = {
  silence: 'retryable_failure', // RTY-3
  forbidden: 'permanent_failure',
  unsendable: 'permanent_failure',
};

export interface Verdict {
  status: Row<'deliveries'>['status'];
  /** Seconds from the end of the attempt to the next one. Null if there is none (RTY-4, RTY-14). */
  delay_seconds: number | null;
}

/**
 * Decides the status of an attempt and when the next one follows.
 * @param attempt its number, from 1
 * @param has_next whether the delivery is still queued. A delivery that was dropped in the meantime is not retried (RTY-8)
 */
export function classifyReply(reply: Reply, attempt: number, has_next: boolean): Verdict {
  const outcome = outcomeOf(reply);
  const delay_seconds = has_next ? (LIMITS.delivery_delays_seconds[attempt - 1] ?? null) : null;
  const is_exhausted = outcome === 'retryable_failure' && delay_seconds === null;
  const next = findTransition(DELIVERY_MACHINE, 'attempt', is_exhausted ? 'exhausted' : outcome);
  if (next === undefined || next.to === 'attempt') throw new Error(`the delivery machine has no transition for ${outcome}`);
  return { status: next.to, delay_seconds: next.to === 'retrying' ? delay_seconds : null };
}

function outcomeOf(reply: Reply): DeliveryOutcome {
  if (reply.kind !== 'response') return OTHERS[reply.kind];
  const row = STATUS_ROWS.find(({ from, to }) => from <= reply.status && reply.status <= to);
  if (row === undefined) throw new Error(`${reply.status} is not an HTTP status`);
  return row.outcome;
}

/** Why an attempt failed, for the control plane. Null if it succeeded. */
export function describeFailure(reply: Reply, verdict: Verdict): string | null {
  if (verdict.status === 'delivered') return null;
  return reply.kind === 'response' ? `The receiver responded with ${reply.status}.` : reply.reason;
}
