import type { Machine } from '../clock.ts';
import type { Exchange } from '../replies/exchange.ts';
import { isFromGateway } from '../replies/read-items.ts';

/** The pause before each repeat of a request, in ms. */
const PAUSES_MS: readonly number[] = [100, 400];
/** How many repeats a run sends in all: a target that is down should not make it much longer. */
export const GATEWAY_REPEATS_MAX = 200;

/** Repeats GET requests that a gateway could not pass on to the target: with a 502, 503, or 504 without an Error object. */
export class GatewayRepeats {
  readonly #machine: Machine;
  #repeats = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** @param send sends the request, which changes nothing @returns the last response, which can be one of the gateway too */
  async repeat(send: () => Promise<Exchange>, signal?: AbortSignal): Promise<Exchange> {
    let exchange = await send();
    for (const pause_ms of PAUSES_MS) {
      // A Retry-After asks for a longer pause, after which the request is repeated anyway.
      if (!isFromGateway(exchange) || 'retry-after' in exchange.headers) break;
      if (this.#repeats >= GATEWAY_REPEATS_MAX) break;
      this.#repeats += 1;
      await this.#machine.wait(pause_ms, signal);
      exchange = await send();
    }
    return exchange;
  }

  /** Says how many requests were repeated, in a sentence. Empty if none was. */
  describe(): readonly string[] {
    if (this.#repeats === 0) return [];
    const times = this.#repeats === 1 ? 'once' : `${this.#repeats} times`;
    return [
      `A gateway in front of the target returned 502, 503, or 504 without an Error object, so the run repeated a GET request ${times}.`,
    ];
  }
}
