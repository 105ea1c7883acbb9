import { JsonNode } from './json-node.ts';
import type { Exchange } from './exchange.ts';
import { readUrl } from './read-url.ts';

/** An answer of the target, as checks look at it. */
export class Reply {
  readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  get status(): number {
    return this.exchange.status;
  }

  get is_success(): boolean {
    return this.exchange.status >= 200 && this.exchange.status < 300;
  }

  /** The body as JSON; undefined where it is none. */
  get json(): unknown {
    return this.exchange.json;
  }

  get body(): JsonNode {
    return new JsonNode(this.exchange.json, '', this);
  }

  /** What stands under `data`. */
  get data(): JsonNode {
    return this.body.get('data');
  }

  header(name: string): string | undefined {
    return this.exchange.headers[name.toLowerCase()];
  }

  /** `GET /bids?status=pending` for sentences. */
  get name(): string {
    const { method, url } = this.exchange;
    const read = readUrl(url);
    return `${method} ${read === undefined ? url : `${read.pathname}${read.search}`}`;
  }
}
