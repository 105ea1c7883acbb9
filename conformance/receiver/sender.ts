/** Sends deliveries to a receiver, and handles every kind of response. */
import { once } from 'node:events';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  describeThrown,
  RateLimiter,
  elapsedMs,
  flattenHeaders,
  nowMs,
  parseJson,
  timeLimit,
  wait,
  type Exchange,
} from '#client';
import type { Delivery } from './compose.ts';
import { useOf, type Connection, type Use } from './connection.ts';

export interface ReceiverResult {
  readonly exchange: Exchange;
  readonly delivery: Delivery;
  /** 0 if there was no response. */
  readonly status: number;
  /** RTY-1 */
  readonly is_accepted: boolean;
  /** RTY-3: the marketplace would send the event again. */
  readonly is_retried: boolean;
  readonly fault: string | undefined;
  readonly is_timeout: boolean;
  /** The name does not resolve, or no connection was made. */
  readonly is_unreachable: boolean;
  /** What is wrong with the response apart from its status. */
  readonly excess: string | undefined;
  /** How it used a connection that can carry several deliveries; undefined if it had its own, or there was no response. */
  readonly use: Use | undefined;
}

/** Read this much of a response's body, and wait this long for it: the status is what counts. */
const BODY_READ_MAX = 64 * 1024;
const BODY_PATIENCE_MS = 1_000;
/** The patience with later responses of a receiver whose bodies do not end. */
const IMPATIENCE_MS = 20;
const BETWEEN_PIECES_MS = 40;
/** Longer than a slow network takes, and shorter than servers wait for the next piece. */
const BETWEEN_BYTES_MS = 200;
/** RTY-3 */
const RETRIED = new Set([0, 408, 429]);

interface SendOptions {
  drill: string;
  signal: AbortSignal;
  /** Do not count it against the limit of concurrent deliveries. */
  at_once?: boolean;
  /** Send it on this connection, after the others. Default: on its own. */
  connection?: Connection | undefined;
}

export class Sender {
  readonly #url: string;
  readonly #timeout_ms: number;
  readonly #pace: RateLimiter;
  readonly #in_flight = new Set<Promise<unknown>>();
  #number = 0;
  #body_patience_ms = BODY_PATIENCE_MS;
  /** While a delivery is sent alone, others wait for this. */
  #alone: Promise<unknown> = Promise.resolve();

  constructor({ url, timeout_ms, max_in_flight }: { url: string; timeout_ms: number; max_in_flight: number }) {
    this.#url = url;
    this.#timeout_ms = timeout_ms;
    this.#pace = new RateLimiter(max_in_flight, Infinity);
  }

  get requests(): number {
    return this.#number;
  }

