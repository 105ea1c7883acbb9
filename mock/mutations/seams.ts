/**
 * The places where a world can be made to deviate from the document: to break one clause (a violation), or to be different where the
 * document leaves it open (a variant). A world that does neither has seams that hand on what they get.
 */
import type { ServerResponse } from 'node:http';
import type { Operation, OperationId } from '#spec';
import type { EventDraft } from '../market/rules/events.ts';
import type { Refusal } from '../market/rules/refusal.ts';
import type { Call, Caller, Entry } from '../server/http/call.ts';
import type { KeyUse } from '../server/http/idempotency.ts';
import type { Incoming } from '../server/http/incoming.ts';
import type { Answer } from '../server/http/respond.ts';
import type { Reader, Row, Tx } from '../market/records/tables.ts';
import type { Reply, Verdict } from '../server/webhooks/outcome.ts';
import type { Outgoing } from '../server/webhooks/sender.ts';
import type { WorldPorts } from '../server/ports.ts';

export type Awaitable<Value> = Value | Promise<Value>;

/** A request of an operation, as far as it has come. */
export interface About {
  world: WorldPorts;
  /** The transaction if one is open, else the reader of the store. */
  db: Reader;
  operation_id: OperationId;
  operation: Operation;
  /** Before `request`, as it came; after it, as that has left it. */
  incoming: Incoming;
  /** Undefined before authentication, and where that failed. */
  caller: Caller | undefined;
}

/** An answer: of an operation, or the refusal of a path or a method that is none. */
export interface AnswerAbout extends Omit<About, 'operation_id' | 'operation'> {
  operation_id: OperationId | undefined;
  operation: Operation | undefined;
  /** Undefined where the request was carried out, now or (with an Idempotency-Key) before. */
  refusal: Refusal | undefined;
}

/** What the rest of an operation came to: what is answered, or why not. */
export type Acted = object | Refusal;
/** The call of an operation whose body and query have been judged. */
export type AnyCall = Call<Operation>;
export type Find = (entry: Entry) => Awaitable<unknown>;
export type Act = (call: AnyCall, subject: unknown) => Promise<Acted>;

export interface EventAbout {
  world: WorldPorts;
  /** The transaction of the change that caused it. */
  db: Tx;
  now: string;
}

/** A subscription that gets an event. */
export type Listener = Pick<Row<'subscriptions'>, 'id' | 'events'>;

/** One attempt of a delivery. */
export interface AttemptAbout {
  world: WorldPorts;
  db: Reader;
  event: Row<'events'>;
  subscription: { id: string; url: string; secret: string };
  /** From 1. */
  attempt: number;
  begun_at: string;
}

export interface VerdictAbout extends AttemptAbout {
  db: Tx;
  reply: Reply;
  /** False where the delivery was dropped meanwhile. */
  has_next: boolean;
  ended_at: string;
}

export type NewDelivery = Omit<Row<'deliveries'>, 'seq'>;

/** A request to the authorization server. */
export interface OauthRequest {
  /** Below the issuer: `/oauth/token`. */
  path: string;
  search: string;
  bytes: Buffer;
}

export interface OauthAbout {
  world: WorldPorts;
  /** Below the issuer: `/oauth/token`. */
  path: string;
  /** As it came: the body, or of a GET the query. */
  form: URLSearchParams;
}

/** A request to the control plane. */
export interface ControlRequest {
  /** The parameters of the path, decoded. */
  path: Readonly<Record<string, string>>;
  search: string;
  /** The refusal 413 where it is too large. */
  bytes: Buffer | Refusal;
}

export interface Seams {
  /** Before anything is judged; a refusal ends it there. */
  request: (incoming: Incoming, about: About) => Awaitable<Incoming | Refusal>;
  /** After authentication, whether it let anybody in or not, and before scopes are judged. */
  caller: (caller: Caller | Refusal, about: About) => Awaitable<Caller | Refusal>;
  /** What an Idempotency-Key is kept under, and looked up by. */
  key: (use: KeyUse, about: About) => Awaitable<KeyUse>;
  /** Around the search for the subject of an operation: 404, and who may act on it. */
  find: (entry: Entry, find: Find, about: About) => Awaitable<unknown>;
  /** Around the deed of an operation, in its transaction. */
  act: (call: AnyCall, subject: unknown, act: Act, about: About) => Promise<Acted>;
  /** The answer about to be sent, whatever it is. */
  answer: (answer: Answer, about: AnswerAbout) => Awaitable<Answer>;

  /** What is about to be recorded, whoever caused it. */
  events: (drafts: readonly EventDraft[], about: EventAbout) => Awaitable<readonly EventDraft[]>;
  /** The subscriptions that an event is about to be queued for. */
  listeners: (listeners: readonly Listener[], draft: EventDraft, about: EventAbout) => Awaitable<readonly Listener[]>;

  /** The POST about to go out, signed. */
  outgoing: (outgoing: Outgoing, about: AttemptAbout) => Awaitable<Outgoing>;
  /** How long an attempt may take. */
  timeout_ms: (timeout_ms: number, about: AttemptAbout) => Awaitable<number>;
  /** What the attempt came to. */
  verdict: (verdict: Verdict, about: VerdictAbout) => Awaitable<Verdict>;
  /** What is about to be written down of it. */
  record: (delivery: NewDelivery, about: VerdictAbout) => Awaitable<NewDelivery>;

  /** A request to the authorization server. */
  oauth_request: (request: OauthRequest, about: OauthAbout) => Awaitable<OauthRequest>;
  /** What the authorization server is about to write to; the kit makes an answer of it. */
  oauth_response: (response: ServerResponse, about: OauthAbout) => ServerResponse;

  /** A request to the control plane, and its answer: for what must be translated there as well. */
  control_request: (request: ControlRequest, about: { world: WorldPorts }) => Awaitable<ControlRequest>;
  control_answer: (text: string, about: { world: WorldPorts }) => Awaitable<string>;
}

/** Those of a world that does as the document says. */
export const CLEAN_SEAMS: Seams = {
  request: (incoming) => incoming,
  caller: (caller) => caller,
  key: (use) => use,
  find: (entry, find) => find(entry),
  act: (call, subject, act) => act(call, subject),
  answer: (answer) => answer,
  events: (drafts) => drafts,
  listeners: (listeners) => listeners,
  outgoing: (outgoing) => outgoing,
  timeout_ms: (timeout_ms) => timeout_ms,
  verdict: (verdict) => verdict,
  record: (delivery) => delivery,
  oauth_request: (request) => request,
  oauth_response: (response) => response,
  control_request: (request) => request,
  control_answer: (text) => text,
};
