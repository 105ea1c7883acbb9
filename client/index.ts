/** Talks to a deployment over HTTP: requests, actors, webhooks, test data, clean-up. Other folders import this file only. */

// Time
export { findFreePort, isListening } from './http/find-free-port.ts';
export {
  CONSISTENCY_MS,
  NEXT_SECOND_MS,
  dateFromToday,
  elapsedMs,
  instantFromNow,
  nowIso,
  nowMs,
  poll,
  readUntil,
  timeLimit,
  wait,
} from './clock.ts';

// Settings and what can be wrong with them
export { describeReadError } from './config/describe-read-error.ts';
export { describeThrown } from './config/describe-thrown.ts';
export { explainMissingHook } from './config/hooks.ts';
export { hideVariables } from './config/hide-variables.ts';
export { loadConfig, type LoadedConfig } from './config/load.ts';
export { CommandError, findShellError, runCommand } from './config/run-command.ts';
export { NoResponse, sendRequest, type HttpResponse } from './config/send-request.ts';
export { ConfigError } from './settings/config-error.ts';
export { findClosest } from './settings/find-closest.ts';
export { credentialOf, isKnownActor, isSeller, lacksFarmsRead, ownerOf } from './settings/owner-of.ts';
export { readNumber, type NumberBounds } from './settings/read-number.ts';
export {
  ACTOR_NAMES,
  BUYER_NAMES,
  Config,
  HOOK_NAMES,
  SELLER_NAMES,
  readConfigSchema,
  type ActorName,
  type FixtureName,
  type HookName,
} from './settings/schema.ts';
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
export { SetupFault, describeFault, readVariable, type Fault } from './settings/setup-faults.ts';
export { isLoopbackHost, isLoopbackTarget, readTargetUrl } from './settings/target-url.ts';

// Actors and access
export { checkAllowedHost, chooseRateLimits, findReadOnlyReason } from './actors/check-writes.ts';
export { openReader, type Reader } from './actors/reader.ts';
export { testAuthServer } from './actors/test-auth-server.ts';
export { examineTokens, learnActors } from './actors/learn-actors.ts';
export { leaveOutPublicSecrets } from './actors/public-secrets.ts';
export { scopesNeededBy } from './actors/scopes.ts';
export type { Identity } from './settings/identity.ts';
export { resolveOauth } from './actors/resolve-oauth.ts';
export { excludeActors, resolveParticipants } from './actors/resolve-participants.ts';
export { createMockHooks, findControlRequest } from './adapters/gristmill/hooks.ts';
export { detectMock, readWorld, requestControl, type MockAt, type World } from './adapters/gristmill/target.ts';

// HTTP requests and limits
export { encodePath, fillPath } from './http/encode-path.ts';
export { describeProxies, openAgent } from './http/proxies.ts';
export { findOperation } from './http/find-operation.ts';
export { flattenHeaders } from './http/flatten-headers.ts';
export { openLocalServer, type LocalServer } from './http/local-server.ts';
export { RateLimiter } from './http/rate-limiter.ts';
export { RESPONSE_BYTES_MAX, readBytes } from './http/read-bytes.ts';
export { parseJson, readJson } from './http/read-json.ts';
export { traceIdOf } from './http/traceparent.ts';
export { watchUnseen } from './session/watch-unseen.ts';

// Redaction of secrets, and the secrets to look for in responses
export { hideTokens } from './redaction/hide-tokens.ts';
export { Redactor, type Shape } from './redaction/redactor.ts';
export { numbersIn, pairsInText, type Point } from './secrets/coordinates.ts';
export { base64Forms, hashForms, type Form } from './secrets/forms.ts';
export { geohash } from './secrets/geohash.ts';
export { Needles } from './secrets/needles.ts';
export { Secrets, isIdentifier, type Secret } from './secrets/secrets.ts';

// Responses and expectations
export { idempotencyKeyOf, isSuccess, type Exchange } from './replies/exchange.ts';
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
  MAY_BE_HOLLOW,
  explainFailure,
  isErrorWithSuccess,
} from './replies/expect.ts';
export {
  Blocked,
  Breach,
  TargetDown,
  TransportFault,
  MissingHook,
  noneIfMissingHook,
  Unverifiable,
  isAbort,
  isFinding,
  noneIfFinding,
  type BreachDetails,
} from './replies/findings.ts';
export { shorten, type Expectation, type JsonType } from './replies/expectation.ts';
export { JsonNode } from './replies/json-node.ts';
export { isObject, isSameJson, readPath, type JsonObject } from './json.ts';
export { hasValueOf } from './replies/prices.ts';
export {
  dataIn,
  errorIn,
  idOfRecord,
  idsIn,
  isFromGateway,
  listIn,
  quoteError,
  readId,
  readItems,
  resourceIn,
} from './replies/read-items.ts';
export { rejectedFixture } from './replies/rejected-fixture.ts';
export { decodePart, readUrl } from './read-url.ts';
export { isLostRequest } from './http/connection-closed.ts';
export { contains, hasString } from './replies/contains.ts';
export { Reply } from './replies/reply.ts';

