/** A catalog to test the reporters with. It is independent of the real one, so a new clause changes no report test. */
import type { Clause, ClauseId, How, Level, Section } from '#spec/clauses/index';

const AREAS = ['CONV', 'OP', 'PAGE', 'PRIV', 'INV', 'BID', 'TRD', 'LST', 'AUTH', 'WHK'];

/** The clauses of each area, by number. */
const ROWS: readonly (readonly [level: Level, how: How, section: Section, statement: string])[] = [
  ['S', 'B', 'Resources and their fields', 'A single resource is wrapped in `data`.'],
  ['S', 'B', 'Resources and their fields > Paging object', 'A list has `items`, `limit`, `offset`, and `total`.'],
  ['S', 'B+C', 'Resources and their fields > Money', 'An amount has at most two decimals.'],
  ['S', 'B', 'Endpoints', 'An unknown id returns 404.'],
  ['D', 'H', 'Resources and their fields > Trade', 'After settlement, each party sees the other.'],
  ['S', 'H', 'States and transitions > Trade', 'A trade is settled after both invoices are paid.'],
  ['D', 'B', 'States and transitions > Bid', 'Of two simultaneous decisions, one wins.'],
  ['A', 'B', 'Endpoints > Common query parameters', 'Unknown query parameters are ignored.'],
  ['S', 'B+W', 'Events > Event types', 'The owner of the listing receives the event.'],
  ['S', 'B+W+T', 'Events > Delivery and retry', 'A failed delivery is tried again.'],
  ['S', 'M', 'Authentication', 'Tokens are stored as hashes.'],
  ['A', 'H', 'Resources and their fields > Delivery record', 'The response of a receiver is shown.'],
  [
    'S',
    'B',
    'Resources and their fields > Bid',
    'Before payment, `counterparty` is null, and no other field names the other party.',
  ],
  ['A', 'B', 'Errors', 'A message does not end with a period.'],
  ['S', 'B', 'Errors', 'A validation error names the field.'],
  ['S', 'B+C', 'Limits', 'No page has more than 50 items.'],
  ['D', 'B', 'Endpoints', 'Each `next` link leads to further items.'],
  ['A', 'B+C', 'Versioning', 'Unknown fields of a body are rejected.'],
  ['S', 'B', 'Versioning', 'New fields can be added to responses.'],
  ['S', 'B+T', 'Authentication', 'An expired token returns 401.'],
];

export const SAMPLE_CLAUSES: readonly Clause[] = AREAS.flatMap((area) =>
  ROWS.map(([level, how, section, statement], index) => ({
    // A report can name clauses that the catalog does not have.
    id: `${area}-${index + 1}` as ClauseId,
    level,
    how,
    section,
    statement,
  })),
);
