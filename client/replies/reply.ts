import { JsonNode } from './json-node.ts';
import type { Exchange } from './exchange.ts';
import { isSuccess } from './exchange.ts';
import { readUrl } from '../read-url.ts';

/** A response of the target, with accessors for checks. */
export class Reply {
  readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  get status(): number {
    return this.exchange.status;
  }

  get is_success(): boolean {
    return isSuccess(this.exchange);
  }

  /** The body as JSON; undefined if it is not JSON. */
  get json(): unknown {
    return this.exchange.json;
  }

  get body(): JsonNode {
    return new JsonNode(this.exchange.json, '', this);
  }

  /** The member `data`. */
  get data(): JsonNode {
    return this.body.get('data');
  }

  /** The members of `items`, which must exist (PAGE-1). `itemsOf` also reads lists in other forms. */
  get items(): readonly JsonNode[] {
    return this.body.get('items').array();
  }

  header(name: string): string | undefined {
    return this.exchange.headers[name.toLowerCase()];
  }

  /** `GET /bids?status=pending`, for messages. */
  get name(): string {
    const { method, url } = this.exchange;
    const read = readUrl(url);
    return `${method} ${read === undefined ? url : `${read.pathname}${read.search}`}`;
  }
}
