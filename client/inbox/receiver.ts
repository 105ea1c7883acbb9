/** The run's webhook receiver: an HTTP server with one address per subscription. */
import { flattenHeaders } from '../http/flatten-headers.ts';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StallWatch, nowMs, wait } from '../clock.ts';
import { readJson } from '../http/read-json.ts';
import { readBytes } from '../http/read-bytes.ts';
import { readPath } from '../json.ts';
import type { Arrival } from './arrival.ts';
import type { Behavior } from './behavior.ts';

/** One address of the receiver, and its arrivals. */
export interface Mailbox {
  /** Requests below this path are accepted and ignored. */
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Until when a slow test receiver can delay other deliveries (RTY-9). */
  readonly slow_until_ms: number;
  /** Called with each arrival. */
  watch: (watcher: (arrival: Arrival) => void) => void;
  close: () => void;
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface Address {
  behavior: Behavior;
  arrivals: Arrival[];
  watchers: ((arrival: Arrival) => void)[];
  count: number;
}

/** What was read of a request before its response is known. */
type ReadRequest = Pick<Arrival, 'at_ms' | 'stalled_ms' | 'raw' | 'text' | 'json' | 'unseen'>;

/** A longer delay, in ms, can hold up a target that delivers sequentially. */
const SLOW_MS = 3_000;
/** How many deliveries to other addresses are kept. */
const STRAYS_MAX = 20;

export class Receiver {
  readonly #server: Server;
  readonly #origin: string;
  readonly #addresses = new Map<string, Address>();
  readonly #watch: StallWatch;

  #slow_until_ms = 0;
  readonly #strays: string[] = [];

  private constructor(server: Server, origin: string, watch: StallWatch) {
    this.#server = server;
    this.#origin = origin;
    this.#watch = watch;
  }

  /**
   * @param public_url the URL for the target. Default: a loopback address
   * @param watch detects stalls of this process; closed with the receiver
   */
  static async open(
    { public_url, port }: { public_url: string | undefined; port: number },
    watch: StallWatch = new StallWatch(),
  ): Promise<Receiver> {
    // Never close idle connections: that can break a delivery in progress.
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(port, public_url === undefined ? '127.0.0.1' : '0.0.0.0');
    await once(server, 'listening');
    // The address of a listening TCP server is an object.
    const bound = server.address() as AddressInfo;
    const receiver = new Receiver(server, public_url?.replace(/\/+$/, '') ?? `http://127.0.0.1:${bound.port}`, watch);
    server.on('request', (request, response) => {
      receiver.#serve(request, response).catch(() => response.destroy());
    });
    return receiver;
  }

  openMailbox(behavior: Behavior): Mailbox {
    // A name in upper and lower case, so that a change of case shows.
    const name = `Gm${randomBytes(9).toString('base64url')}`;
    const address: Address = { behavior, arrivals: [], watchers: [], count: 0 };
    // Found by its name in lower case, because a target that changes the case of paths would otherwise fail every check of a delivery. EVT-1 compares the whole address.
    this.#addresses.set(name.toLowerCase(), address);
    const readSlow = (): number => this.#slow_until_ms;
    return {
      url: `${this.#origin}/inbox/${name}`,
      arrivals: address.arrivals,
      get slow_until_ms(): number {
        return readSlow();
      },
      watch: (watcher) => {
        address.watchers.push(watcher);
      },
      close: () => {
        this.#addresses.delete(name.toLowerCase());
      },
    };
  }

  /** The addresses of deliveries that no subscription has or had, such as `POST /`. The first ones only. */
  get strays(): readonly string[] {
    return this.#strays;
  }

  async close(): Promise<void> {
    this.#watch.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A probe of the address, not a delivery.
    if (request.method === 'HEAD' || request.method === 'OPTIONS') {
      response.writeHead(200, { allow: 'POST' }).end();
      return;
    }
    const at_ms = nowMs();
    const stalled_ms = this.#watch.behindMs();
    const raw = await readBytes(request);
    const text = raw.toString('utf8');
    const { json, unseen } = readJson(text);
    const [path = ''] = (request.url ?? '').split('?');
    const [, folder = '', name = '', below = ''] = path.split('/');
    const address = this.#addresses.get(name.toLowerCase());
    // Deliveries to subscriptions of an earlier run come to this folder, below a name.
    const is_stray = (folder.toLowerCase() !== 'inbox' || name === '') && isDelivery(request, json);
    if (is_stray && this.#strays.length < STRAYS_MAX) this.#strays.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (address === undefined || below !== '') {
      // 410 after the subscription has ended. A path below an address does not belong to any subscription.
      response.writeHead(address === undefined ? 410 : 200).end();
      return;
    }
    await this.#answer(address, request, response, {
      at_ms,
      stalled_ms,
      raw,
      text,
      json,
      ...(unseen === undefined ? {} : { unseen }),
    });
  }

  async #answer(address: Address, request: IncomingMessage, response: ServerResponse, read: ReadRequest): Promise<void> {
    address.count += 1;
    const n = address.count;
    const { status = 200, after_ms = 0, headers = {}, is_reset = false } = address.behavior(n, read.json);
    const arrival: Mutable<Arrival> = {
      ...read,
      n,
      method: request.method ?? '',
      target: request.url ?? '',
      headers: flattenHeaders(request.headers),
      answered: is_reset ? 0 : status,
      answered_at_ms: undefined,
      given_up_at_ms: undefined,
    };
    response.once('close', () => {
      if (!response.writableFinished && !is_reset) arrival.given_up_at_ms = nowMs();
    });
    address.arrivals.push(arrival);
    for (const watcher of address.watchers) watcher(arrival);
    if (after_ms > SLOW_MS) this.#slow_until_ms = Math.max(this.#slow_until_ms, read.at_ms + after_ms);
    if (after_ms > 0) await wait(after_ms);
    arrival.answered_at_ms = nowMs();
    if (is_reset) request.socket.resetAndDestroy();
    else response.writeHead(status, headers).end();
  }
}

/** Whether a request with any path is a delivery, and not a probe or a crawler of a public address. */
function isDelivery({ method, headers }: IncomingMessage, json: unknown): boolean {
  return method === 'POST' && headers['svc-signature'] !== undefined && typeof readPath(json, 'id') === 'string';
}
