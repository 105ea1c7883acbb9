/** How we talk to a deployment: requests, actors and tokens, hooks, the webhook inbox, arranging test data, the ledger, the configuration. */
export { castRun, leaveOut } from './actors/find-actors.ts';
export { settleOauth } from './actors/lent-clients.ts';
export type { Read, Reader } from './actors/reader.ts';
export { openReader } from './actors/reader.ts';
export { choosePace, findReadOnlyReason, judgeAllowedHost } from './actors/writes.ts';
export { mockHooks } from './adapters/gristmill/hooks.ts';
export type { MockAt, World } from './adapters/gristmill/target.ts';
export { readWorld, recogniseMock } from './adapters/gristmill/target.ts';
export { anyListing } from './arrange/any-listing.ts';
export type { MultiGradeBid, Trade } from './arrange/arranger.ts';
export { Arranger, idIn } from './arrange/arranger.ts';
export type { Field } from './arrange/concurrently.ts';
export {
  RACE_TIMEOUT_MS,
  RETRYABLE,
  allAskForRepeat,
  allAtOnce,
  fieldsFor,
  idsIn,
  sayUnbroken,
  warmUp,
} from './arrange/concurrently.ts';
export type { Bid } from './arrange/bids.ts';
export { expectPlaced } from './arrange/bids.ts';
export { otherCrop } from './arrange/another-commodity.ts';
export type { DeliveryRow, Rejectable } from './arrange/deliveries.ts';
export {
  REJECTS_NOTHING,
  aboutBid,
  answerAbout,
  awaitOutcome,
  awaitRow,
  expectListed,
  expectOutcome,
  expectRow,
  idOf,
  quietTeam,
  readRows,
  rejectable,
} from './arrange/deliveries.ts';
export { findPayingFarms, makeFarm } from './arrange/farms.ts';
export type { ListingSet } from './arrange/listing-set.ts';
export { fillShelf, readerOf, seek } from './arrange/listing-set.ts';
export { expectListing, isListed, readListing } from './arrange/listings.ts';
export type { Lot } from './arrange/lots.ts';
export { TARGET_PRICE, anySeller, submissionOf } from './arrange/lots.ts';
export { ensureTheyPublish, makeNeighbours } from './arrange/nearby-farms.ts';
export { findItem, isInOwnList } from './arrange/own-lists.ts';
export { NOT_COMPLETED, isPaidInFull } from './arrange/paid-trade.ts';
export { POINTS, bestFit, findRadius, measureDistances } from './arrange/radius.ts';
export {
  NAMELESS_TRADES,
  SETTLING_MS,
  bidBecomes,
  codeOf,
  findInInbox,
  findListed,
  findReceived,
  isOf,
  peekStatus,
  readBid,
  receivedBecomes,
  receivedBids,
  tradesOf,
  walk,
} from './arrange/read-bids.ts';
export type { Crop } from './arrange/read-lists.ts';
export { findPlace, listCrops, tolerantItems } from './arrange/read-lists.ts';
export { resolveLink } from './arrange/resolve-link.ts';
export {
  ensureNotFull,
  listLeft,
  listSubscriptions,
  namesField,
  namesUrl,
  postSubscription,
  subscribeOutsider,
  tryToSubscribe,
  unsubscribe,
  withSubscription,
} from './arrange/subscriptions.ts';
export { describeMovedClock, learnTargetClock } from './arrange/target-clock.ts';
export { takeBackOfVisitors } from './arrange/extra-actors.ts';
export { dateFromToday, elapsedMs, instantFromNow, nowIso, nowMs, poll, timeLimit, wait } from './clock.ts';
export type { Answer } from './config/ask.ts';
export { NoAnswer, ask } from './config/ask.ts';
export { readConfigSchema } from './config/config-schema.ts';
export { hideVariables } from './config/hide-variables.ts';
export type { LoadedConfig } from './config/load.ts';
export { loadConfig } from './config/load.ts';
export type { Exchange } from './http/exchange.ts';
export { findOperation } from './http/find-operation.ts';
export { Pace } from './http/rate-limit.ts';
export { ANSWER_BYTES_MAX, readBytes } from './http/read-bounded.ts';
export type { Shape } from './http/redactor.ts';
export { parseJson, readJson } from './http/read-json.ts';
export { decodePart, readUrl } from './read-url.ts';
export { Redactor } from './http/redactor.ts';
export { watchUnseen } from './session/watch-unseen.ts';
export type { Arrival } from './inbox/arrival.ts';
export type { Behaviour, ReceiverAnswer } from './inbox/behaviour.ts';
export { ANSWERS_OK, answerWith } from './inbox/behaviour.ts';
export { DATA_IS_NO_OBJECT, DELIVERY_SCRIPT, asExchange, isDelivery, look, peek } from './inbox/read-delivery.ts';
export { Receiver } from './inbox/receiver.ts';
export { sentAtMs, signedAtSeconds, waitedSeconds } from './inbox/sent.ts';
export { NO_SIGNATURE_TIME, explainSignature, isSigned, parseSignature } from './inbox/signature.ts';
export { cleanUp, listIrrevocable } from './ledger/clean-up.ts';
export type { Ledger } from './ledger/ledger.ts';
export { NO_LEDGER } from './ledger/ledger.ts';
export type { RunLedger } from './ledger/open-ledger.ts';
export { openLedger, reopenLedger } from './ledger/open-ledger.ts';
export { readLedger } from './ledger/read-ledger.ts';
export { senderOf } from './ledger/sender-of.ts';
export { countAssertions, holds, isCounting, noteAssertion, withoutCounting } from './replies/assertions.ts';
export {
  MAY_BE_HOLLOW,
  ensureSuccess,
  expectAnyRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  explainFailure,
  isSilent,
  itemsOf,
  resourceOf,
  warnUnless,
  warning,
} from './replies/expect.ts';
export type { Expectation, JsonType } from './replies/expectation.ts';
export type { BreachDetails } from './replies/findings.ts';
export { Blocked, Breach, TransportFault, Unverifiable, isFinding, noneIfFinding } from './replies/findings.ts';
export { JsonNode, isObject, isSameJson, shorten } from './replies/json-node.ts';
export { hasValueOf } from './replies/prices.ts';
export { Reply } from './replies/reply.ts';
export type { Point } from './secrets/coordinates.ts';
export { numbersIn, pairsInText } from './secrets/coordinates.ts';
export { geohash } from './secrets/geohash.ts';
export type { Secret } from './secrets/secrets.ts';
export { Secrets, isIdentifier } from './secrets/secrets.ts';
export type { Asked, Backing, Query } from './session/actor.ts';
export { Actor } from './session/actor.ts';
export { ARRIVAL_MS, Inbox } from './session/inbox.ts';
export type { Receipt } from './session/run.ts';
export { Run } from './session/run.ts';
export { findClosest } from './settings/closest.ts';
export { ConfigError } from './settings/config-error.ts';
export { isKnownActor, isSeller, lacksFarmsRead, ownerOf } from './settings/owner-of.ts';
export type { NumberBounds } from './settings/read-number.ts';
export { readNumber } from './settings/read-number.ts';
export type { ActorName, BaseActor, Config, FixtureName, HookName } from './settings/schema.ts';
export { ACTOR_NAMES, HOOK_NAMES } from './settings/schema.ts';
export type {
  ActorSettings,
  BaselineEntry,
  LentClient,
  OauthSettings,
  Patience,
  RunHook,
  Selection,
  Settings,
} from './settings/settings.ts';
export type { Fault } from './settings/setup-faults.ts';
export { SetupFault, describeFault } from './settings/setup-faults.ts';
export { isLoopbackHost, isLoopbackTarget, readTargetUrl } from './settings/target-url.ts';
export type { Purpose } from './session/run-context.ts';
export { RunContext } from './session/run-context.ts';
export type { Endpoint, ResourceKind } from './endpoints.ts';
export { ENDPOINTS, ENDPOINT_ROWS, ID_PREFIX, samplePath } from './endpoints.ts';
