/** What violations and variants are written with. */
export { afterAct, beforeAct, insteadOfAct, onFind, withoutEffect } from './acts.ts';
export type { CallOf, SubjectOf } from './acts.ts';
export { all } from './all.ts';
export { onAnswer, onBody, onResource, onStatus, withFields, withHeaders } from './answers.ts';
export { asOwner, holderOf, lettingIn, onCaller, personaAsCaller, withoutScopes } from './callers.ts';
export {
  answered,
  judging,
  onDelivery,
  onDeliveryText,
  onOutgoing,
  onPayload,
  onRecord,
  onSignature,
  onVerdict,
  withDelays,
  withDeliveryHeaders,
  withTimeout,
} from './deliveries.ts';
export { alsoTell, dropEvent, onEvent, onListeners, repeatEvent } from './events.ts';
export { onField, withoutField } from './fields.ts';
export { changeAt, isJsonObject, mapObjects, readJson } from './json.ts';
export { onKey } from './keys.ts';
export { onOauthAnswer, onOauthForm, onToken } from './oauth.ts';
export { ownersOf, partiesOf } from './parties.ts';
export { insteadOfRefusal, onError, refuseAs, refusing } from './refusals.ts';
export {
  fillIn,
  onQuery,
  onRequest,
  onRequestBody,
  onRequestFields,
  withoutBodyField,
  withoutKey,
  withoutQuery,
} from './requests.ts';
export { isReplay } from './replays.ts';
export { violations } from './violation.ts';
export { LISTS } from './where.ts';
export type { BodyOfAnswer, ResourceIn, Where } from './where.ts';
