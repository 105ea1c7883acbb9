import type { ClauseRow } from './clause.ts';

/** SIG: signature. */
export const SIG = [
  {
    id: 'SIG-1',
    level: 'S',
    how: 'B+W',
    statement:
      '`SVC-Signature: t=<unix_seconds>,v1=<hex>`, v1 = HMAC-SHA256 over `<t>.<raw_body>` keyed with the whole secret string `whsec_...`, hex, in either case.',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-2',
    level: 'S',
    how: 'R',
    statement:
      'It may carry a legacy `sha256=<hex>` segment, which receivers ignore; segments may come in any order. (To the sender this is a permission: what it sends is information.)',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-3',
    level: 'S',
    how: 'R',
    statement: 'A receiver rejects a `t` more than 300 s from its clock, either way.',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-4',
    level: 'S',
    how: 'R',
    statement: 'A receiver compares in constant time and answers a mismatch with HTTP 400.',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-5',
    level: 'S',
    how: 'R',
    statement: 'A receiver signs the raw, unmodified body.',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-6',
    level: 'S',
    how: 'R',
    statement: 'A receiver ignores unknown event types and still answers 2xx.',
    section: 'Events > Event types',
  },
  {
    id: 'SIG-7',
    level: 'S',
    how: 'R',
    statement: 'A receiver deduplicates on the envelope id.',
    section: 'Events > Delivery envelope',
  },
  {
    id: 'SIG-8',
    level: 'D',
    how: 'B+W',
    statement:
      'Each attempt and each redelivery is signed afresh, with its own `t` (from SIG-3, RTY-2 and RTY-4: attempts 4 and 5 leave some 370 s and 2170 s after the first, and a receiver rejects a `t` over 300 s old; with a 4xx that is final, with a 5xx every later attempt fails too).',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-9',
    level: 'A',
    how: 'B+W',
    statement:
      'The mock signs with the wall clock, since receivers compare with theirs, even where its own clock has been moved (by option with its own clock). By option it sends the legacy segment, unknown segments, and any order.',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-10',
    level: 'S',
    how: 'R',
    statement: 'A receiver parses the header by key, in any order, and ignores the legacy segment.',
    section: 'Events > Signature',
  },
  {
    id: 'SIG-11',
    level: 'A',
    how: 'B+W',
    statement: 'v1 is in lower-case hex, and there is one v1.',
    section: 'Events > Signature',
  },
] as const satisfies readonly ClauseRow[];
