import type { ClauseRow } from './clause.ts';

/** OP: operations. */
export const OP = [
  {
    id: 'OP-1',
    level: 'S',
    how: 'B',
    statement:
      'Each operation succeeds with its listed status (the table in `readings.md`): 201 on the five creates that list it and on counter, else 200. Three operations list none, and any 2xx will do: POST /sandbox/simulate-event, POST /sandbox/users, GET /grades.',
    section: 'Endpoints',
  },
  {
    id: 'OP-2',
    level: 'S',
    how: 'B',
    statement: 'An error whose cause the error table names has that status, also on endpoints whose row does not list it.',
    section: 'Errors',
  },
  {
    id: 'OP-3',
    level: 'A',
    how: 'B',
    statement:
      'An error status whose cause the document does not name is reported as information, never failed (the column "tolerated" in `readings.md`).',
    section: 'Errors',
  },
  {
    id: 'OP-4',
    level: 'A',
    how: 'M',
    statement:
      "`openapi.json` lists every status that the mock answers, and marks as ours those that the endpoint's row does not list.",
    section: 'Endpoints',
  },
] as const satisfies readonly ClauseRow[];
