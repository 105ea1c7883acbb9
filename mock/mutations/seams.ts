/**
 * Extension points at which a world can deviate from the document: break a clause (a violation), or differ where the document leaves
 * something open (a variant). The seams of a clean world return their input unchanged.
 */
import type { ServerResponse } from 'node:http';
import type { Operation, OperationId } from '#spec';
import type { EventDraft } from '../market/rules/events.ts';
import type { Refusal } from '../market/rules/refusal.ts';
import type { Call, Caller, Entry } from '../server/http/call.ts';
import type { KeyUse } from '../server/http/idempotency.ts';
import type { Incoming } from '../server/http/incoming.ts';
import type { OutgoingResponse } from '../server/http/respond.ts';
import type { Reader, Row, Tx } from '../market/records/tables.ts';
import type { Reply, Verdict } from '../server/webhooks/outcome.ts';
import type { Outgoing } from '../server/webhooks/sender.ts';
import type { WorldPorts } from '../server/ports.ts';

export type Awaitable<Value> = Value | Promise<Value>;

/** A request to an operation. */
export interface OperationContext {
  world: WorldPorts;
  /** The transaction if one is open, else the reader of the store. */
  db: Reader;
  operation_id: OperationId;
  operation: Operation;
  /** The original request in the seam `request`; the changed request in all later ones. */
  incoming: Incoming;
  /** Undefined before authentication, and after it failed. */
  caller: Caller | undefined;
}

/** A response of an operation, or the error for an unknown path or method. */
export interface ResponseContext extends Omit<OperationContext, 'operation_id' | 'operation'> {
  operation_id: OperationId | undefined;
  operation: Operation | undefined;
  /** Undefined if the request succeeded, now or earlier with the same Idempotency-Key. */
  refusal: Refusal | undefined;
}

/** The result of an operation: its response or a refusal. */
export type ActionResult = object | Refusal;
/** The call of an operation with validated body and query. */
export type AnyCall = Call<Operation>;
export type Find = (entry: Entry) => Awaitable<unknown>;
export type Act = (call: AnyCall, subject: unknown) => Promise<ActionResult>;

export interface EventContext {
  world: WorldPorts;
  /** The transaction that caused the event. */
  db: Tx;
  now: string;
}

/** A subscription that receives an event. */
export type Listener = Pick<Row<'subscriptions'>, 'id' | 'events'>;

/** One attempt of a delivery. */
export interface AttemptContext {
  world: WorldPorts;
  db: Reader;
  event: Row<'events'>;
  subscription: { id: string; url: string; secret: string };
  /** From 1. */
  attempt: number;
  begun_at: string;
}

export interface VerdictContext extends AttemptContext {
  db: Tx;
  reply: Reply;
  /** False if the delivery was dropped during the attempt. */
  has_next: boolean;
  ended_at: string;
}

export type NewDelivery = Omit<Row<'deliveries'>, 'seq'>;

/** A request to the authorization server. */
export interface OauthRequest {
  /** The path below the issuer: `/oauth/token`. */
  path: string;
  search: string;
  bytes: Buffer;
}

export interface OauthContext {
  world: WorldPorts;
  /** The path below the issuer: `/oauth/token`. */
  path: string;
  /** The original form body, or the query of a GET. */
  form: URLSearchParams;
}

/** A request to the control plane. */
export interface ControlRequest {
  /** The decoded path parameters. */
  path: Readonly<Record<string, string>>;
  search: string;
  /** A 413 refusal if the body is too large. */
  bytes: Buffer | Refusal;
}

export interface Seams {
  /** Before any check; a refusal ends the request. */
  request: (incoming: Incoming, context: OperationContext) => Awaitable<Incoming | Refusal>;
  /** After authentication, successful or not, and before scopes are checked. */
  caller: (caller: Caller | Refusal, context: OperationContext) => Awaitable<Caller | Refusal>;
  /** How an Idempotency-Key is stored and found. */
  key: (use: KeyUse, context: OperationContext) => Awaitable<KeyUse>;
  /** Wraps the lookup of an operation's subject, which returns 404 and decides who can act. */
  find: (entry: Entry, find: Find, context: OperationContext) => Awaitable<unknown>;
  /** Wraps the action of an operation, in its transaction. */
  act: (call: AnyCall, subject: unknown, act: Act, context: OperationContext) => Promise<ActionResult>;
  /** The response before it is sent. */
  response: (response: OutgoingResponse, context: ResponseContext) => Awaitable<OutgoingResponse>;

  /** Events before they are recorded. */
  events: (drafts: readonly EventDraft[], context: EventContext) => Awaitable<readonly EventDraft[]>;
  /** Subscriptions before an event is queued for them. */
  listeners: (listeners: readonly Listener[], draft: EventDraft, context: EventContext) => Awaitable<readonly Listener[]>;

  /** The signed POST before it is sent. */
  outgoing: (outgoing: Outgoing, context: AttemptContext) => Awaitable<Outgoing>;
  /** The timeout of an attempt in milliseconds. */
  timeout_ms: (timeout_ms: number, context: AttemptContext) => Awaitable<number>;
  /** The result of an attempt. */
  verdict: (verdict: Verdict, context: VerdictContext) => Awaitable<Verdict>;
  /** The record of an attempt before it is stored. */
  record: (delivery: NewDelivery, context: VerdictContext) => Awaitable<NewDelivery>;

  /** A request to the authorization server. */
  oauth_request: (request: OauthRequest, context: OauthContext) => Awaitable<OauthRequest>;
  /** The response object of the authorization server, which the kit wraps. */
  oauth_response: (response: ServerResponse, context: OauthContext) => ServerResponse;

  /** Requests and responses of the control plane, for variants that translate ids. */
  control_request: (request: ControlRequest, context: { world: WorldPorts }) => Awaitable<ControlRequest>;
  control_response: (text: string, context: { world: WorldPorts }) => Awaitable<string>;
}

/** The seams of a world without deviations. */
export const CLEAN_SEAMS: Seams = {
  request: (incoming) => incoming,
  caller: (caller) => caller,
  key: (use) => use,
  find: (entry, find) => find(entry),
  act: (call, subject, act) => act(call, subject),
  response: (response) => response,
  events: (drafts) => drafts,
  listeners: (listeners) => listeners,
  outgoing: (outgoing) => outgoing,
  timeout_ms: (timeout_ms) => timeout_ms,
  verdict: (verdict) => verdict,
  record: (delivery) => delivery,
  oauth_request: (request) => request,
  oauth_response: (response) => response,
  control_request: (request) => request,
  control_response: (text) => text,
};
