/** Stands between the client and the mock: sees every request with its secrets, and can disturb it. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { LocalServer } from '#client';
import { flattenHeaders, elapsedMs, openLocalServer } from '#client';
import type { ExchangeResponse, ClientRequest, Exchange, Purpose } from './exchange.ts';
import { purposeOf } from './exchange.ts';

const REQUESTS_MAX = 1_000;
const BODY_BYTES_MAX = 2 * 1024 ** 2;
/** Headers that the proxy writes itself, or that belong to one connection only. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Cuts the connection instead of responding. */
export const CUT = Symbol('cut');
/** Cuts it in the middle of the response. */
interface Truncated {
  readonly truncated: ExchangeResponse;
}

export type Outcome = ExchangeResponse | Truncated | typeof CUT;
/** Lets the mock carry out the request. @param path instead of the requested one */
export type Forward = (path?: string) => Promise<ExchangeResponse>;

/** Something that happens to requests instead of, or around, what the mock does. */
export interface Disturbance {
  /** For the log: `response lost`. */
  readonly name: string;
  readonly isFor: (request: ClientRequest) => boolean;
  /** @param closed resolves when the client has closed the connection */
  readonly handle: (request: ClientRequest, forward: Forward, closed: Promise<void>) => Promise<Outcome>;
  /** Default: no limit. */
  readonly count?: number;
}

export interface Armed {
  readonly disturbance: Disturbance;
  hits: number;
}

export const isFor =
  (...purposes: readonly Purpose[]): Disturbance['isFor'] =>
  ({ purpose }) =>
    purposes.includes(purpose);

export class Proxy {
  readonly origin: string;
  readonly #server: LocalServer;
  readonly #target_port: number;
  readonly #exchanges: Exchange[] = [];
  #armed: Armed[] = [];
  #open = 0;
  #arrived = 0;
  #stage_from = 0;
  #last_ms = elapsedMs();
  readonly #onFlood: () => void;
  /** After this many requests, the client is flooding the proxy: it gets 429, and the stage ends. */
  requests_max = REQUESTS_MAX;
  /** An error in a disturbance of the stage, or of the mock, which is not a finding about the client. */
  fault: unknown;

  private constructor(local: LocalServer, target_port: number, onFlood: () => void) {
    this.#server = local;
    this.#target_port = target_port;
    this.#onFlood = onFlood;
    this.origin = local.origin;
    local.server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response));
  }

  /** @param target the origin of the mock */
  static async open(target: string, onFlood: () => void): Promise<Proxy> {
    return new Proxy(await openLocalServer(), Number(new URL(target).port), onFlood);
  }

  /** Everything since the beginning of the stage. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** The time since the last request or response, in ms; 0 while one is open. */
  get quiet_ms(): number {
    return this.#open > 0 ? 0 : elapsedMs() - this.#last_ms;
  }

  beginStage(): void {
    this.#exchanges.length = 0;
    this.#armed = [];
    this.#stage_from = this.#arrived;
    this.requests_max = REQUESTS_MAX;
    this.fault = undefined;
  }

  arm(disturbance: Disturbance): Armed {
    const armed = { disturbance, hits: 0 };
    this.#armed.push(armed);
    return armed;
  }

  disarm(armed: Armed): void {
    this.#armed = this.#armed.filter((other) => other !== armed);
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#arrived += 1;
    this.#open += 1;
    const began_ms = elapsedMs();
    this.#last_ms = began_ms;
    response.on('error', () => undefined);
    try {
      const request = await readRequest(message, this.#arrived);
      if (request === undefined) return;
      const closed = new Promise<void>((resolve) => {
        response.once('close', resolve);
      });
      const { outcome, disturbed_by } = await this.#respond(request, closed);
      const reply = outcome === CUT || 'truncated' in outcome ? undefined : outcome;
      this.#exchanges.push({ ...request, began_ms, ended_ms: elapsedMs(), response: reply, disturbed_by });
      write(message, response, outcome);
    } finally {
      this.#open -= 1;
      this.#last_ms = elapsedMs();
    }
  }

  async #respond(request: ClientRequest, closed: Promise<void>): Promise<{ outcome: Outcome; disturbed_by: string | undefined }> {
    if (request.n - this.#stage_from > this.requests_max) {
      if (request.n - this.#stage_from === this.requests_max + 1) this.#onFlood();
      return { outcome: refusal(429, 'too_many_requests', 'Too many requests.'), disturbed_by: 'flood' };
    }
    const forward: Forward = async (path = request.path) => this.#forward({ ...request, path });
    const armed = this.#hit(request);
    if (armed === undefined) return { outcome: await forward(), disturbed_by: undefined };
    const { name: disturbed_by, handle } = armed.disturbance;
    try {
      return { outcome: await handle(request, forward, closed), disturbed_by };
    } catch (error) {
      this.fault ??= error;
      return { outcome: refusal(502, 'bad_gateway', 'The stage failed.'), disturbed_by };
    }
  }

  #hit(request: ClientRequest): Armed | undefined {
    const armed = this.#armed.find(
      ({ disturbance, hits }) => disturbance.isFor(request) && hits < (disturbance.count ?? Infinity),
    );
    if (armed !== undefined) armed.hits += 1;
    return armed;
  }

  async #forward({ method, path, headers, body }: ClientRequest): Promise<ExchangeResponse> {
    // The control plane of the mock is not the client's business.
    if (!/^\/(?:v1|oauth|\.well-known)\//.test(path)) return refusal(404, 'not_found', `There is nothing at ${path}.`);
    const options = { host: '127.0.0.1', port: this.#target_port, method, path, headers, agent: false };
    try {
      const request = openRequest(options)
        // `once` reports an error before the response, and the stream of the body a later one.
        .on('error', () => undefined)
        .end(body);
      // The event carries the response.
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return { status: response.statusCode ?? 0, headers: endToEndHeaders(response), body: await text(response) };
    } catch (error) {
      this.fault ??= error;
      return refusal(502, 'bad_gateway', 'The mock did not respond.');
    }
  }
}

async function readRequest(message: IncomingMessage, n: number): Promise<ClientRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Without an encoding, a request yields buffers.
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const { method = 'GET', url: path = '/' } = message;
  const headers = endToEndHeaders(message);
  const body = Buffer.concat(chunks).toString('utf8');
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return { n, purpose: purposeOf(method, path), method, path, headers: { ...headers, ...length }, body };
}

function endToEndHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(flattenHeaders(headers)).filter(([name]) => !HOP_BY_HOP.has(name)));
}

function write(message: IncomingMessage, response: ServerResponse, outcome: Outcome): void {
  if (outcome === CUT) {
    message.socket.resetAndDestroy();
    return;
  }
  const { status, headers, body } = 'truncated' in outcome ? outcome.truncated : outcome;
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, 'content-length': length });
  if (!('truncated' in outcome)) {
    response.end(body);
    return;
  }
  response.write(Buffer.from(body).subarray(0, length / 2), () => message.socket.destroy());
}

/** An error as the API writes it. */
export function refusal(
  status: number,
  code: string,
  message: string,
  extra: { headers?: Readonly<Record<string, string>>; errors?: readonly { field: string; message: string }[] } = {},
): ExchangeResponse {
  const { headers = {}, errors } = extra;
  const error = { status, code, message, ...(errors === undefined ? {} : { errors }) };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ error }) };
}
