import type { ClauseRow } from './clause.ts';

/** ERR: errors. */
export const ERR = [
  {
    id: 'ERR-1',
    level: 'S',
    how: 'B',
    statement:
      "Every error is `{ error: { status integer, code string, message string, errors? } }`; errors entries are `{ field, message }`. (Not at the OAuth endpoints under {auth_url}; a gateway's own 5xx or 429 warns.)",
    section: 'Resources and their fields > Error object',
  },
  {
    id: 'ERR-2',
    level: 'S',
    how: 'B',
    statement:
      '401 unauthenticated, 403 insufficient_scope, 403 payment_method_required, 404 not_found, 400 no_team, 422 validation_failed (with errors), 422 bid_items_required.',
    section: 'Errors',
  },
  {
    id: 'ERR-3',
    level: 'S',
    how: 'B',
    statement: "404 stands for missing and for another's alike: the two answers have the same HTTP status and code.",
    section: 'Errors',
  },
  {
    id: 'ERR-4',
    level: 'A',
    how: 'B',
    statement:
      'Our codes where none is given: 409 idempotency_conflict and conflict, 422 bid_not_pending and subscription_inactive, 400 invalid_filter and invalid_json, 405 method_not_allowed, 413 payload_too_large, 415 unsupported_media_type, 429 rate_limited (only when the operator turns a limit on, with Retry-After), 500 internal_error with no detail.',
    section: 'Errors',
  },
  {
    id: 'ERR-5',
    level: 'A',
    how: 'B',
    statement: 'validation_failed lists every invalid field at once, nested ones as `delivery.from`, `bids[1].price.amount`.',
    section: 'Errors',
  },
  {
    id: 'ERR-6',
    level: 'D',
    how: 'B',
    statement: '`error.status` equals the HTTP status (from ERR-1).',
    section: 'Resources and their fields > Error object',
  },
  {
    id: 'ERR-7',
    level: 'D',
    how: 'B',
    statement:
      'The two answers of ERR-3 have the same message and headers too, but for the id (from ERR-3: else they tell which it is).',
    section: 'Errors',
  },
] as const satisfies readonly ClauseRow[];
