import type { ClauseId } from '#spec/clauses/index';

/** The clauses that state the success status of an operation, by status. OP-1 states it for all of them. */
export const SUCCESS_STATED_BY: Readonly<Partial<Record<number, readonly ClauseId[]>>> = {
  200: ['OP-1', 'PAGE-8', 'BID-21', 'BID-26', 'MKT-3', 'TEAM-1', 'CB-3', 'CB-5', 'CB-12', 'LST-7', 'SBX-16', 'WHK-5', 'WHK-8'],
  201: ['OP-1', 'BID-1', 'BID-27', 'IDEM-2', 'CB-2', 'LST-2', 'FARM-2', 'SBX-12', 'WHK-2'],
};

/** The clauses that state which code a rejection has, besides those about errors in general. */
export const CODE_STATED_BY: Readonly<Partial<Record<string, readonly ClauseId[]>>> = {
  unauthenticated: ['AUTH-1', 'AUTH-15', 'AUTH-16'],
  insufficient_scope: ['BID-28', 'BID-32', 'BID-39', 'BID-42', 'BID-51', 'AUTH-2', 'AUTH-21', 'SBX-16'],
  payment_method_required: ['LST-4', 'LST-17'],
  not_found: ['BID-55'],
  no_team: ['BID-3', 'BID-17', 'AUTH-19', 'AUTH-21'],
  validation_failed: ['BID-4', 'LST-2', 'SBX-13'],
  bid_items_required: ['BID-22', 'BID-62'],
  invalid_filter: ['PAGE-7', 'FMT-9', 'INV-10', 'BID-15', 'MKT-5', 'TRD-8', 'CB-15', 'LST-22'],
};

/** The clauses that state that a rejection names the invalid fields, besides those about errors in general. */
export const ENTRIES_STATED_BY: readonly ClauseId[] = ['BID-4', 'BID-24', 'BID-62', 'LST-2', 'FARM-2'];
