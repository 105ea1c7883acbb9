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

export interface SenderOptions {
  /** RTY-5: from the first packet to the end of the answer, in ms of the machine's clock. */
  timeout_ms: number;
  /** Whether addresses off the public network are refused (WHK-11). */
  is_shared: boolean;
  /** How a shared mock finds the addresses of a receiver: by the system, unless given. */
  resolve?: Resolve | undefined;
}

/** What a receiver says beyond its status is of no interest; so much of it is read for the sake of the connection. */
export const ANSWER_BYTES_MAX = 65_536;
/** Receivers that close idle connections would be caught in the act if ours stayed open for long. */
const KEEP_ALIVE_MS = 1_000;
const KEPT_ALIVE = { keepAlive: true, timeout: KEEP_ALIVE_MS };

/** Why an attempt was aborted, where its time was up. */
const LATE = Symbol('late');

/** Posts deliveries. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #agents = { 'http:': new HttpAgent(KEPT_ALIVE), 'https:': new HttpsAgent(KEPT_ALIVE) };

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** How long an attempt may take, unless `post` is told otherwise. */
  get timeout_ms(): number {
    return this.#options.timeout_ms;
  }

  /**
   * Posts once, follows no redirect (RTY-12), and never throws.
   * @param stop aborts it from outside; the answer is then undefined, and whether the receiver got anything is not known
   */
  async post(outgoing: Outgoing, stop: AbortController, timeout_ms: number = this.timeout_ms): Promise<Reply | undefined> {
    const timeout = new Alarm(() => {
      stop.abort(LATE);
    });
    timeout.set(timeout_ms);
    try {
      return { kind: 'answer', status: await this.#exchange(outgoing, stop.signal) };
    } catch (error) {
      if (!stop.signal.aborted) return explain(error);
      // RTY-3, RTY-5
      return stop.signal.reason === LATE ? { kind: 'silence', reason: `No answer within ${timeout_ms} ms.` } : undefined;
    } finally {
      timeout.clear();
    }
  }

  close(): Promise<void> {
    for (const agent of Object.values(this.#agents)) agent.destroy();
    return Promise.resolve();
  }

  /** @returns the status; throws where there is none */
  async #exchange({ url, headers, body }: Outgoing, signal: AbortSignal): Promise<number> {
    const target = new URL(url);
    const { is_shared, resolve } = this.#options;
    // WHK-11: an address that stands in the URL itself is never looked up.
    if (is_shared && isPrivateHost(target.hostname)) throw new PrivateAddressError(target.hostname);
    const options = { method: 'POST', headers, signal, ...(is_shared ? { lookup: makePublicLookup(resolve) } : {}) };
    const answer = await this.#request(target, options, body);
    if (typeof answer === 'number') return answer;
    // The status is the answer: how its body ends does not matter any more.
    await dump(answer).catch(() => null);
    // An answer of HTTP has a status.
    return answer.statusCode ?? 0;
  }

  /** @returns the answer, or the status of what came in its place and was the last that came (RTY-12) */
  #request(target: URL, options: RequestOptions, body: string): Promise<IncomingMessage | number> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | number>();
    let interim_status: number | undefined;
    const request =
      target.protocol === 'https:'
        ? requestHttps(target, { ...options, agent: this.#agents['https:'] })
        : requestHttp(target, { ...options, agent: this.#agents['http:'] });
    request
      .on('response', resolve)
      // RFC 9110, section 15.2: any number of these may come before the answer, also where nobody has asked for one.
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

/** Reads to the end, or as far as it is read at all; what is left then goes with the connection. */
async function dump(answer: IncomingMessage): Promise<void> {
  let length = 0;
  for await (const chunk of answer) {
    // A message without an encoding set yields buffers.
    length += (chunk as Buffer).length;
    if (length > ANSWER_BYTES_MAX) return;
  }
}

/** RTY-3, RTY-13, WHK-11 */
function explain(error: unknown): Reply {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'PrivateAddressError') return { kind: 'forbidden', reason: message };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : name;
  return { kind: 'silence', reason: message === '' ? code : `${code}: ${message}` };
}
