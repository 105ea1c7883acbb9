/**
 * What a partner's webhook receiver needs, published as `gristmill/webhooks`. It runs wherever Web globals exist: the published file imports
 * nothing, does not need Node, and shares no code with the sender of the mock.
 */
export { isKnownEvent } from './events.ts';
export type { KnownEvent, UnknownEvent, WebhookEvent } from './events.ts';
export { REASONS } from './reasons.ts';
export type { Reason } from './reasons.ts';
export { signPayload } from './sign-payload.ts';
export { verifySignature } from './verify-signature.ts';
export type { VerifyOptions, Verified } from './verify-signature.ts';
export type { RawBody } from './bytes.ts';
export type { Secrets } from './secrets.ts';
