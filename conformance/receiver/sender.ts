/** The line to a receiver: sends what it is given as it is, and survives whatever comes back. */
import { flattenHeaders } from '#client';
import { connect as connectTcp } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Dispatcher } from 'undici';
import { Agent, request } from 'undici';
import type { Exchange } from '#client';
import { RateLimiter, elapsedMs, nowMs, parseJson, timeLimit, wait } from '#client';
import type { Delivery } from './compose.ts';

/** How a delivery was answered. */
export interface Answer {
  readonly exchange: Exchange;
  readonly delivery: Delivery;
  /** 0 where none came. */
  readonly status: number;
  /** RTY-1 */
  readonly is_taken: boolean;
  /** RTY-3: the marketplace would try again. */
  readonly is_retried: boolean;
  /** Why there was no answer; undefined where there was one. */
  readonly fault: string | undefined;
  /** It had its time to answer, and did not. */
  readonly is_timeout: boolean;
  /** Whether nobody was there to answer: the name does not resolve, or the connection was refused. */
  readonly is_unreachable: boolean;
  /** What is wrong with the answer's body; undefined where nothing is. */
  readonly excess: string | undefined;
}

/** More of an answer's body is not read: nobody looks at it. */
const BODY_READ_MAX = 64 * 1024;
/** And it is not waited for longer than this. */
const BODY_PATIENCE_MS = 1_000;
const IMPATIENCE_MS = 20;
/** Between two pieces of a body that is sent in pieces. */
const BETWEEN_PIECES_MS = 40;
/** RTY-3 */
const RETRIED = new Set([0, 408, 429]);

export interface SendOptions {
  drill: string;
  signal: AbortSignal;
  /** Beside whatever else is under way: for bursts. */
  at_once?: boolean;
}

export class Sender {
  readonly #url: string;
  readonly #timeout_ms: number;
  readonly #agent: Agent;
  readonly #pace: RateLimiter;
  #number = 0;
  #body_patience_ms = BODY_PATIENCE_MS;

  constructor({ url, timeout_ms, max_in_flight }: { url: string; timeout_ms: number; max_in_flight: number }) {
    this.#url = url;
    this.#timeout_ms = timeout_ms;
    this.#pace = new RateLimiter(max_in_flight, Infinity);
    // A connection to oneself is cheap; one that is kept may be closed under a delivery, and that would be no fault of the receiver's.
    this.#agent = new Agent({ connect: { timeout: timeout_ms }, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });
  }

  get requests(): number {
    return this.#number;
  }

  /** Delivers, once. Redirects are not followed (RTY-12). Never throws, but for `signal`. */
  async send(delivery: Delivery, options: SendOptions): Promise<Answer> {
    const deed = async (): Promise<Answer> => this.#deliver(delivery, options);
    return options.at_once === true ? deed() : this.#pace.run(deed, options.signal);
  }

