import type { Delivery, Exchange, Traffic } from '#mock/server/journal/traffic';

/** A request and its response: what differs from a request that succeeds immediately. */
export interface Line {
  readonly [name: string]: unknown;
  /** `purpose METHOD path`, such as `getBid GET /bids/bid_1`. */
  readonly request: string;
  /** Default: 100 ms after the one before. */
  readonly at_ms?: number;
  readonly took_ms?: number;
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly token?: string;
  /** Default: 200. Null: the connection was cut. */
  readonly status?: number | null;
  readonly response?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly livemode?: boolean;
}

const STEP_MS = 100;
const TOOK_MS = 5;

/** Traffic of a client for tests. @param is_final whether the client has ended */
export function makeTraffic(lines: readonly Line[], deliveries: readonly Partial<Delivery>[] = [], is_final = true): Traffic {
  let clock_ms = 0;
  const exchanges = lines.map((line, index): Exchange => {
    const {
      request,
      took_ms = TOOK_MS,
      key,
      body,
      token = 't1',
      status = 200,
      response = {},
      headers = {},
      livemode = true,
    } = line;
    const [purpose = '', method = '', path = ''] = request.split(' ');
    const began_ms = line.at_ms ?? clock_ms + STEP_MS;
    clock_ms = began_ms + took_ms;
    return {
      n: index + 1,
      purpose,
      method,
      path: purpose === 'token' ? path : `/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
      began_ms,
      ended_ms: clock_ms,
      response: status === null ? undefined : { status, headers, body: JSON.stringify(response) },
      livemode,
    };
  });
  return { exchanges, deliveries: deliveries.map(fill), now_ms: is_final ? Infinity : clock_ms };
}

function fill(given: Partial<Delivery>, index: number): Delivery {
  const base = {
    id: `whd_${index}`,
    event_id: `evt_${index}`,
    event: 'bid.accepted',
    subscription_id: 'whk_1',
    livemode: true,
    body: '{"data":{"bid_id":"bid_1"}}',
  };
  return { ...base, began_ms: 100, ended_ms: 110, response_status: 200, disturbed_by: null, ...given };
}