// A run, its contexts, and its actors
export { Actor, type Query, type RequestOptions } from './session/actor.ts';
export { ARRIVAL_MS, Inbox } from './session/inbox.ts';
export { RunContext, type Purpose } from './session/run-context.ts';
export { explainSameTeam } from './session/explain-same-team.ts';
export { Run } from './session/run.ts';
export type { Receipt } from './session/run-receiver.ts';
export { PARTS_OF_EVERY_RUN, type RunAction } from './session/trail.ts';

// The webhook receiver
export type { Arrival } from './inbox/arrival.ts';
export type { ArrivalQuery } from './inbox/arrival-query.ts';
export { respondWith, type Behavior, type ReceiverResponse } from './inbox/behavior.ts';
export { DATA_NOT_OBJECT, DELIVERY_SCRIPT, isDelivery, readEnvelope, readEventId, toExchange } from './inbox/read-delivery.ts';
export { Receiver } from './inbox/receiver.ts';
export { testReceiver } from './inbox/test-receiver.ts';
export { sentAtMs, signedAtSeconds, waitedSeconds } from './inbox/sent.ts';
export { NO_SIGNATURE_TIME, explainSignature, isSigned, parseSignature } from './inbox/signature.ts';

// Test data
export { COUNTER_PRICE, type MultiGradeBid, type Trade } from './arrange/arranger.ts';
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
  respondForBid,
  type RejectableBid,
} from './arrange/await-deliveries.ts';
export { createFarm, learnFarmLocation, findPublishableFarms, postFarm } from './arrange/create-farm.ts';
export { createListingSet, searchListingSet, type ListingSet } from './arrange/create-listing-set.ts';
export {
  TARGET_PRICE,
  buildSubmission,
  chooseSeller,
  chooseTeamless,
  isLimited,
  makeRoom,
  type Lot,
} from './arrange/create-listing.ts';
export { createNearbyFarms, ensureFarmPublishes } from './arrange/create-nearby-farms.ts';
export {
  ensureNotFull,
  listSubscriptions,
  postSubscription,
  readSubscription,
  readSubscriptionPages,
  subscribeOutsider,
  trySubscribe,
  unsubscribe,
  withSubscription,
} from './arrange/create-subscription.ts';
export { expectNotAddressed } from './session/expect-not-addressed.ts';
export { findAnyListing } from './arrange/find-any-listing.ts';
export { findOtherGrainType } from './arrange/find-grain-types.ts';
export {
  describeInitialClock,
  describeMovedClock,
  learnTargetClock,
  noticeMovedClock,
  watchSigningClock,
} from './arrange/learn-target-clock.ts';
export { REFERENCE_POINTS, findRadius, locateByDistances, measureDistances } from './arrange/measure-distances.ts';
export { expectPlaced, otherDeliveryWindow, sendBid, type Bid } from './arrange/place-bid.ts';
export {
  TRADES_WITHOUT_ID,
  awaitBidStatus,
  awaitReceivedBidStatus,
  describeRefusal,
  awaitInBidsReceived,
  awaitReceivedBid,
  listReceivedBids,
  findInBidsReceived,
  listTradeIds,
  readBid,
  readBidStatus,
} from './arrange/read-bids.ts';
export {
  awaitInList,
  awaitListed,
  findItem,
  getLongPage,
  hasId,
  isInOwnList,
  isInOwnListSoon,
  listAllPages,
  readPages,
} from './arrange/read-pages.ts';
export { STAYS_LISTED, expectListing, readListing } from './arrange/read-listing.ts';
export { chooseMarketReader, chooseReader, findFarmLocation, listGrainTypes, type GrainType } from './arrange/read-market.ts';
export { NOT_COMPLETED, SETTLED_WITHIN_MS, isPaidInFull } from './arrange/record-payments.ts';
export { resolveLink } from './arrange/resolve-link.ts';
export {
  RACE_TIMEOUT_MS,
  RETRYABLE,
  areAllRetryable,
  chooseRaceSetups,
  observeUnbrokenRace,
  openConnections,
  readIds,
  sendConcurrently,
  type RaceSetup,
} from './arrange/send-concurrently.ts';

// What a run created, and its removal
export { cleanUp, listIrrevocable } from './ledger/clean-up.ts';
export { mergeLeftovers } from './ledger/merge-leftovers.ts';
export { NO_LEDGER, type Ledger } from './ledger/ledger.ts';
export { openLedger, reopenLedger, type RunLedger } from './ledger/open-ledger.ts';
export { readLedger } from './ledger/read-ledger.ts';
export { senderOf } from './ledger/sender-of.ts';

// What the document states about each endpoint
export { ENDPOINTS, ENDPOINT_ROWS, ID_PREFIX, samplePath, type Endpoint, type ResourceKind } from './endpoints.ts';

// Assertions: what a check has looked at
export { countAssertions, holds, noteAssertion, withoutCounting } from './replies/assertions.ts';
