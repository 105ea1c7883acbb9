/** Sends requests to a deployment whose processes are killed in the meantime. */
import { wait } from '#client';
import { personas } from '#fixtures/personas';
import { stopwatchMs } from '#mock/ports/clock';
import { ReadWriteLock } from '#mock/server/world/locks';
import { call } from '../call.ts';

export type Who = 'buyer' | 'rival' | 'partner';

export interface CallResponse {
  status: number;
  text: string;
  /** Undefined if the text is not JSON. */
  json: unknown;
}

interface Sending {
  body?: unknown;
  /** An idempotency key. */
  key?: string;
}

/** No response: the request may or may not have taken effect. */
export class Outage extends Error {}

const TIMEOUT_MS = 20_000;
/** The responses of a load balancer when the process behind it has stopped. */
export const BALANCER_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const READY_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 20;

export class Calls {
  /** The address of the deployment, or of the load balancer in front of its processes. */
  readonly origin: string;
  /** Advancing the clock waits until no delivery is due, so nothing else may cause deliveries meanwhile. */
  readonly #lock = new ReadWriteLock();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** @throws Outage */
  api(who: Who, method: string, path: string, sending: Sending = {}): Promise<CallResponse> {
    return this.#share(() => request(personas[who].token, method, `${this.origin}/v1${path}`, sending));
  }

  /** Pays an invoice. @throws Outage */
  pay(trade_id: string, invoice: string): Promise<CallResponse> {
    return this.#share(() => this.control('POST', `/trades/${trade_id}/invoices/${invoice}/pay`));
  }

  /** @throws Outage */
  control(method: string, path: string, body?: unknown): Promise<CallResponse> {
    return request(null, method, `${this.origin}/_gristmill${path}`, { body });
  }

  /** Runs work while no request to the API and no payment is in progress. */
  async runExclusively(work: () => Promise<void>): Promise<void> {
    await this.#lock.exclude(work);
  }

  /** Waits until the deployment serves requests. @throws if it does not within a minute */
  async waitUntilReady(): Promise<void> {
    const ends_ms = stopwatchMs() + READY_WITHIN_MS;
    while (stopwatchMs() < ends_ms) {
      const is_ready = await this.control('GET', '/ready').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (is_ready) return;
      await wait(POLL_EVERY_MS);
    }
    throw new Error(`${this.origin} did not become ready within ${READY_WITHIN_MS / 1000} s`);
  }

  /** Repeats a request until there is a response. The request must be safe to repeat. */
  async retry(send: () => Promise<CallResponse>): Promise<CallResponse> {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof Outage)) throw error;
        await this.waitUntilReady();
      }
    }
  }

  async #share(send: () => Promise<CallResponse>): Promise<CallResponse> {
    const response = await this.#lock.share(send);
    if (response === undefined) throw new Error('the lock was closed');
    return response;
  }
}

async function request(token: string | null, method: string, url: string, { body, key }: Sending): Promise<CallResponse> {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await call(token, method, url, { body, headers, signal }).catch((error: unknown) => {
    throw new Outage(`${method} ${url}`, { cause: error });
  });
  if (BALANCER_STATUSES.has(response.status)) throw new Outage(`${method} ${url}: ${response.status}`);
  return { status: response.status, text: response.text, json: response.body };
}

/** The value at a path of JSON, such as `data.id`. Undefined if there is none. */
export function at(json: unknown, path: string): unknown {
  let value = json;
  for (const name of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

/** The text at a path of JSON. Empty if there is none. */
export function textAt(json: unknown, path: string): string {
  const value = at(json, path);
  return typeof value === 'string' ? value : '';
}
