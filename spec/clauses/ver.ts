import type { ClauseTable } from './clause.ts';

/** VER: versioning. */
export const VER = {
  Versioning: [
    'VER-1 | S | M | The API description version is 1.0.0 (`openapi.json`). For the path version v1, see CONV-8.',
    'VER-2 | S | R | Consumers tolerate unknown event types; new types are added without a major version change: checked as SIG-6.',
    'VER-3 | S | B+W | The envelope keeps `event` as an alias of `type`: checked as EVT-1.',
  ],
} as const satisfies ClauseTable;
