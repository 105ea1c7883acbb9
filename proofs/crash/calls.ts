/** Calls a deployment that can stop at any moment. */
import { pause } from '#mock/ports/timer';
import { stopwatchMs } from '#mock/ports/clock';
import { ReadWriteLock } from '#mock/server/world/locks';

export type Who = 'buyer' | 'rival' | 'partner';

/** Where a deployment is. Several processes behind a balancer have one address. */
export interface Target {
  /** Ends in `/v1`. */
  base_url: string;
  control_url: string;
  auth_url: string;
  tokens: Readonly<Record<Who, string>>;
  admin_token?: string | undefined;
}

export interface Answer {
  status: number;
  text: string;
  /** Undefined if the text is not JSON. */
  json: unknown;
}

export interface Sending {
  body?: unknown;
  key?: string;
}

/** No response: the request may or may not have taken effect. */
export class Outage extends Error {}

const TIMEOUT_MS = 20_000;
/** What a balancer answers if the process behind it stopped. */
export const BALANCER_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

export class Calls {
  readonly target: Target;
  /** A move of the clock waits until no delivery is due. Meanwhile, nothing may cause more of them. */
  readonly #lock = new ReadWriteLock();

  constructor(target: Target) {
    this.target = target;
  }

  /** @throws Outage */
  api(who: Who, method: string, path: string, sending: Sending = {}): Promise<Answer> {
    return this.#share(() => call(`${this.target.base_url}${path}`, method, this.target.tokens[who], sending));
  }

  /** Pays an invoice. @throws Outage */
  pay(trade_id: string, invoice: string): Promise<Answer> {
    return this.#share(() => this.control('POST', `/trades/${trade_id}/invoices/${invoice}/pay`));
  }

  /** @throws Outage */
  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(`${this.target.control_url}${path}`, method, this.target.admin_token, { body });
  }

  /** Runs work while no request to the API and no payment is running. */
  async alone(work: () => Promise<void>): Promise<void> {
    await this.#lock.exclude(work);
  }

  /** Waits until the deployment serves requests. @throws if it does not within a minute */
  async waitUntilReady(): Promise<void> {
    const ends_ms = stopwatchMs() + READY_WITHIN_MS;
    const never = new AbortController().signal;
    while (stopwatchMs() < ends_ms) {
      const is_ready = await this.control('GET', '/ready').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (is_ready) return;
      await pause(LOOK_EVERY_MS, never);
    }
    throw new Error(`${this.target.base_url} did not become ready within ${READY_WITHIN_MS / 1000} s`);
  }

  /** Repeats a request that can be repeated safely until there is a response. */
  async insist(send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof Outage)) throw error;
        await this.waitUntilReady();
      }
    }
  }

  async #share(send: () => Promise<Answer>): Promise<Answer> {
    const answer = await this.#lock.share(send);
    if (answer === undefined) throw new Error('the lock is never closed');
    return answer;
  }
}

async function call(url: string, method: string, token: string | undefined, { body, key }: Sending): Promise<Answer> {
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
  const init = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new Outage(`${method} ${url}`, { cause: error });
  }
  if (BALANCER_STATUSES.has(status)) throw new Outage(`${method} ${url}: ${status}`);
  return { status, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a path of JSON, such as `data.id`. Undefined if there is none. */
export function at(json: unknown, path: string): unknown {
  let value = json;
  for (const name of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

export function textAt(json: unknown, path: string): string {
  const value = at(json, path);
  return typeof value === 'string' ? value : '';
}
