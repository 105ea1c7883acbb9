/** The responses of a receiver, by their effect on a delivery. */
import type { ReceiverResponse } from '#client';

export interface ResponseRow {
  name: string;
  /** What the sender gets, for messages. */
  received: string;
  response: ReceiverResponse;
}

export const CONNECTION_RESET: ResponseRow = { name: 'reset', received: 'a connection reset', response: { is_reset: true } };

/** RTY-1: the delivery has arrived. */
export const ACCEPTED: readonly ResponseRow[] = [200, 201, 202, 204].map(statusRow);
/** RTY-2: the delivery has failed and is not retried. */
export const FINAL: readonly ResponseRow[] = [400, 401, 404, 410, 422].map(statusRow);
/** RTY-3: the delivery is retried. Receivers that never respond are also retried, but a check of those takes longer. */
export const RETRIED: readonly ResponseRow[] = [...[500, 502, 503, 504, 408, 429].map(statusRow), CONNECTION_RESET];

function statusRow(status: number): ResponseRow {
  return { name: String(status), received: String(status), response: { status } };
}
