import { parseJson } from '#client/http/read-json';
import { isObject, type JsonObject } from '#client/json';
import type { Delivery, Exchange, Traffic } from '#mock/server/journal/traffic';

/** A client that has been quiet for this long is done. */
const QUIET_MS = 5_000;

/** The traffic of one client, with what several rules read from it. */
export class TrafficView {
  readonly exchanges: readonly Exchange[];
  readonly requests: readonly Exchange[];
  readonly tokens: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  /** Whether the traffic has ended. Only then does a missing request count, because it can no longer come. */
  readonly is_final: boolean;
  readonly now_ms: number;
  readonly #bodies = new WeakMap<Exchange, JsonObject>();

  constructor({ exchanges, deliveries, now_ms }: Traffic) {
    this.exchanges = exchanges.toSorted((a, b) => a.began_ms - b.began_ms);
    this.requests = this.exchanges.filter(({ purpose }) => purpose !== 'token' && purpose !== 'oauth');
    this.tokens = this.exchanges.filter(({ purpose }) => purpose === 'token');
    this.deliveries = deliveries.toSorted((a, b) => a.began_ms - b.began_ms);
    const last_ms = Math.max(0, ...exchanges.map(({ ended_ms }) => ended_ms), ...deliveries.map(({ ended_ms }) => ended_ms));
    this.now_ms = now_ms;
    this.is_final = now_ms - last_ms > QUIET_MS;
  }

  of(...purposes: readonly string[]): readonly Exchange[] {
    return this.requests.filter(({ purpose }) => purposes.includes(purpose));
  }

  /** The JSON object of a response; empty if there is none. */
  responseOf(exchange: Exchange): JsonObject {
    const known = this.#bodies.get(exchange) ?? parseObject(exchange.response?.body ?? '');
    this.#bodies.set(exchange, known);
    return known;
  }

  /** The `data` of a response. */
  dataOf(exchange: Exchange): JsonObject {
    return asObject(this.responseOf(exchange)['data']);
  }

  codeOf(exchange: Exchange): string {
    return textOf(asObject(this.responseOf(exchange)['error'])['code']);
  }
}

export function parseObject(text: string): JsonObject {
  return asObject(parseJson(text));
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function headerOf({ headers }: Exchange, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

export function bearerOf(exchange: Exchange): string {
  return (headerOf(exchange, 'authorization') ?? '').replace(/^Bearer /i, '');
}

/** Path and query below the base URL: `/bids?limit=5`. */
export function targetOf({ path }: Exchange): URL {
  return new URL(path.replace(/^.*?\/v1(?=\/|$)/, ''), 'http://marketplace');
}

/** The id in a path such as `/bids/bid_1/accept`: its second part. Not for paths below `/me`. */
export function idOf(exchange: Exchange): string {
  return targetOf(exchange).pathname.split('/')[2] ?? '';
}

export function statusOf({ response }: Exchange): number | undefined {
  return response?.status;
}

export function isSuccess({ response }: Exchange): boolean {
  return response !== undefined && response.status < 300;
}

export function isDelivered({ response_status }: Delivery): boolean {
  return response_status >= 200 && response_status < 300;
}

/** Whether a fault has made the signature of a delivery invalid or old, so that a receiver must reject it. */
export function isForged({ disturbed_by }: Delivery): boolean {
  return disturbed_by === 'bad_signature' || disturbed_by === 'tamper' || disturbed_by === 'stale';
}

/** No response or a 5xx: the client cannot know whether the request took effect. */
export function isOutcomeUnknown({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

/** Equal for requests that are the same: method, path, query, and the body as JSON. */
export function requestKeyOf({ method, path, body }: Exchange): string {
  const json = parseJson(body);
  return `${method} ${path} ${json === undefined ? body : JSON.stringify(json, sortKeys)}`;
}

function sortKeys(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

export type Run<Item> = readonly [Item, ...Item[]];

/** Splits a list wherever `belongs` is false for two adjacent items. */
export function groupAdjacent<Item>(
  items: readonly Item[],
  belongs: (before: Item, item: Item) => boolean,
): readonly Run<Item>[] {
  const runs: [Item, ...Item[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && belongs(before, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Method and path without the query, such as `POST /v1/webhooks`. */
export function requestLineOf({ method, path }: Exchange): string {
  return `${method} ${path.split('?')[0] ?? ''}`;
}
