import type { ClauseTable } from './clause.ts';

/** IDEM: idempotency. */
export const IDEM = {
  'Endpoints > Bids': [
    'IDEM-1 | S | B | `Idempotency-Key` is optional on POST /inventory/{id}/bids.',
    "IDEM-2 | S | B | The same key with an identical body returns the original bid with 201, and no second bid exists. (The id is compared: the body may be the original response or the bid's current state.)",
    'IDEM-3 | S | B | The same key with a different body returns 409.',
    'IDEM-4 | A | B | Bodies are compared as JSON values, not bytes (key order and whitespace do not matter). A key is scoped to its team, mode, and path: the same key used by another team, or in the other mode, is a separate key.',
    'IDEM-5 | S | B | Under concurrency, N simultaneous requests with the same key and body create one bid, and every response is that bid or a retryable error, never a second bid.',
    "IDEM-6 | A | B | The code of the 409 is `idempotency_conflict`. The key also works on counter. Keys last 24 h on the mock's clock. A key over 255 characters or empty returns 400.",
    "IDEM-7 | D | B | A key used by another team never returns this team's bid, and a 409 to another team echoes nothing of the stored body (from PRIV-6).",
    'IDEM-8 | A | B | A failed request (422, 401, 403) does not use up its key, and a 409 does not echo the stored body to its own team either.',
    'IDEM-9 | A | B | An idempotent replay returns the original response unchanged. An explicit default is not the same as an omitted field. A different body gets 409 before it is validated.',
  ],
} as const satisfies ClauseTable;
