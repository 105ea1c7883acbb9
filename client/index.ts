/**
 * Talks to a deployment over HTTP: requests, actors, webhooks, test data, clean-up. Other folders import this file only. Where names are
 * listed, the rest of that file is for this folder.
 */

// Time
export * from './http/find-free-port.ts';
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
export * from './config/describe-read-error.ts';
export * from './config/describe-thrown.ts';
export { explainMissingHook } from './config/hooks.ts';
export * from './config/hide-variables.ts';
export { loadConfig, type LoadedConfig } from './config/load.ts';
export * from './config/run-command.ts';
export { NoResponse, sendRequest, type HttpResponse } from './config/send-request.ts';
export * from './settings/config-error.ts';
export { credentialOf, isKnownActor, isSeller, lacksFarmsRead, ownerOf } from './settings/owner-of.ts';
export * from './settings/read-number.ts';
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
export * from './settings/target-url.ts';

// Actors and access
export * from './actors/check-writes.ts';
export { openReader, type Reader } from './actors/reader.ts';
export * from './actors/test-auth-server.ts';
export * from './actors/learn-actors.ts';
export * from './actors/public-secrets.ts';
export { scopesNeededBy } from './actors/scopes.ts';
export type { Identity } from './settings/identity.ts';
export * from './actors/resolve-oauth.ts';
export * from './actors/resolve-participants.ts';
export * from './adapters/gristmill/hooks.ts';
export * from './adapters/gristmill/target.ts';

// HTTP requests and limits
export * from './http/encode-path.ts';
export { describeProxies, openAgent } from './http/proxies.ts';
export * from './http/find-operation.ts';
export { flattenHeaders } from './http/flatten-headers.ts';
export * from './http/local-server.ts';
export * from './http/rate-limiter.ts';
export { RESPONSE_BYTES_MAX, readBytes } from './http/read-bytes.ts';
export { parseJson, readJson } from './http/read-json.ts';
export { traceIdOf } from './http/traceparent.ts';
export * from './session/watch-unseen.ts';

// Redaction of secrets, and the secrets to look for in responses
export * from './redaction/hide-tokens.ts';
export * from './redaction/redactor.ts';
export { numbersIn, pairsInText, type Point } from './secrets/coordinates.ts';
export { base64Forms, hashForms, type Form } from './secrets/forms.ts';
export * from './secrets/geohash.ts';
export * from './secrets/needles.ts';
export { Secrets, isIdentifier, type Secret } from './secrets/secrets.ts';

// Responses and expectations
export * from './replies/exchange.ts';
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
export * from './replies/findings.ts';
export { shorten, type Expectation } from './replies/expectation.ts';
export * from './replies/json-node.ts';
export * from './json.ts';
export * from './replies/prices.ts';
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
export * from './replies/rejected-fixture.ts';
export * from './read-url.ts';
export { isLostRequest } from './http/connection-closed.ts';
export * from './replies/contains.ts';
export * from './replies/reply.ts';

// A run, its contexts, and its actors
export { Actor, type Query, type RequestOptions } from './session/actor.ts';
export { ARRIVAL_MS } from './session/delivery-waits.ts';
export * from './session/inbox.ts';
export * from './session/run-context.ts';
export * from './session/explain-same-team.ts';
export * from './session/run.ts';
export type { Receipt } from './session/run-receiver.ts';
export { PARTS_OF_EVERY_RUN, type RunAction } from './session/trail.ts';

// The webhook receiver
export type * from './inbox/arrival.ts';
export type { ArrivalQuery } from './inbox/arrival-query.ts';
export { respondWith, type Behavior, type ReceiverResponse } from './inbox/behavior.ts';
export * from './inbox/read-delivery.ts';
export { Receiver } from './inbox/receiver.ts';
export * from './inbox/test-receiver.ts';
export * from './inbox/delivery-times.ts';
export * from './inbox/signature.ts';

// Test data
export { COUNTER_PRICE, type MultiGradeBid, type Trade } from './arrange/arranger.ts';
export * from './arrange/await-deliveries.ts';
export * from './arrange/create-farm.ts';
export * from './arrange/create-listing-set.ts';
export {
  TARGET_PRICE,
  buildSubmission,
  chooseSeller,
  chooseTeamless,
  isLimited,
  makeRoom,
  type Lot,
} from './arrange/create-listing.ts';
export * from './arrange/create-nearby-farms.ts';
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
export * from './session/expect-not-addressed.ts';
export * from './arrange/find-any-listing.ts';
export { findOtherGrainType } from './arrange/find-grain-types.ts';
export {
  describeInitialClock,
  describeMovedClock,
  learnTargetClock,
  noticeMovedClock,
  watchSigningClock,
} from './arrange/learn-target-clock.ts';
export * from './arrange/measure-distances.ts';
export { expectPlaced, otherDeliveryWindow, sendBid, type Bid } from './arrange/place-bid.ts';
export * from './arrange/read-bids.ts';
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
  readWholeList,
} from './arrange/read-pages.ts';
export * from './arrange/read-listing.ts';
export { chooseMarketReader, chooseReader, findFarmLocation, listGrainTypes, type GrainType } from './arrange/read-market.ts';
export { NOT_COMPLETED, SETTLED_WITHIN_MS, isPaidInFull } from './arrange/record-payments.ts';
export * from './arrange/resolve-link.ts';
export * from './arrange/send-concurrently.ts';

// What a run created, and its removal
export { cleanUp, listIrrevocable } from './ledger/clean-up.ts';
export * from './ledger/merge-leftovers.ts';
export { NO_LEDGER, type Ledger } from './ledger/ledger.ts';
export * from './ledger/open-ledger.ts';
export * from './ledger/read-ledger.ts';
export * from './ledger/sender-of.ts';

// What the document states about each endpoint
export * from './endpoints.ts';

// Assertions: what a check has looked at
export { countAssertions, holds, noteAssertion, withoutCounting } from './replies/assertions.ts';
