/** Everything that files of violations and variants are written with, so that each needs this one import. */
export { isRefusal, refuse, refuseFields } from '../../../market/rules/refusal.ts';
export type { Refusal } from '../../../market/rules/refusal.ts';
export type { Reader, Row, Tx } from '../../../market/records/tables.ts';
export type { EventDraft } from '../../../market/rules/events.ts';
export type { About, AnswerAbout, AnyCall, AttemptAbout, Seams } from '../../seams.ts';
export type { Violation } from '../violation.ts';
export { afterAct, beforeAct, insteadOfAct, onFind, revealing, withoutEffect } from './acts.ts';
export type { CallOf, SubjectOf } from './acts.ts';
export {
  EMPTY_PAGE,
  idOfResource,
  onAnswer,
  onBody,
  onLinks,
  onResource,
  onStatus,
  unwrapped,
  withBodyFields,
  withFields,
  withHeaders,
  withoutItems,
} from './answers.ts';
export {
  acceptingExpired,
  acceptingScope,
  asOwner,
  holderOf,
  inMode,
  lettingIn,
  onCaller,
  openTo,
  personaAsCaller,
  requiringScope,
  withScopes,
  withoutScopes,
  withoutTeam,
} from './callers.ts';
export {
  GIVEN_UP,
  answered,
  isReplay,
  withVerdict,
  onDelivery,
  onDeliveryText,
  onOutgoing,
  onPayload,
  onRecord,
  onReplayVerdict,
  onSignature,
  onVerdict,
  withDelays,
  withDeliveryHeaders,
  withEnvelope,
  withPayload,
  withTimeout,
} from './deliveries.ts';
export {
  activeSubscriptions,
  alsoNotify,
  dropEvent,
  isConcerned,
  isSubscribed,
  onEvent,
  onEventsOf,
  onListeners,
  repeatEvent,
} from './events.ts';
export type { Types } from './events.ts';
export { onField, onLines, withoutField } from './fields.ts';
export { isJsonObject, mapObjects, readJson } from './json.ts';
export type { JsonObject } from './json.ts';
export { isGrant, onOauthAnswer, onOauthForm, onToken, withToken } from './oauth.ts';
export { counterpartyOf, isPaid, ownersOf, partiesOf, sellerOf } from './parties.ts';
export type { Parties } from './parties.ts';
export { insteadOfRefusal, onError, refuseAs, refusing, refusingField, refusingQuery, withError } from './refusals.ts';
export {
  fieldsOf,
  fillIn,
  onKey,
  mapQuery,
  onQuery,
  onQueryValue,
  onRequest,
  onRequestField,
  onRequestFields,
  queryOf,
  translateRequests,
  withDefaultQuery,
  withoutBodyField,
  withoutKey,
  withoutQuery,
} from './requests.ts';
export { deleteRows } from '../../../market/store/delete-rows.ts';
export { countRows, findRow, findRows, setBids, setRows } from './rows.ts';
export { alike, ignoredIfGiven, otherErrors } from './tables.ts';
export { all, violations } from './violation.ts';
export { LISTS, idIn, isAt, nameOf } from './where.ts';
export type { BodyOfAnswer, ResourceIn, Where } from './where.ts';
