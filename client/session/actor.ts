import { findId } from '../replies/read-items.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isSuccess, type Exchange } from '../replies/exchange.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { isUnsent } from '../http/connection-closed.ts';
import { findOperation } from '../http/find-operation.ts';
import { decodePart } from '../read-url.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { Reply } from '../replies/reply.ts';

export type Query = Readonly<Record<string, string | number | boolean>>;

export interface RequestOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** A path below base_url with a leading slash, or an absolute URL. */
  path: string;
  query?: Query | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw_body?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to use a new connection. */
  fresh?: boolean | undefined;
}

/** What an actor needs from its context. */
export interface Backing {
  readonly http: HttpClient;
  readonly ledger: Ledger;
  readonly redactor: Redactor;
  readonly check: string;
  readonly signal: AbortSignal;
  readonly record: (exchange: Exchange) => void;
}

/** Who an actor is. */
interface Who {
  token: string | undefined;
  team_id?: string | undefined;
  user_id?: string | undefined;
  /** Returns a valid token, if tokens can expire within a run. */
  freshToken?: () => Promise<string | undefined>;
  /** Receives the status of each response. Returns the token to repeat the request with, if there is one. */
  onStatus?: (status: number, token: string) => Promise<string | undefined>;
}

/** Sends requests as one user or team, for one check. */
export class Actor {
  readonly name: ActorName | 'anonymous' | (string & {});
  readonly token: string | undefined;
  readonly team_id: string | undefined;
  readonly user_id: string | undefined;
  readonly #backing: Backing;
  readonly #freshToken: () => Promise<string | undefined>;
  readonly #onStatus: Who['onStatus'];

  constructor(name: string, who: Who, backing: Backing) {
    this.name = name;
    this.token = who.token;
    this.#freshToken = who.freshToken ?? (() => Promise.resolve(who.token));
    this.#onStatus = who.onStatus;
    this.team_id = who.team_id;
    this.user_id = who.user_id;
    this.#backing = backing;
  }

  async get(path: string, query?: Query): Promise<Reply> {
    return this.send({ method: 'GET', path, query });
  }

  async post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply> {
    return this.send({ method: 'POST', path, body, headers });
  }

  async patch(path: string, body?: unknown): Promise<Reply> {
    return this.send({ method: 'PATCH', path, body });
  }

  async delete(path: string): Promise<Reply> {
    return this.send({ method: 'DELETE', path });
  }

  /** Sends a request. Does not check the status. @throws TransportFault if there is no complete response */
  async send(asked: RequestOptions): Promise<Reply> {
    const token = await this.#freshToken();
    const reply = await this.#sendWith(token, asked);
    // A request with its own Authorization header proves nothing about the token.
    if (token === undefined || this.#onStatus === undefined || asked.headers?.['authorization'] !== undefined) return reply;
    const other = await this.#onStatus(reply.status, token);
    if (other === undefined) return reply;
    const repeated = await this.#sendWith(other, asked);
    // If a new token is rejected too, that is a finding.
    if (repeated.status !== 401) await this.#onStatus(repeated.status, other);
    return repeated;
  }

  async #sendWith(
    token: string | undefined,
    { method, path, query, body, raw_body, headers, fresh }: RequestOptions,
  ): Promise<Reply> {
    const { http, ledger, redactor, check, signal, record } = this.#backing;
    const payload = raw_body ?? (body === undefined ? undefined : JSON.stringify(body));
    // A request without a token changes nothing.
    const { creates, ends } = method === 'GET' || token === undefined ? NO_EFFECT : effectOf(method, path);
    // Recorded before the request is sent, so that a killed run knows what it may have created.
    const entry =
      creates === undefined ? undefined : ledger.begin({ kind: creates, actor: this.name, path, body: payload }, redactor);
    const sent = http.send({
      check,
      actor: this.name,
      method,
      path: query === undefined ? path : `${path}?${encodeQuery(query)}`,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: payload,
      signal,
      fresh,
    });
    const exchange = await sent.catch((error: unknown) => {
      if (isUnsent(error)) entry?.failed();
      throw error;
    });
    record(exchange);
    const is_success = isSuccess(exchange);
    if (is_success && ends !== undefined) ledger.undone(ends.kind, ends.id);
    const made = is_success ? findId(exchange.json, 'id', 'trade_id', 'bid_id') : undefined;
    if (made === undefined) entry?.failed();
    else entry?.made(made);
    return new Reply(exchange);
  }
}

function encodeQuery(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
}

/** What the ledger records if a request succeeds. */
interface Effect {
  readonly creates?: string | undefined;
  readonly ends?: { readonly kind: string; readonly id: string } | undefined;
}

const NO_EFFECT: Effect = {};

function effectOf(method: string, path: string): Effect {
  const operation = findOperation(method, path);
  if (operation === undefined) return NO_EFFECT;
  const { creates, ends: kind, path: template } = ENDPOINTS[operation];
  const id = path.split('/')[template.split('/').indexOf('{id}')];
  return { creates, ends: kind === undefined || id === undefined ? undefined : { kind, id: decodePart(id) } };
}
