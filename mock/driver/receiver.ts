/** A webhook receiver for tests: it subscribes itself, verifies signatures, and lets a test wait for events. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventType } from '#spec';
import { EVENTS, isEventType } from '#spec';
import type { paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import { Alarm } from '../ports/timer.ts';
import type { PersonaToken } from '../server/addresses.ts';

const BODY_BYTES_MAX = 1024 ** 2;
const TIMEOUT_MS = 5_000;
const ALL_EVENTS = Object.keys(EVENTS).filter(isEventType);

export interface ReceiverOptions {
  /** The persona that subscribes. Default: `buyer`. */
  as?: PersonaToken;
  /** Default: all event types. */
  events?: readonly EventType[];
  /** The status to respond with. Default: 204. */
  respond?: (delivery: ReceivedDelivery) => number;
}

export interface ReceivedDelivery {
  /** The id of the event, which is the same in a redelivery. */
  id: string;
  type: string;
  livemode: boolean;
  data: Readonly<Record<string, unknown>>;
  /** Whether `SVC-Signature` has a `v1` for this body and secret (SIG-1). Its age is not checked, since a test can move the clock. */
  isSigned: boolean;
  headers: Readonly<Record<string, string>>;
  /** The raw body. */
  body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  secret: string;
  subscription_id: string;
  /** All deliveries so far, oldest first. */
  received: readonly ReceivedDelivery[];
  /**
   * Waits for the next delivery that `next` has not returned yet, of the given type if there is one. Deliveries of other types stay for later
   * calls.
   * @param options.timeoutMs real time; default 5,000
   * @throws Error if none arrives in time, listing what arrived; or if the receiver is not subscribed to the type
   */
  next: (type?: EventType, options?: { timeoutMs?: number }) => Promise<ReceivedDelivery>;
  /** Stops receiving and deletes the subscription. */
  close: () => Promise<void>;
}

/**
 * @param client a client with the scopes `webhooks.read` and `webhooks.write`
 * @throws Error if the subscription is rejected
 */
export async function openReceiver(client: Client<paths>, options: ReceiverOptions): Promise<WebhookReceiver> {
  const inbox = new Inbox();
  const secret = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    receive(request, response, secret.promise, (delivery) => {
      inbox.add(delivery);
      return options.respond?.(delivery) ?? 204;
    }).catch((error: unknown) => {
      // A delivery whose connection ended before its body counts as not received. An error of `respond` fails the test as an unhandled rejection.
      if (!request.readableAborted) throw error;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { id, secret: value } = await subscribe(client, url, options.events).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  secret.resolve(value);
  const close = async (): Promise<void> => {
    try {
      await client.DELETE('/webhooks/{id}', { params: { path: { id } } });
    } finally {
      await stop();
    }
  };
  return {
    url,
    secret: value,
    subscription_id: id,
    received: inbox.all,
    next: async (type, { timeoutMs = TIMEOUT_MS } = {}) => {
      if (type !== undefined && options.events?.includes(type) === false)
        throw new Error(`webhooks.receiver: it is subscribed to ${options.events.join(', ')}; add ${type} to its events`);
      return inbox.next(type, timeoutMs);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function subscribe(
  client: Client<paths>,
  url: string,
  events: readonly EventType[] = ALL_EVENTS,
): Promise<{ id: string; secret: string }> {
  const { data, error } = await client.POST('/webhooks', { body: { url, events: [...events] } });
  if (data === undefined) throw new Error(`webhooks.receiver: POST /webhooks was rejected: ${JSON.stringify(error)}`);
  return data.data;
}

interface Waiter {
  type: string | undefined;
  resolve: (delivery: ReceivedDelivery) => void;
}

class Inbox {
  readonly all: ReceivedDelivery[] = [];
  readonly #unread: ReceivedDelivery[] = [];
  readonly #waiting = new Set<Waiter>();

  add(delivery: ReceivedDelivery): void {
    this.all.push(delivery);
    const waiter = [...this.#waiting].find(({ type }) => isOfType(delivery, type));
    if (waiter === undefined) this.#unread.push(delivery);
    else {
      this.#waiting.delete(waiter);
      waiter.resolve(delivery);
    }
  }

  async next(type: string | undefined, timeout_ms: number): Promise<ReceivedDelivery> {
    const index = this.#unread.findIndex((delivery) => isOfType(delivery, type));
    const [unread] = index === -1 ? [] : this.#unread.splice(index, 1);
    if (unread !== undefined) return unread;
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedDelivery>();
    const waiter = { type, resolve };
    this.#waiting.add(waiter);
    // The alarm does not keep the process alive while the test waits, but the server does.
    const alarm = new Alarm(() => {
      this.#waiting.delete(waiter);
      const others = this.all.map((delivery) => delivery.type).join(', ');
      reject(
        new Error(`no ${type ?? 'delivery'} within ${timeout_ms} ms; received so far: ${others === '' ? 'nothing' : others}`),
      );
    });
    alarm.set(timeout_ms);
    try {
      return await promise;
    } finally {
      alarm.clear();
    }
  }
}

/** @param type undefined for any */
function isOfType(delivery: ReceivedDelivery, type: string | undefined): boolean {
  return type === undefined || type === delivery.type;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  secret: Promise<string>,
  accept: (delivery: ReceivedDelivery) => number,
): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding, a request yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BODY_BYTES_MAX) {
      response.writeHead(413).end();
      return;
    }
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const delivery = readDelivery(body, request, await secret);
  response.writeHead(delivery === undefined ? 400 : accept(delivery)).end();
}

function readDelivery(body: string, request: IncomingMessage, secret: string): ReceivedDelivery | undefined {
  try {
    // EVT-1: the envelope.
    const { id, type, livemode, data } = JSON.parse(body) as Pick<ReceivedDelivery, 'id' | 'type' | 'livemode' | 'data'>;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    return { id, type, livemode, data, isSigned: isSigned(headers['svc-signature'] ?? '', body, secret), headers, body };
  } catch {
    return undefined;
  }
}

/** SIG-1: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, in hex. */
function isSigned(signature: string, body: string, secret: string): boolean {
  const segments = new Map(
    signature.split(',').map((segment): [string, string] => {
      const [name = '', value = ''] = segment.trim().split('=', 2);
      return [name, value];
    }),
  );
  const expected = createHmac('sha256', secret)
    .update(`${segments.get('t') ?? ''}.${body}`, 'utf8')
    .digest();
  const sent = Buffer.from(segments.get('v1') ?? '', 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