  /**
   * Sends a delivery, or the beginning of it, and hangs up without waiting for the answer.
   * @param share of the body that is sent; 1 is all of it
   */
  async hangUp({ body, headers }: Delivery, share: number): Promise<void> {
    this.#number += 1;
    const url = new URL(this.#url);
    const lines = Object.entries({ host: url.host, ...headers });
    const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
    await new Promise<void>((resolve) => {
      const to = { host: hostname, port, timeout: this.#timeout_ms };
      const socket = url.protocol === 'https:' ? connectTls({ ...to, servername: hostname }) : connectTcp(to);
      const leave = (): void => {
        socket.destroy();
        resolve();
      };
      socket.once('error', leave).once('timeout', leave);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        socket.end(Buffer.concat([Buffer.from(head), body.subarray(0, Math.floor(body.length * share))]), leave);
      });
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #deliver(delivery: Delivery, { drill, signal }: SendOptions): Promise<Answer> {
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
      script: delivery.script ?? '# No short script writes this delivery: the line that runs the drill again does.',
    };
    const began = elapsedMs();
    const limit = timeLimit(this.#timeout_ms, [signal]);
    const has_length = Object.keys(delivery.headers).some((name) => name.toLowerCase() === 'content-length');
    try {
      const answer = await request(this.#url, {
        method: 'POST',
        headers: { ...delivery.headers },
        body: has_length && delivery.cuts.length === 0 ? delivery.body : Readable.from(cut(delivery.body, delivery.cuts)),
        dispatcher: this.#agent,
        signal: limit,
      });
      const duration_ms = elapsedMs() - began;
      const { text, excess } = await readSome(answer, this.#body_patience_ms);
      // A receiver whose bodies do not end is not waited for each time.
      if (excess !== undefined) this.#body_patience_ms = IMPATIENCE_MS;
      const status = answer.statusCode;
      const exchange = { ...known, status, headers: flattenHeaders(answer.headers), text, json: parseJson(text), duration_ms };
      const is_retried = status >= 500 || RETRIED.has(status);
      return {
        exchange,
        delivery,
        status,
        is_taken: status >= 200 && status < 300,
        is_retried,
        fault: undefined,
        is_timeout: false,
        is_unreachable: false,
        excess,
      };
    } catch (error) {
      signal.throwIfAborted();
      const { fault, is_timeout = false, is_unreachable } = describeFault(error, this.#timeout_ms);
      const exchange = { ...known, status: 0, headers: {}, text: '', json: undefined, duration_ms: elapsedMs() - began };
      return {
        exchange,
        delivery,
        status: 0,
        is_taken: false,
        is_retried: true,
        fault,
        is_timeout,
        is_unreachable,
        excess: undefined,
      };
    }
  }
}

/** The pieces of a body, far enough apart to arrive one by one. */
async function* cut(body: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const to of [...cuts, body.length]) {
    yield body.subarray(from, to);
    from = to;
    await wait(BETWEEN_PIECES_MS);
  }
}

/** The status is what counts; of the body so much is read as anybody would look at. */
async function readSome(
  { body }: Dispatcher.ResponseData,
  patience_ms: number,
): Promise<{ text: string; excess: string | undefined }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let excess: string | undefined;
  const patience = timeLimit(patience_ms);
  patience.addEventListener('abort', () => body.destroy(), { once: true });
  try {
    for await (const chunk of body) {
      // Bodies of undici are streams of Buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      length += bytes.length;
      if (length <= BODY_READ_MAX) continue;
      excess = `its body is longer than ${BODY_READ_MAX / 1024} KiB`;
      break;
    }
  } catch {
    excess = `its body did not end within ${BODY_PATIENCE_MS / 1_000} s`;
  }
  body.destroy();
  return { text: Buffer.concat(chunks).subarray(0, BODY_READ_MAX).toString(), excess };
}

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there (connection refused)',
  ECONNRESET: 'it closed the connection without an answer',
  UND_ERR_SOCKET: 'it closed the connection without an answer',
  ENOTFOUND: 'its name does not resolve',
  EPIPE: 'it closed the connection without an answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too long',
};

/** Without a connection nothing can be said of the receiver. */
const UNREACHABLE: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

function describeFault(error: unknown, timeout_ms: number): { fault: string; is_timeout?: boolean; is_unreachable: boolean } {
  const within = `within ${timeout_ms / 1_000} s`;
  if (!(error instanceof Error)) return { fault: String(error), is_unreachable: false };
  if (error.name === 'TimeoutError') return { fault: `no answer came ${within}`, is_timeout: true, is_unreachable: false };
  const code = codeOf(error);
  const is_unreachable = UNREACHABLE.includes(code);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { fault: `no connection came about ${within}`, is_unreachable };
  const plain = `${error.message === '' ? error.name : error.message}${code === '' ? '' : ` (${code})`}`;
  return { fault: FAULTS[code] ?? plain, is_unreachable };
}

/** Where several addresses of a host were tried, each has failed with its own error. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return first instanceof Error ? codeOf(first) : '';
}
