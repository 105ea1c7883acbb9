/** The HTTP client for the target, with time, size, and rate limits. */
import { UNCOMPRESSED, flattenHeaders } from './flatten-headers.ts';
import { randomBytes } from 'node:crypto';
import type { Dispatcher, request } from 'undici';
import { THIS_MACHINE, elapsedMs, nowIso, nowMs, withTimeLimit, type Machine } from '../clock.ts';
import { Breach, TargetDown, TransportFault } from '../replies/findings.ts';
import type { Settings } from '../settings/settings.ts';
import { isConnectionLost, isLostRequest, repeatIfLost } from './connection-closed.ts';
import type { Exchange } from '../replies/exchange.ts';
import { findOperation } from './find-operation.ts';
import { GatewayRepeats } from './gateway-repeats.ts';
import { openAgent } from './proxies.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RetryAfter } from './retry-after.ts';
import { readBytes } from './read-bytes.ts';
import { TOO_MANY, readJson } from './read-json.ts';
import { readUrl } from '../read-url.ts';
import { makeTraceparent } from './traceparent.ts';

interface HttpRequest {
  check: string;
  actor: string;
  method: string;
  /** An absolute URL, or a path below base_url with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** The raw body. */
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Whether to use a new connection, for races. */
  fresh?: boolean | undefined;
}

/** Where a request goes. */
interface Target {
  url: string;
  /** The path below `base_url`, without the query; empty if it is elsewhere. */
  path: string;
}

/** What sends requests: undici. */
interface Transport {
  request: typeof request;
  agent: Dispatcher;
}

/** After this many consecutive failures, the target counts as down. */
const FAULTS_IN_A_ROW_MAX = 3;

/** The mean duration of requests follows about this many of the newest ones. */
const RECENT = 20;

export class HttpClient {
  readonly #settings: Settings;
  readonly #machine: Machine;
  /** Opened by the first request, because undici takes time to load, and commands such as `explain` send none. */
  #transport: Promise<Transport> | undefined;
  /** Pools whose idle connections are not used any more. */
  readonly #retired: Promise<Transport>[] = [];
  readonly #limiter: RateLimiter;
  readonly #retry_after: RetryAfter;
  readonly #gateway_repeats: GatewayRepeats;
  readonly #origins: ReadonlySet<string>;
  readonly #base_path: string;
  readonly #watchers: ((exchange: Exchange) => void)[] = [];
  /** The part that the trace ids of this client share. */
  readonly #trace = randomBytes(12).toString('hex');
  #number = 0;
  #faults_in_a_row = 0;
  /** The time of the first of them. */
  #silent_since = '';
  /** The number of the newest request at the last failure. */
  #number_at_fault = 0;
  #stop_reason: string | undefined;
  /** False after a request was lost with its connection: a server can close idle connections sooner than it says. Each request then has a new one. */
  #reuses_connections = true;
  #ended = 0;
  #mean_request_ms = 0;

  /** @param machine clock and timers. Tests can replace them */
  constructor(settings: Settings, machine: Machine = THIS_MACHINE) {
    this.#settings = settings;
    this.#machine = machine;
    this.#retry_after = new RetryAfter(machine);
    this.#gateway_repeats = new GatewayRepeats(machine);
    this.#origins = originsOf(settings);
    this.#base_path = new URL(settings.base_url).pathname;
    this.#limiter = new RateLimiter(settings.max_in_flight, settings.requests_per_second, machine);
  }

  get requests(): number {
    return this.#number;
  }

  /** How long recent calls of `send` took, in milliseconds, with waits for the rate limit, repeats, and failures. 0 before the first. */
  get mean_request_ms(): number {
    return this.#mean_request_ms;
  }

