import type { ClauseTable } from './clause.ts';

/** OP: operations. */
export const OP = {
  Endpoints: [
    'OP-1 | S | B | Each operation succeeds with the status that the document lists for it: 201 for counter and the five create operations that list it, otherwise 200. Three operations list no status, and any 2xx is accepted: POST /sandbox/simulate-event, POST /sandbox/users, and GET /grades.',
    "OP-4 | A | M | `openapi.json` lists every status that the mock returns and marks as ours those that the endpoint's row does not list.",
  ],
  Errors: [
    'OP-2 | S | B | An error whose cause the error table names has the status given there, even on endpoints whose row does not list that status.',
    'OP-3 | A | B | An error status whose cause the document does not name is reported as information, never as a failure.',
  ],
} as const satisfies ClauseTable;
