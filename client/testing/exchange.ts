import type { Exchange } from '../replies/exchange.ts';

/** A request with a response, for tests: by default an empty list of bids. The text of the response is that of `json`. */
export function makeHttpExchange(changes: Partial<Exchange> = {}): Exchange {
  const { json = { items: [] } } = changes;
  return {
    number: 1,
    check: 'BID-14/x',
    actor: 'buyer',
    operation: 'listBids',
    method: 'GET',
    url: 'https://staging.example/v1/bids',
    request_headers: {},
    request_body: undefined,
    status: 200,
    headers: {},
    text: JSON.stringify(json),
    json,
    sent_at_ms: 0,
    duration_ms: 1,
    ...changes,
  };
}
