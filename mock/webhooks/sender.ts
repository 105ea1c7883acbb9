import type { Agent, Dispatcher, buildConnector } from 'undici';
import { Alarm } from '../timer.ts';
import { PrivateAddressError, isPrivateLiteral, lookupPublic } from './addresses.ts';
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
}

/** What a receiver says beyond its status is of no interest; so much of it is read for the sake of the connection. */
export const ANSWER_BYTES_MAX = 65_536;
/** Receivers that close idle connections would be caught in the act if ours stayed open for long. */
const KEEP_ALIVE_MS = 1_000;

/** Why an attempt was aborted, where its time was up. */
const LATE = Symbol('late');

/** Posts deliveries. Opens nothing before the first one: the HTTP client is the slowest thing to load. */
export class Sender {
  readonly #options: SenderOptions;
  #client: Promise<Client> | undefined;

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
    let interim_status: number | undefined;
    try {
      this.#client ??= openClient(this.#options);
      const { request, agent } = await this.#client;
      const { statusCode, body } = await request(outgoing.url, {
        dispatcher: agent,
        method: 'POST',
        headers: outgoing.headers,
        body: outgoing.body,
        signal: stop.signal,
        onInfo: (info) => {
          interim_status = info.statusCode;
        },
      });
      // The status is the answer: how its body ends does not matter any more.
      await body.dump({ limit: ANSWER_BYTES_MAX, signal: stop.signal }).catch(() => null);
      return { kind: 'answer', status: statusCode };
    } catch (error) {
      if (!stop.signal.aborted) return explain(error, interim_status);
      // RTY-3, RTY-5
      return stop.signal.reason === LATE ? { kind: 'silence', reason: `No answer within ${timeout_ms} ms.` } : undefined;
    } finally {
      timeout.clear();
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.agent.destroy();
  }
}

interface Client {
  request: (
    url: string,
    options: { dispatcher: Agent } & Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
  ) => Promise<Dispatcher.ResponseData>;
  agent: Agent;
}

async function openClient({ timeout_ms, is_shared }: SenderOptions): Promise<Client> {
  const undici = await import('undici');
  const connect = undici.buildConnector({ timeout: timeout_ms, allowH2: false, ...(is_shared ? { lookup: lookupPublic } : {}) });
  const agent = new undici.Agent({
    connect: is_shared ? refusePrivateLiterals(connect) : connect,
    // The timeout above is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
  return { request: undici.request, agent };
}

/** WHK-11: an address that stands in the URL itself is never looked up. */
function refusePrivateLiterals(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    if (isPrivateLiteral(options.hostname)) callback(new PrivateAddressError(options.hostname, options.hostname), null);
    else connect(options, callback);
  };
}

/** What undici says of a 1xx answer that it had no use for. */
const INTERIM_STATUSES: Readonly<Record<string, number>> = { 'bad response': 100, 'bad upgrade': 101 };

/** RTY-3, RTY-12, RTY-13, WHK-11 */
function explain(error: unknown, interim_status: number | undefined): Reply {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'PrivateAddressError') return { kind: 'forbidden', reason: message };
  const status = INTERIM_STATUSES[message] ?? interim_status;
  if (status !== undefined) return { kind: 'answer', status };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : name;
  return { kind: 'silence', reason: message === '' ? code : `${code}: ${message}` };
}
