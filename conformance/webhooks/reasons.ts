/**
 * Why a delivery is invalid, in the order of the checks, and what to do. Return 400 for each (SIG-4). `body_not_raw` is a mistake of the receiver: until
 * it is fixed, every genuine event is rejected permanently (RTY-2), so alert on it.
 */
export const REASONS = {
  no_header: 'There is no SVC-Signature header: the sender is not the marketplace, or a proxy removed the header.',
  malformed_header: 'The SVC-Signature header has no `key=value` in it, or is longer than any genuine one.',
  no_timestamp: 'The SVC-Signature header has no `t`.',
  duplicate_timestamp: 'The SVC-Signature header has more than one `t`, so it does not say when it was made.',
  bad_timestamp: 'The `t` of the SVC-Signature header is not a Unix time in seconds, in plain decimal digits.',
  no_signature: 'The SVC-Signature header has no `v1`. The legacy `sha256` does not count (SIG-2).',
  too_old:
    'The `t` of the SVC-Signature header is too old: it is a recorded delivery that was sent again, or the clock of this machine is ahead.',
  too_new:
    'The `t` of the SVC-Signature header is too far ahead: the clock of this machine is behind, or `t` or `now` is in milliseconds.',
  body_not_raw:
    'The body was parsed before it was verified. The signature covers the bytes that arrived: pass those, as a Uint8Array, an ArrayBuffer, or a string.',
  signature_mismatch:
    'No `v1` of the SVC-Signature header matches this body and this secret: the secret is that of another subscription, the body was changed or reserialized on the way, or the delivery is forged.',
  not_json: 'The signature is right, but the body is not JSON in UTF-8.',
  not_an_event: 'The signature is right, but the body is not an event: { id, type, livemode, created_at, data }.',
} as const satisfies Record<string, string>;

export type Reason = keyof typeof REASONS;
