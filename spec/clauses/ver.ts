import type { ClauseRow } from './clause.ts';

/** VER: versioning. */
export const VER = [
  {
    id: 'VER-1',
    level: 'S',
    how: 'M',
    statement: 'The API description version is 1.0.0 (`openapi.json`). The path version v1 is CONV-8.',
    section: 'Versioning',
  },
  {
    id: 'VER-2',
    level: 'S',
    how: 'R',
    statement: 'Consumers tolerate unknown event types; new ones come without a major version: judged as SIG-6.',
    section: 'Versioning',
  },
  {
    id: 'VER-3',
    level: 'S',
    how: 'B+W',
    statement: 'The envelope keeps `event` as an alias of `type`: judged as EVT-1.',
    section: 'Versioning',
  },
] as const satisfies readonly ClauseRow[];
