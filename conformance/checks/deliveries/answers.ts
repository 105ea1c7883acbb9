/** The replies of a receiver, by their effect on a delivery. */
import type { ReceiverAnswer } from '#client';

export interface AnswerRow {
  name: string;
  answer: ReceiverAnswer;
}

/** RTY-1 */
export const TAKEN: readonly AnswerRow[] = [200, 201, 202, 204].map(byStatus);
/** RTY-2 */
export const FINAL: readonly AnswerRow[] = [400, 401, 404, 410, 422].map(byStatus);
/** RTY-3, except for receivers that never reply */
export const RETRYABLE: readonly AnswerRow[] = [
  ...[500, 502, 503, 504, 408, 429].map(byStatus),
  { name: 'reset', answer: { is_reset: true } },
];

function byStatus(status: number): AnswerRow {
  return { name: String(status), answer: { status } };
}
