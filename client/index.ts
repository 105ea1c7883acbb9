/** Talks to a deployment over HTTP: requests, actors, webhooks, test data, clean-up. Other folders import this file only. */

// Time
export { findFreePort } from './http/find-free-port.ts';
export { dateFromToday, elapsedMs, instantFromNow, nowIso, nowMs, poll, timeLimit, wait } from './clock.ts';

// Settings and what can be wrong with them
export { readConfigSchema } from './config/config-schema.ts';
export { hideVariables } from './config/hide-variables.ts';
export type { LoadedConfig } from './config/load.ts';
export { loadConfig } from './config/load.ts';
export { CommandError, findShellError, runCommand } from './config/run-command.ts';
export type { HttpAnswer } from './config/send-request.ts';
export { NoResponse, sendRequest } from './config/send-request.ts';
export { ConfigError } from './settings/config-error.ts';
export { findClosest } from './settings/find-closest.ts';
export { credentialOf, isKnownActor, isSeller, lacksFarmsRead, ownerOf } from './settings/owner-of.ts';
export type { NumberBounds } from './settings/read-number.ts';
export { readNumber } from './settings/read-number.ts';
export type { ActorName, BaseActor, FixtureName, HookName } from './settings/schema.ts';
export { ACTOR_NAMES, Config, HOOK_NAMES } from './settings/schema.ts';
export type {
  ActorSettings,
  BaselineEntry,
  OauthClientSettings,
  OauthSettings,
  Patience,
  RunHook,
  Selection,
  Settings,
} from './settings/settings.ts';
export type { Fault } from './settings/setup-faults.ts';
export { SetupFault, describeFault } from './settings/setup-faults.ts';
export { isLoopbackHost, isLoopbackTarget, readTargetUrl } from './settings/target-url.ts';

// Actors and access
export { checkAllowedHost, chooseRateLimits, findReadOnlyReason } from './actors/check-writes.ts';
export type { ReadResult, Reader } from './actors/reader.ts';
export { openReader } from './actors/reader.ts';
export type { AuthProblem } from './actors/test-auth-server.ts';
export { testAuthServer } from './actors/test-auth-server.ts';
export { examineTokens, learnActors } from './actors/learn-actors.ts';
export { scopesNeededBy } from './actors/scopes.ts';
export type { Identity, Identities } from './settings/identity.ts';
export { resolveOauth } from './actors/resolve-oauth.ts';
export { excludeActors, resolveParticipants } from './actors/resolve-participants.ts';
export { createMockHooks, findControlRequest } from './adapters/gristmill/hooks.ts';
export type { MockAt, World } from './adapters/gristmill/target.ts';
export { detectMock, readWorld } from './adapters/gristmill/target.ts';

// HTTP requests and limits
export { findOperation } from './http/find-operation.ts';
export { flattenHeaders } from './http/flatten-headers.ts';
export type { LocalServer } from './http/local-server.ts';
export { openLocalServer } from './http/local-server.ts';
export { RateLimiter } from './http/rate-limiter.ts';
export { ANSWER_BYTES_MAX, readBytes } from './http/read-bounded.ts';
export { parseJson, readJson } from './http/read-json.ts';
export { traceIdOf } from './http/traceparent.ts';
export { watchUnseen } from './session/watch-unseen.ts';

// Redaction of secrets, and the secrets to look for in responses
export type { Shape } from './redaction/redactor.ts';
export { Redactor } from './redaction/redactor.ts';
export type { Point } from './secrets/coordinates.ts';
export { numbersIn, pairsInText } from './secrets/coordinates.ts';
export type { Form } from './secrets/forms.ts';
export { base64Forms, hashForms } from './secrets/forms.ts';
export { geohash } from './secrets/geohash.ts';
export { Needles } from './secrets/needles.ts';
export type { Secret } from './secrets/secrets.ts';
export { Secrets, isIdentifier } from './secrets/secrets.ts';

// Responses and expectations
export { idempotencyKeyOf, isSuccess } from './replies/exchange.ts';
export type { Exchange } from './replies/exchange.ts';
export {
  ensureDone,
  ensureId,
  ensureSuccess,
  expectAnyRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  itemsOf,
  resourceOf,
  warnUnless,
  warning,
  hasErrorForField,
} from './replies/expect.ts';
export type { BreachDetails } from './replies/findings.ts';
export { Blocked, Breach, TransportFault, Unverifiable } from './replies/findings.ts';
export { JsonNode, isObject, isSameJson, shorten } from './replies/json-node.ts';
export { hasValueOf } from './replies/prices.ts';
export { dataIn, errorIn, readId, readItems, resourceIn } from './replies/read-items.ts';
export { decodePart, readUrl } from './read-url.ts';
export { Reply } from './replies/reply.ts';

// A run, its contexts, and its actors
export type { Query, RequestOptions } from './session/actor.ts';
export { Actor } from './session/actor.ts';
export { ARRIVAL_MS, Inbox } from './session/inbox.ts';
export type { Purpose } from './session/run-context.ts';
export { RunContext } from './session/run-context.ts';
export { explainSameTeam } from './session/explain-same-team.ts';
export type { Receipt } from './session/run.ts';
export { Run } from './session/run.ts';
export type { RunAction } from './session/trail.ts';
export { PARTS_OF_EVERY_RUN } from './session/trail.ts';

