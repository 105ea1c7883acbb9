import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Alarm } from '../../ports/timer.ts';
import type { Resolve } from './addresses.ts';
import { PrivateAddressError, isPrivateHost, makePublicLookup } from './addresses.ts';
import type { Reply } from './outcome.ts';

/** One request to a receiver. */
export interface Outgoing {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface SenderOptions {
  /** RTY-5: from the first packet to the end of the response, in ms of the machine's clock. */
  timeout_ms: number;
  /** Whether private addresses are rejected (WHK-11). */
  is_shared: boolean;
  /** How a shared mock resolves the name of a receiver. Default: by the system. */
  resolve?: Resolve | undefined;
}

/** How many bytes of a response body are read. A connection can be reused only if its response was read to the end. */
export const RESPONSE_BYTES_MAX = 65_536;
/** How many bytes of it are recorded, for people who look for the cause of a failure. */
const RESPONSE_BYTES_KEPT = 4_096;
/** A short time, because a receiver may close an idle connection at any moment. */
const KEEP_ALIVE_MS = 1_000;
const KEPT_ALIVE = { keepAlive: true, timeout: KEEP_ALIVE_MS };

/** The abort reason of an attempt that took too long. */
const LATE = Symbol('late');

export class Sender {
  readonly #options: SenderOptions;
  readonly #agents = { 'http:': new HttpAgent(KEPT_ALIVE), 'https:': new HttpsAgent(KEPT_ALIVE) };

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** The default timeout of `post`. */
  get timeout_ms(): number {
    return this.#options.timeout_ms;
  }

  /**
   * Posts once, follows no redirect (RTY-12), and never throws.
   * @param stop aborts the attempt. The result is then undefined, and the receiver may or may not have received the delivery
   */
  async post(outgoing: Outgoing, stop: AbortController, timeout_ms: number = this.timeout_ms): Promise<Reply | undefined> {
    const timeout = new Alarm(() => {
      stop.abort(LATE);
    });
    timeout.set(timeout_ms);
    try {
      return { kind: 'response', ...(await this.#exchange(outgoing, stop.signal)) };
    } catch (error) {
      if (!stop.signal.aborted) return explain(error);
      // RTY-3, RTY-5
      return stop.signal.reason === LATE ? { kind: 'silence', reason: `No response within ${timeout_ms} ms.` } : undefined;
    } finally {
      timeout.clear();
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** @throws if there is no response */
  async #exchange({ url, headers, body }: Outgoing, signal: AbortSignal): Promise<{ status: number; body: string }> {
    const target = new URL(url);
    const { is_shared, resolve } = this.#options;
    // WHK-11: an address in the URL itself is never looked up.
    if (is_shared && isPrivateHost(target.hostname)) throw new PrivateAddressError(target.hostname);
    const options = { method: 'POST', headers, signal, ...(is_shared ? { lookup: makePublicLookup(resolve) } : {}) };
    const response = await this.#request(target, options, body);
    if (typeof response === 'number') return { status: response, body: '' };
    // A response from a client request has a status.
    return { status: response.statusCode ?? 0, body: await readBody(response) };
  }

  /** @returns the response, or the status of the last interim response if no other came (RTY-12) */
  #request(target: URL, options: RequestOptions, body: string): Promise<IncomingMessage | number> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | number>();
    let interim_status: number | undefined;
    const request =
      target.protocol === 'https:'
        ? requestHttps(target, { ...options, agent: this.#agents['https:'] })
        : requestHttp(target, { ...options, agent: this.#agents['http:'] });
    request
      .on('response', resolve)
      // RFC 9110, section 15.2: any number of interim responses can come first.
      .on('information', ({ statusCode }) => {
        interim_status = statusCode;
      })
      .on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy();
        resolve(statusCode);
      })
      .on('error', (error) => {
        if (interim_status === undefined || options.signal?.aborted === true) reject(error);
        else resolve(interim_status);
      })
      .end(body);
    return promise;
  }
}

/** Reads a body up to a limit. If it breaks off, returns the part that was received, because the status is already known. */
async function readBody(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      // A message without an encoding set yields buffers.
      const bytes = chunk as Buffer;
      if (length < RESPONSE_BYTES_KEPT) kept.push(bytes.subarray(0, RESPONSE_BYTES_KEPT - length));
      length += bytes.length;
      if (length > RESPONSE_BYTES_MAX) break;
    }
  } catch (error) {
    // The connection was lost, or the attempt timed out.
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.concat(kept).toString('utf8');
}

/** RTY-3, RTY-13, WHK-11 */
function explain(error: unknown): Reply {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'PrivateAddressError') return { kind: 'forbidden', reason: message };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : name;
  return { kind: 'silence', reason: message === '' ? code : `${code}: ${message}` };
}
