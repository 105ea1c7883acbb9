import type { ClauseId } from './clauses/index.ts';

/**
 * Every error response. Up to `validation_failed`, they are in the order in which a request is checked (AUTH-19); the others depend on the state
 * of a resource. `not_found` is near the top because unknown paths are rejected first; for a missing resource, it applies after `no_team`.
 * `stated` is true for codes of the document and false for ours (ERR-4 has most of them). `message` is the default message of the Error object.
 */
export const ERRORS = {
  malformed_request: { status: 400, stated: false, clause: 'CONV-6', message: 'The request target is not a valid URL path.' },
  not_found: { status: 404, stated: true, clause: 'ERR-2', message: 'There is no such resource.' },
  method_not_allowed: { status: 405, stated: false, clause: 'CONV-6', message: 'This path does not support that method.' },
  rate_limited: {
    status: 429,
    stated: false,
    clause: 'ERR-4',
    message: 'Too many requests. Retry after the time given in Retry-After.',
  },
  unauthenticated: { status: 401, stated: true, clause: 'AUTH-1', message: 'The access token is missing, unknown or expired.' },
  insufficient_scope: {
    status: 403,
    stated: true,
    clause: 'AUTH-2',
    message: 'The token lacks the required scope or eligibility.',
  },
  no_team: { status: 400, stated: true, clause: 'BID-17', message: 'The token is not bound to a team.' },
  payload_too_large: { status: 413, stated: false, clause: 'CONV-6', message: 'The body is larger than this service accepts.' },
  unsupported_media_type: { status: 415, stated: false, clause: 'CONV-6', message: 'The body must be sent as application/json.' },
  invalid_json: { status: 400, stated: false, clause: 'CONV-6', message: 'The body is not valid JSON.' },
  invalid_filter: { status: 400, stated: false, clause: 'PAGE-7', message: 'A query parameter is not valid.' },
  invalid_header: { status: 400, stated: false, clause: 'IDEM-6', message: 'A header is not valid.' },
  idempotency_conflict: {
    status: 409,
    stated: false,
    clause: 'IDEM-3',
    message: 'This Idempotency-Key was used with a different body.',
  },
  validation_failed: { status: 422, stated: true, clause: 'ERR-2', message: 'The request failed validation.' },
  bid_items_required: {
    status: 422,
    stated: true,
    clause: 'BID-22',
    message: 'To accept a multi-grade bid, name its lines in bid_items.',
  },
  payment_method_required: {
    status: 403,
    stated: true,
    clause: 'LST-4',
    message: 'Publishing needs a payment method on file, on the farm the inventory belongs to.',
  },
  bid_not_pending: { status: 422, stated: false, clause: 'BID-20', message: 'The bid is no longer pending.' },
  conflict: { status: 409, stated: false, clause: 'CB-6', message: 'The resource is no longer in a state that allows this.' },
  subscription_inactive: { status: 422, stated: false, clause: 'WHK-9', message: 'The subscription is inactive.' },
  delivery_not_failed: { status: 422, stated: false, clause: 'WHK-15', message: 'Only a failed delivery can be replayed.' },
  internal_error: { status: 500, stated: false, clause: 'ERR-4', message: 'Something went wrong on our side.' },
} as const satisfies Record<string, ErrorRow>;

interface ErrorRow {
  status: number;
  stated: boolean;
  clause: ClauseId;
  message: string;
}

export type ErrorCode = keyof typeof ERRORS;