  /** Sends a delivery once. Does not follow redirects (RTY-12). @throws only the reason of `signal` */
  async send(delivery: Delivery, options: SendOptions): Promise<ReceiverResult> {
    await this.#alone;
    const deliver = async (): Promise<ReceiverResult> => this.#deliver(delivery, options);
    const response = options.at_once === true ? deliver() : this.#pace.run(deliver, options.signal);
    this.#in_flight.add(response);
    return response.finally(() => this.#in_flight.delete(response));
  }

  /** Sends a delivery while no other one waits for its response. @throws only the reason of `signal` */
  async sendAlone(delivery: Delivery, options: SendOptions): Promise<ReceiverResult> {
    const send = async (): Promise<ReceiverResult> => {
      await Promise.allSettled(this.#in_flight);
      return this.#deliver(delivery, options);
    };
    const response = this.#alone.then(send);
    this.#alone = response.catch(() => undefined);
    return response;
  }

  /**
   * Sends a delivery, or the beginning of it, and disconnects without waiting for the response.
   * @param share of the body to send; 1 is all of it
   */
  async sendAndDisconnect({ body, headers }: Delivery, share: number): Promise<void> {
    this.#number += 1;
    const request = this.#open(headers, timeLimit(this.#timeout_ms));
    const part = body.subarray(0, Math.floor(body.length * share));
    await new Promise<void>((resolve) => {
      request.once('error', () => {
        resolve();
      });
      request.flushHeaders();
      request.write(part, () => {
        resolve();
      });
    });
    request.destroy();
  }

  /** Sends the body byte by byte, and never the last one. Disconnects when `signal` aborts. */
  async sendSlowly({ body, headers }: Delivery, signal: AbortSignal): Promise<void> {
    this.#number += 1;
    const request = this.#open(headers, signal);
    request.flushHeaders();
    for (const byte of body.subarray(0, -1)) {
      if (request.destroyed) return;
      request.write(Uint8Array.of(byte));
      await wait(BETWEEN_BYTES_MS, signal).catch(() => undefined);
    }
    request.destroy();
  }

  /** A delivery has its own connection unless a drill wants it otherwise: a receiver may close an idle one at any time, which would be no fault. */
  #open(headers: Readonly<Record<string, string>>, signal: AbortSignal, connection?: Connection): ClientRequest {
    const open = new URL(this.#url).protocol === 'https:' ? requestHttps : requestHttp;
    const agent = connection?.agent ?? false;
    return open(this.#url, { method: 'POST', headers, agent, signal }).on('error', () => undefined);
  }

  async #deliver(delivery: Delivery, { drill, signal, connection }: SendOptions): Promise<ReceiverResult> {
    this.#number += 1;
    const known = {
      number: this.#number,
      check: drill,
      actor: 'the marketplace',
      operation: undefined,
      method: 'POST',
      url: this.#url,
      request_headers: delivery.headers,
      request_body: delivery.body.toString(),
      sent_at_ms: nowMs(),
      script: delivery.script ?? '# This delivery has no short script. To send it again, rerun the drill.',
    };
    const began = elapsedMs();
    const limit = timeLimit(this.#timeout_ms, [signal]);
    try {
      const request = this.#open(delivery.headers, limit, connection);
      const interim = new Set<number>();
      const errors: string[] = [];
      request.on('error', (error) => errors.push(codeOf(error)));
      request.on('information', ({ statusCode }) => {
        interim.add(statusCode);
      });
      // The event carries the response.
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      const [[response]] = await Promise.all([answered, writeBody(request, delivery)]);
      const duration_ms = elapsedMs() - began;
      const { text, excess } = await readSome(response, this.#body_patience_ms);
      if (excess !== undefined) this.#body_patience_ms = IMPATIENCE_MS;
      // Responses of a client have a status.
      const status = response.statusCode ?? 0;
      const headers = flattenHeaders(response.headers);
      return {
        exchange: { ...known, status, headers, text, json: parseJson(text), duration_ms },
        delivery,
        status,
        is_accepted: status >= 200 && status < 300,
        is_retried: status >= 500 || RETRIED.has(status),
        fault: undefined,
        is_timeout: false,
        is_unreachable: false,
        excess: interim.has(100)
          ? UNASKED_CONTINUE
          : (excess ?? (errors.some((code) => code.startsWith('HPE_')) ? FOLLOWED : undefined)),
        use: connection === undefined ? undefined : useOf(request, response),
      };
    } catch (error) {
      signal.throwIfAborted();
      const exchange = { ...known, status: 0, headers: {}, text: '', json: undefined, duration_ms: elapsedMs() - began };
      const fault = describeFault(error, limit.aborted, this.#timeout_ms);
      return { exchange, delivery, status: 0, is_accepted: false, is_retried: true, excess: undefined, use: undefined, ...fault };
    }
  }
}

const FOLLOWED = 'more bytes come after its end, such as a body after 204, or more of it than Content-Length says';
const UNASKED_CONTINUE = 'it sent 100 Continue, although the request did not ask for it';

/** Sends the pieces of a body far enough apart to arrive one by one. */
async function writeBody(request: ClientRequest, { body, cuts, headers }: Delivery): Promise<void> {
  // Node adds the length of a body that is written at once, unless the request says how it is transferred.
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'content-length')) request.flushHeaders();
  let from = 0;
  for (const to of cuts) {
    request.write(body.subarray(from, to));
    from = to;
    await wait(BETWEEN_PIECES_MS);
  }
  request.end(body.subarray(from));
}

async function readSome(response: IncomingMessage, patience_ms: number): Promise<{ text: string; excess: string | undefined }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let excess: string | undefined;
  const patience = timeLimit(patience_ms);
  patience.addEventListener('abort', () => response.destroy(), { once: true });
  try {
    for await (const chunk of response) {
      // Responses without an encoding are streams of Buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      length += bytes.length;
      if (length <= BODY_READ_MAX) continue;
      excess = `its body is longer than ${BODY_READ_MAX / 1024} KiB`;
      break;
    }
  } catch {
    excess = patience.aborted
      ? `its body did not end within ${patience_ms / 1_000} s`
      : 'the connection was closed in the middle of its body';
  }
  response.destroy();
  return { text: Buffer.concat(chunks).subarray(0, BODY_READ_MAX).toString(), excess };
}

/** Longer pauses would let a drill run out of time. */
const LONGEST_PAUSE_SECONDS = 5;

/** How long a rate limit asks to wait, up to a few seconds. */
export function askedPauseMs({ exchange: { headers } }: ReceiverResult): number {
  const seconds = Number(headers['retry-after']);
  return seconds > 0 && seconds <= LONGEST_PAUSE_SECONDS ? seconds * 1_000 : 0;
}

/** Error codes that mean that nothing can be said about the receiver, because there was no connection. */
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name does not resolve',
  ECONNRESET: 'it closed the connection without a response',
  EPIPE: 'it closed the connection without a response',
  HPE_HEADER_OVERFLOW: 'the headers of its response are too long',
};

function describeFault(
  error: unknown,
  is_late: boolean,
  timeout_ms: number,
): Pick<ReceiverResult, 'fault' | 'is_timeout' | 'is_unreachable'> {
  if (is_late) return { fault: `no response within ${timeout_ms / 1_000} s`, is_timeout: true, is_unreachable: false };
  const code = codeOf(error);
  const plain = describeThrown(error);
  const fault = FAULTS[code] ?? (code.startsWith('HPE_') ? `its response is not HTTP (${plain})` : plain);
  return { fault, is_timeout: false, is_unreachable: UNREACHABLE.includes(code) };
}

/** If several addresses of a host were tried, each failed with a separate error. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
