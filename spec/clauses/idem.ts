import type { ClauseRow } from './clause.ts';

/** IDEM: idempotency. */
export const IDEM = [
  {
    id: 'IDEM-1',
    level: 'S',
    how: 'B',
    statement: '`Idempotency-Key` is optional on POST /inventory/{id}/bids.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-2',
    level: 'S',
    how: 'B',
    statement:
      'The same key with an identical body returns the original bid with 201, and no second bid exists. (The id is compared: the body may be the first answer or the bid as it is now.)',
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-3',
    level: 'S',
    how: 'B',
    statement: 'The same key with a different body: 409.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-4',
    level: 'A',
    how: 'B',
    statement:
      "Identity is by JSON value, not bytes (key order and white space do not matter). A key belongs to its team and path: another team's same key is its own.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-5',
    level: 'S',
    how: 'B',
    statement:
      'Under concurrency: N simultaneous requests with one key and body make one bid, and every answer is that bid or a retryable error, never a second bid.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-6',
    level: 'A',
    how: 'B',
    statement:
      "Code of the 409: `idempotency_conflict`. The key also works on counter. Keys live 24 h of the mock's clock. Over 255 characters or empty: 400.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-7',
    level: 'D',
    how: 'B',
    statement:
      "Another team's key never returns this team's bid, and a 409 to another team echoes nothing of the stored body (from PRIV-6).",
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-8',
    level: 'A',
    how: 'B',
    statement:
      'A request that failed (422, 401, 403) does not use up its key, and a 409 does not echo the stored body to its own team either.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'IDEM-9',
    level: 'A',
    how: 'B',
    statement:
      'A repeat gets the first answer as it was. An explicit default is not the same as an omitted field. A second body gets 409 before it is validated.',
    section: 'Endpoints > Bids',
  },
] as const satisfies readonly ClauseRow[];
