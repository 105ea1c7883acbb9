/** Stands between the mock and the client's receiver: keeps what the mock delivers, and delivers it as a stage wants. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Envelope } from '#conformance/receiver/envelope';
import type { LocalServer } from '#client';
import { nowMs, openLocalServer, poll } from '#client';
import { readObject } from './exchange.ts';

/** RTY-5 */
const TIMEOUT_MS = 10_000;
const ARRIVAL_MS = 3_000;

function isEnvelope(value: object): value is Envelope {
  const { id, type, event, livemode, created_at, data }: Partial<Readonly<Record<keyof Envelope, unknown>>> = value;
  const are_texts = [id, type, event, created_at].every((field) => typeof field === 'string');
  return are_texts && typeof livemode === 'boolean' && typeof data === 'object' && data !== null;
}

export interface Delivered {
  readonly envelope: Envelope;
  /** 0 if the receiver did not respond. */
  readonly status: number;
  readonly error: string | undefined;
}

export class Relay {
  readonly url: string;
  readonly #server: LocalServer;
  /** What the mock delivered, in order. */
  readonly held: Envelope[] = [];
  /** What the client got, in order. */
  readonly delivered: Delivered[] = [];
  /** `forward`: the client gets the deliveries of the mock immediately. `hold`: the relay keeps them for the stage. */
  mode: 'forward' | 'hold' = 'forward';
  receiver_url: string | undefined;
  secret = '';

  private constructor(local: LocalServer) {
    this.#server = local;
    this.url = `${local.origin}/deliveries`;
    local.server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#receive(request, response));
  }

  static async open(): Promise<Relay> {
    return new Relay(await openLocalServer());
  }

  beginStage(): void {
    this.held.length = 0;
    this.delivered.length = 0;
    this.mode = 'forward';
  }

  /** The first event that the mock delivered since the beginning of the stage and that fits, or undefined if none comes. */
  async waitFor(fits: (envelope: Envelope) => boolean): Promise<Envelope | undefined> {
    return poll(async () => Promise.resolve(this.held.find(fits)), { within_ms: ARRIVAL_MS, every_ms: 5 });
  }

  /** Delivers an event to the client, signed now. @param secrets a signature with each. Default: the secret of the subscription */
  async deliver(envelope: Envelope, secrets: readonly string[] = [this.secret]): Promise<Delivered> {
    const body = JSON.stringify(envelope);
    const t = Math.floor(nowMs() / 1_000);
    const parts = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`);
    const signature = [`t=${t}`, ...parts].join(',');
    const delivered = { envelope, ...(await this.#post(envelope.type, body, signature)) };
    this.delivered.push(delivered);
    return delivered;
  }

  async #post(type: string, body: string, signature: string): Promise<Omit<Delivered, 'envelope'>> {
    if (this.receiver_url === undefined) return { status: 204, error: undefined };
    try {
      const response = await fetch(this.receiver_url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json', 'SVC-Event': type, 'SVC-Signature': signature },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { status: response.status, error: undefined };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { status: 0, error: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const envelope = readObject(await text(request));
    if (!isEnvelope(envelope)) {
      response.writeHead(400).end();
      return;
    }
    this.held.push(envelope);
    const status = this.mode === 'forward' ? (await this.deliver(envelope)).status : 204;
    response.writeHead(status < 200 ? 503 : status).end();
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
