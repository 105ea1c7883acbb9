import type { ClauseTable } from './clause.ts';

/** ERR: errors. */
export const ERR = {
  'Resources and their fields > Error object': [
    "ERR-1 | S | B | Every error is `{ error: { status integer, code string, message string, errors? } }`; entries of errors are `{ field, message }`. (Not at the OAuth endpoints under {auth_url}; a gateway's own 5xx or 429 is a warning.)",
    'ERR-6 | D | B | `error.status` equals the HTTP status (from ERR-1).',
  ],
  Errors: [
    'ERR-2 | S | B | The statuses and codes are 401 unauthenticated, 403 insufficient_scope, 403 payment_method_required, 404 not_found, 400 no_team, 422 validation_failed (with errors), and 422 bid_items_required.',
    "ERR-3 | S | B | 404 covers both a missing resource and someone else's: the two responses have the same HTTP status and code.",
    'ERR-4 | A | B | Our codes where the document gives none: 409 idempotency_conflict and conflict, 422 bid_not_pending and subscription_inactive, 400 invalid_filter and invalid_json, 405 method_not_allowed, 413 payload_too_large, 415 unsupported_media_type, 429 rate_limited (only if the operator enables a limit, with Retry-After), and 500 internal_error with no detail.',
    'ERR-5 | A | B | validation_failed lists every invalid field at once, with nested fields as `delivery.from` and `bids[1].price.amount`.',
    'ERR-7 | D | B | The two responses in ERR-3 also have the same message and headers, except for the id (from ERR-3: otherwise, they reveal which case it is).',
  ],
} as const satisfies ClauseTable;