  /** What the rate limit and the gateway of the target cost the run, each in a sentence. Empty if nothing. */
  describeRepeats(): readonly string[] {
    return [...this.#retry_after.describe(), ...this.#gateway_repeats.describe()];
  }

  /** Why the client has stopped sending; undefined while the target responds. */
  get stop_reason(): string | undefined {
    return this.#stop_reason;
  }

  /** Calls the listener with every exchange, in order of completion. */
  watch(watcher: (exchange: Exchange) => void): void {
    this.#watchers.push(watcher);
  }

  /**
   * Sends a request. Repeats it after a 429, and after a 503 with `Retry-After`; a GET also after an error of a gateway. Does not follow redirects
   * or check the status.
   * @throws TransportFault if there is no complete response, or only 429
   * @throws Breach, without sending, if the origin is not a configured one
   */
  async send(asked: HttpRequest): Promise<Exchange> {
    const target = this.#resolve(asked.path);
    const isLost = (error: unknown): boolean => asked.method === 'GET' && this.#stop_reason === undefined && isLostRequest(error);
    const began = this.#machine.elapsedMs();
    const exchangeOnce = async (): Promise<Exchange> => repeatIfLost(async () => this.#exchange(asked, target), isLost);
    const sendOnce = async (): Promise<Exchange> => {
      const one = await this.#limiter.run(exchangeOnce, asked.signal);
      for (const watcher of this.#watchers) watcher(one);
      if (one.status === 429) this.#limiter.slowDown();
      return one;
    };
    const repeated = this.#retry_after.repeat(
      async () => (asked.method === 'GET' ? this.#gateway_repeats.repeat(sendOnce, asked.signal) : sendOnce()),
      asked.signal,
    );
    const exchange = await repeated.finally(() => {
      this.#learnDuration(this.#machine.elapsedMs() - began);
    });
    if (exchange.status !== 429) return exchange;
    throw new TransportFault(`${asked.method} ${target.url}: the target kept returning 429; slow down with --rps`);
  }

  /** Idle connections of the old pool can have been closed too. Its requests in progress go on. */
  #replaceConnections(): void {
    if (!this.#reuses_connections) return;
    this.#reuses_connections = false;
    if (this.#transport !== undefined) this.#retired.push(this.#transport);
    this.#transport = undefined;
  }

  #learnDuration(ms: number): void {
    this.#ended += 1;
    this.#mean_request_ms += (ms - this.#mean_request_ms) / Math.min(this.#ended, RECENT);
  }

  /** URLs can come from the target, but tokens must only go to the configured origins. */
  #resolve(path: string): Target {
    const url = /^https?:/i.test(path) ? path : `${this.#settings.base_url}${path}`;
    const { origin, pathname } = readUrl(url) ?? {};
    if (origin !== undefined && pathname !== undefined && this.#origins.has(origin)) {
      return { url, path: pathname.startsWith(this.#base_path) ? pathname.slice(this.#base_path.length) : '' };
    }
    throw new Breach({
      message: `The target leads to ${origin ?? url}, which is not a configured origin: nothing was sent there.`,
      expected: `an address below ${[...this.#origins].join(' or ')}`,
      observed: url,
      likely_cause: 'it builds links from a request header, or from its host name behind a proxy',
    });
  }

  async close(): Promise<void> {
    for (const transport of [...this.#retired, this.#transport]) await (await transport)?.agent.destroy();
  }

  async #openTransport(): Promise<Transport> {
    const undici = await import('undici');
    const agent = openAgent(undici, {
      connect: { timeout: this.#settings.request_timeout_ms },
      headersTimeout: 0,
      bodyTimeout: 0,
      // 0 keeps no connection alive.
      pipelining: this.#reuses_connections ? 1 : 0,
    });
    return { request: undici.request, agent };
  }

  async #exchange(asked: HttpRequest, { url, path }: Target): Promise<Exchange> {
    if (this.#stop_reason !== undefined) throw new TargetDown(this.#stop_reason);
    this.#transport ??= this.#openTransport();
    const transport = await this.#transport;
    this.#number += 1;
    const known = {
      number: this.#number,
      check: asked.check,
      actor: asked.actor,
      operation: findOperation(asked.method, path),
      method: asked.method,
      url,
      request_headers: { traceparent: makeTraceparent(this.#trace, this.#number), ...asked.headers },
      request_body: asked.body,
      sent_at_ms: nowMs(),
    };
    const began = elapsedMs();
    try {
      const received = await this.#receive(transport, url, { ...asked, headers: known.request_headers });
      const { json, unseen } = readJson(received.text);
      if (unseen === TOO_MANY) throw new Error(`the response has ${TOO_MANY}`);
      this.#faults_in_a_row = 0;
      return { ...known, ...received, json, ...(unseen === undefined ? {} : { unseen }), duration_ms: elapsedMs() - began };
    } catch (error) {
      asked.signal?.throwIfAborted();
      if (isConnectionLost(error)) this.#replaceConnections();
      const message = describe(error, this.#settings.request_timeout_ms);
      this.#countFault(known.number, message);
      throw new TransportFault(`${asked.method} ${url}: ${message}`, { cause: error });
    }
  }

  /** Sends a request and reads its response, within the time limit. */
  async #receive(
    { request, agent: dispatcher }: Transport,
    url: string,
    { method, headers, body, fresh, signal: stop }: HttpRequest,
  ): Promise<Pick<Exchange, 'status' | 'headers' | 'text'>> {
    return withTimeLimit(this.#settings.request_timeout_ms, stop, async (signal) => {
      const response = await request(url, {
        // undici's type has only known methods, but any token is legal.
        method: method as 'GET',
        headers: { ...UNCOMPRESSED, ...headers },
        ...(body === undefined ? {} : { body }),
        dispatcher,
        signal,
        ...(fresh === true ? { reset: true } : {}),
      });
      const text = (await readBytes(response.body)).toString('utf8');
      return { status: response.statusCode, headers: flattenHeaders(response.headers), text };
    });
  }

  #countFault(number: number, message: string): void {
    // Concurrent requests that fail together count as one failure.
    if (number <= this.#number_at_fault) return;
    this.#number_at_fault = this.#number;
    this.#faults_in_a_row += 1;
    if (this.#faults_in_a_row === 1) this.#silent_since = nowIso().replace(/\.\d+/, '');
    if (this.#faults_in_a_row >= FAULTS_IN_A_ROW_MAX) {
      const why = `${FAULTS_IN_A_ROW_MAX} consecutive requests got no response; the last error: ${message.replace(/\.$/, '')}`;
      this.#stop_reason ??= `the target stopped responding at ${this.#silent_since} (${why})`;
    }
  }
}

function originsOf({ base_url, auth_url }: Settings): ReadonlySet<string> {
  return new Set([base_url, ...(auth_url === undefined ? [] : [auth_url])].map((url) => new URL(url).origin));
}

function describe(error: unknown, timeout_ms: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no complete response within ${timeout_ms / 1_000} s.`;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message === '' ? error.name : error.message}${code}.`;
}
