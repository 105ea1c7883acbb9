import type { ClauseTable } from './clause.ts';

/** SIG: signature. */
export const SIG = {
  'Events > Signature': [
    'SIG-1 | S | B+W | The header is `SVC-Signature: t=<unix_seconds>,v1=<hex>`, where v1 is the HMAC-SHA256 of `<t>.<raw_body>`, keyed with the entire secret string `whsec_...` and encoded as hex in either case.',
    'SIG-2 | S | R | The header may include a legacy `sha256=<hex>` segment, which receivers ignore; segments may come in any order. (For the sender, this is a permission: what it sends is information.)',
    'SIG-3 | S | R | A receiver rejects a `t` more than 300 s from its clock in either direction.',
    'SIG-4 | S | R | A receiver compares in constant time and responds to a mismatch with HTTP 400.',
    'SIG-5 | S | R | A receiver computes the signature over the raw, unmodified body.',
    'SIG-8 | D | B+W | Each attempt and each redelivery is signed anew, with its own `t` (from SIG-3, RTY-2, and RTY-4: attempts 4 and 5 are sent about 370 s and 2170 s after the first, and a receiver rejects a `t` over 300 s old; with a 4xx, the rejection is final; with a 5xx, every later attempt fails too).',
    'SIG-9 | A | B+W | The mock signs with the wall clock, even if its own clock has been moved, since receivers compare with theirs (an option makes it sign with its own clock). Options also make it send the legacy segment, unknown segments, and segments in any order.',
    'SIG-10 | S | R | A receiver parses the header by key, in any order, and ignores the legacy segment.',
    'SIG-11 | A | B+W | v1 is in lowercase hex, and there is only one v1.',
  ],
  'Events > Event types': ['SIG-6 | S | R | A receiver ignores unknown event types and still responds with 2xx.'],
  'Events > Delivery envelope': ['SIG-7 | S | R | A receiver deduplicates on the envelope id.'],
} as const satisfies ClauseTable;