// The webhook receiver
export type { Arrival } from './inbox/arrival.ts';
export type { ReceiverAnswer } from './inbox/behavior.ts';
export { ANSWERS_OK, answerWith } from './inbox/behavior.ts';
export { DATA_NOT_OBJECT, DELIVERY_SCRIPT, isDelivery, readEnvelope, readPath, toExchange } from './inbox/read-delivery.ts';
export { Receiver } from './inbox/receiver.ts';
export { testReceiver } from './inbox/test-receiver.ts';
export { sentAtMs, signedAtSeconds, waitedSeconds } from './inbox/sent.ts';
export { NO_SIGNATURE_TIME, explainSignature, isSigned, parseSignature } from './inbox/signature.ts';

// Test data
export type { MultiGradeBid, Trade } from './arrange/arranger.ts';
export type { DeliveryRow, RejectableBid } from './arrange/await-deliveries.ts';
export {
  REJECTS_NOTHING,
  awaitDeliveryOutcome,
  awaitDeliveryRow,
  chooseQuietTeam,
  expectDeliveryListed,
  expectDeliveryOutcome,
  expectDeliveryRow,
  isAboutBid,
  mentions,
  placeRejectableBid,
  readDeliveryRows,
  readEventId,
  respondForBid,
} from './arrange/await-deliveries.ts';
export { createFarm, findPayingFarms } from './arrange/create-farm.ts';
export type { ListingSet } from './arrange/create-listing-set.ts';
export { chooseReader, createListingSet, searchListingSet } from './arrange/create-listing-set.ts';
export type { Lot } from './arrange/create-listing.ts';
export { TARGET_PRICE, buildSubmission, chooseSeller, chooseTeamless, makeRoom } from './arrange/create-listing.ts';
export { createNearbyFarms, ensureFarmPublishes } from './arrange/create-nearby-farms.ts';
export {
  ensureNotFull,
  listSubscriptions,
  postSubscription,
  readSubscriptionPages,
  subscribeOutsider,
  trySubscribe,
  unsubscribe,
  withSubscription,
} from './arrange/create-subscription.ts';
export { findAnyListing } from './arrange/find-any-listing.ts';
export { findOtherGrainType } from './arrange/find-other-grain.ts';
export { findItem, isInOwnList, isInOwnListSoon } from './arrange/find-own-item.ts';
export { describeMovedClock, learnTargetClock, watchSigningClock } from './arrange/learn-target-clock.ts';
export { REFERENCE_POINTS, findRadius, locateByDistances, measureDistances } from './arrange/measure-distances.ts';
export type { Bid } from './arrange/place-bid.ts';
export { expectPlaced } from './arrange/place-bid.ts';
export {
  CONSISTENCY_MS,
  NEXT_SECOND_MS,
  TRADES_WITHOUT_ID,
  awaitBidStatus,
  awaitListed,
  awaitReceivedBidStatus,
  describeRefusal,
  findBidInInbox,
  findInList,
  findReceivedBid,
  listAllPages,
  listReceivedBids,
  lookInInbox,
  listTradeIds,
  readBid,
  readBidStatus,
  readUntil,
} from './arrange/read-bids.ts';
export { expectListing, isListed, readListing } from './arrange/read-listing.ts';
export type { GrainType } from './arrange/read-lists.ts';
export { findLocation, getLongPage, listGrainTypes } from './arrange/read-lists.ts';
export { NOT_COMPLETED, isPaidInFull } from './arrange/record-payments.ts';
export { resolveLink } from './arrange/resolve-link.ts';
export type { RaceSetup } from './arrange/send-concurrently.ts';
export {
  RACE_TIMEOUT_MS,
  RETRYABLE,
  areAllRetryable,
  chooseRaceSetups,
  observeUnbrokenRace,
  openConnections,
  readIds,
  sendConcurrently,
} from './arrange/send-concurrently.ts';

// What a run created, and its removal
export { cleanUp, listIrrevocable } from './ledger/clean-up.ts';
export type { Ledger } from './ledger/ledger.ts';
export { NO_LEDGER } from './ledger/ledger.ts';
export type { RunLedger } from './ledger/open-ledger.ts';
export { openLedger, reopenLedger } from './ledger/open-ledger.ts';
export { readLedger } from './ledger/read-ledger.ts';
export { senderOf } from './ledger/sender-of.ts';

// What the document states about each endpoint
export type { Endpoint, ResourceKind } from './endpoints.ts';
export { ENDPOINTS, ENDPOINT_ROWS, ID_PREFIX, samplePath } from './endpoints.ts';

// Assertions: what a check has looked at
export { countAssertions, holds, isCheckRunning, noteAssertion, withoutCounting } from './replies/assertions.ts';
export type { Expectation, JsonType } from './replies/expectation.ts';
export { isFinding, noneIfFinding } from './replies/findings.ts';
export { MAY_BE_HOLLOW, explainFailure, isSilent } from './replies/expect.ts';
export { hasId } from './arrange/read-bids.ts';
