/** A receiver that verifies deliveries, reports them, and optionally forwards them. */
import { flattenHeaders, type Arrival, type JsonObject } from '#client';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RESPONSE_BYTES_MAX as BODY_BYTES_MAX, nowMs, parseJson, timeLimit } from '#client';
import { Forwarder, type ForwardResult } from './forward.ts';
import { verifyDelivery, type VerifiedDelivery } from './verify-delivery.ts';
import { SeenIds } from './seen-ids.ts';
import { signAgain } from './sign-again.ts';

/** One delivery, its verdict, and its response. */
export interface Received extends VerifiedDelivery {
  readonly arrival: Arrival;
  /** How often this event id has come so far (SIG-7); undefined if the body has none. */
  readonly times: number | undefined;
  /** Undefined if it was not forwarded. */
  readonly forwarded: ForwardResult | undefined;
}

export interface ListenerOptions {
  host: string;
  /** 0 for a free one. */
  port: number;
  /** The secret. A delivery that arrives before it is known waits for it. If the promise is rejected, its connection is closed. */
  secret: Promise<string>;
  /** Where to forward deliveries. The sender gets the response of that receiver. If undefined, the verdict decides. */
  forward_to: string | undefined;
  /** The secret of the other receiver, if it differs. Valid deliveries are signed again with it. */
  forward_secret?: string | undefined;
  /** The statuses for valid deliveries, one after the other. The last one repeats. Default: 200. */
  statuses: readonly number[];
  onReceived: (received: Received) => void;
  /** Receives a sentence about each request that is not a delivery. */
  onStray: (what: string) => void;
}

const CONNECTIONS_MAX = 256;
const REQUEST_TIMEOUT_MS = 30_000;
/** How long closing waits for deliveries in progress: a little longer than a forwarded one can take (RTY-5). */
const GRACE_MS = 11_000;

export class Listener {
  readonly #server: Server;
  readonly #options: ListenerOptions;
  readonly #forwarder: Forwarder | undefined;
  readonly #seen = new SeenIds();
  #count = 0;
  #good = 0;

  private constructor(server: Server, options: ListenerOptions) {
    this.#server = server;
    this.#options = options;
    this.#forwarder = options.forward_to === undefined ? undefined : new Forwarder(options.forward_to);
  }

  /** @throws the system's error if it cannot listen at the address */
  static async open(options: ListenerOptions): Promise<Listener> {
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS });
    server.maxConnections = CONNECTIONS_MAX;
    const listener = new Listener(server, options);
    server.on('request', (request, response) => {
      listener.#serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.host, resolve);
    });
    return listener;
  }

  get url(): string {
    // A listening TCP server has an address with a port.
    const { port } = this.#server.address() as AddressInfo;
    const { host } = this.#options;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
  }

  get counts(): { deliveries: number; good: number } {
    return { deliveries: this.#count, good: this.#good };
  }

  /** Accepts no more deliveries, and finishes those in progress. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    this.#server.closeIdleConnections();
    timeLimit(GRACE_MS).addEventListener('abort', () => {
      this.#server.closeAllConnections();
    });
    await closed;
    await this.#forwarder?.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    // Health checks are not reported.
    if (method === 'HEAD' || method === 'OPTIONS') {
      response.writeHead(200, { allow: 'POST' }).end();
      return;
    }
    const at_ms = nowMs();
    const raw = await readDelivery(request);
    if (raw === 'cut_off') {
      this.#options.onStray(`${method} ${request.url ?? ''}: the connection was closed before the whole body arrived.`);
      return;
    }
    if (raw === 'too_long') {
      this.#options.onStray(
        `${method} ${request.url ?? ''}: the body is longer than ${BODY_BYTES_MAX / 1024 / 1024} MiB; returned 413.`,
      );
      respond(response, 413, { error: 'body_too_long' }, { connection: 'close' });
      return;
    }
    if (method !== 'POST') {
      this.#options.onStray(`${method} ${request.url ?? ''} is not a delivery, which is a POST; returned 405.`);
      respond(response, 405, { error: 'method_not_allowed', message: 'Send deliveries with POST.' }, { allow: 'POST' });
      return;
    }
    await this.#take({ at_ms, request, raw }, response);
  }

  async #take(
    { at_ms, request, raw }: { at_ms: number; request: IncomingMessage; raw: Buffer },
    response: ServerResponse,
  ): Promise<void> {
    this.#count += 1;
    const text = raw.toString('utf8');
    const plain = {
      n: this.#count,
      at_ms,
      stalled_ms: 0,
      method: 'POST',
      target: request.url ?? '',
      headers: flattenHeaders(request.headers),
      raw,
      text,
      json: parseJson(text),
      answered_at_ms: undefined,
      given_up_at_ms: undefined,
    };
    const verified = verifyDelivery({ ...plain, answered: 0 }, await this.#options.secret);
    const { verdict, id } = verified;
    const times = id === undefined ? undefined : this.#seen.count(id);
    if (verdict.valid) this.#good += 1;
    const status = verdict.valid ? this.#nextStatus(this.#good) : 400;
    const { forward_secret } = this.#options;
    const raw_headers =
      forward_secret === undefined ? request.rawHeaders : signAgain(request.rawHeaders, raw, verdict, forward_secret);
    const forwarded = await this.#forwarder?.forward(raw, raw_headers);
    const answered = forwarded === undefined ? status : forwarded.kind === 'response' ? forwarded.status : 502;
    if (forwarded?.kind === 'response') handBack(response, forwarded);
    else if (forwarded !== undefined) respond(response, answered, { error: 'no_answer', message: forwarded.message });
    // SIG-4
    else if (!verdict.valid) respond(response, answered, { error: verdict.reason, message: verdict.message });
    else respond(response, answered, { received: true });
    this.#options.onReceived({ ...verified, arrival: { ...plain, answered }, times, forwarded });
  }

  /** @param nth number of the valid delivery, from 1 */
  #nextStatus(nth: number): number {
    const { statuses } = this.#options;
    return statuses[Math.min(nth, statuses.length) - 1] ?? 200;
  }
}

/** The body as it arrived, or why there is none. */
async function readDelivery(request: IncomingMessage): Promise<Buffer | 'cut_off' | 'too_long'> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) return 'too_long';
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Keep the stream when reading ends early: the response uses the same connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      // Bodies of requests are streams of Buffers.
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > BODY_BYTES_MAX) return 'too_long';
      chunks.push(bytes);
    }
  } catch {
    return 'cut_off';
  }
  return Buffer.concat(chunks);
}

/** Returns the response of the other receiver. A long body was cut, so the Content-Length is a new one. */
function handBack(response: ServerResponse, { status, headers, body }: Extract<ForwardResult, { kind: 'response' }>): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

function respond(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
