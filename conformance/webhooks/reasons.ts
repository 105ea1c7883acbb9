/**
 * Why a delivery is not to be trusted, in the order in which it is judged, and what to do about it. All are answered with 400 (SIG-4). `body_not_raw`
 * is a mistake of the receiver: while it lasts every genuine event is refused for good (RTY-2), so let it wake somebody.
 */
export const REASONS = {
  no_header: 'There is no SVC-Signature header: whoever sent this is not the marketplace, or a proxy took the header away.',
  malformed_header: 'The SVC-Signature header has no `key=value` in it, or is longer than any genuine one.',
  no_timestamp: 'The SVC-Signature header has no `t`.',
  duplicate_timestamp: 'The SVC-Signature header has more than one `t`, so it does not say when it was made.',
  bad_timestamp: 'The `t` of the SVC-Signature header is not a Unix time in seconds, in plain decimal digits.',
  no_signature: 'The SVC-Signature header has no `v1`. The legacy `sha256` does not count (SIG-2).',
  too_old:
    'The `t` of the SVC-Signature header is too long ago: a recorded delivery that is sent again, or the clock of this machine is ahead.',
  too_new:
    'The `t` of the SVC-Signature header is too far ahead: the clock of this machine is behind, or `t` or `now` is in milliseconds.',
  body_not_raw:
    'The body was parsed before it got here. The signature is over the bytes that arrived: pass those, as a Uint8Array, an ArrayBuffer or a string.',
  signature_mismatch:
    'No `v1` of the SVC-Signature header fits this body and this secret: the secret is that of another subscription, the body was changed or re-serialised on the way, or the delivery is forged.',
  not_json: 'The signature is right, but the body is not JSON in UTF-8.',
  not_an_event: 'The signature is right, but the body is not an event: { id, type, livemode, created_at, data }.',
} as const satisfies Record<string, string>;

export type Reason = keyof typeof REASONS;
