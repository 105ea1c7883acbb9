/** Keeps what the journal does not: the requests for tokens, and when deliveries happened in real time. For the coach. */
import { stopwatchMs } from '../../ports/clock.ts';
import type { WorldEvent } from './event-bus.ts';
import type { Delivery, Exchange } from './traffic.ts';

export const TOKEN_REQUESTS_MAX = 500;
export const DELIVERIES_MAX = 1_000;

/** A request for a token, and the client that made it. */
export interface TokenRequest extends Exchange {
  readonly client_id: string | null;
}

/** A delivery attempt, and the subscription that it was for. */
export interface ObservedDelivery extends Omit<Delivery, 'livemode'> {
  readonly subscription_id: string;
}

export class Observations {
  #token_requests: TokenRequest[] = [];
  #deliveries: ObservedDelivery[] = [];
  readonly #effects = new Map<string, string>();
  #since_seq = 0;

  /** The newest requests for tokens, oldest first. */
  get token_requests(): readonly TokenRequest[] {
    return this.#token_requests;
  }

  /** The newest delivery attempts, oldest first. */
  get deliveries(): readonly ObservedDelivery[] {
    return this.#deliveries;
  }

  /** Requests of the journal up to this number are forgotten. */
  get since_seq(): number {
    return this.#since_seq;
  }

  /** @param since_seq the number of the last request of the journal */
  forget(since_seq: number): void {
    this.#token_requests = [];
    this.#deliveries = [];
    this.#effects.clear();
    this.#since_seq = since_seq;
  }

  noteToken(request: Omit<TokenRequest, 'n'>): void {
    this.#token_requests.push({ ...request, n: this.#token_requests.length + 1 });
    if (this.#token_requests.length > TOKEN_REQUESTS_MAX) this.#token_requests.shift();
  }

  /** Remembers what a fault does to the delivery attempt that is being made. */
  noteEffect(attempt: { event_id: string; subscription_id: string; attempt: number }, effect: string): void {
    this.#effects.set(keyOf(attempt), effect);
  }

  note(event: WorldEvent): void {
    if (event.kind === 'renewed') this.forget(this.#since_seq);
    if (event.kind !== 'delivery') return;
    const { id, event_id, event: type, subscription_id, attempts, request_body, response_status, duration_ms } = event.delivery;
    const key = keyOf({ event_id, subscription_id, attempt: attempts });
    const ended_ms = stopwatchMs();
    this.#deliveries.push({
      id,
      event_id,
      event: type,
      subscription_id,
      body: request_body,
      response_status,
      began_ms: ended_ms - duration_ms,
      ended_ms,
      disturbed_by: this.#effects.get(key) ?? null,
    });
    this.#effects.delete(key);
    if (this.#deliveries.length > DELIVERIES_MAX) this.#deliveries.shift();
  }
}

function keyOf({ event_id, subscription_id, attempt }: { event_id: string; subscription_id: string; attempt: number }): string {
  return `${event_id} ${subscription_id} ${attempt}`;
}
