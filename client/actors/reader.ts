import { THIS_MACHINE } from '../clock.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { NoResponse, sendRequest, type HttpResponse } from '../config/send-request.ts';
import { errorIn, readItems } from '../replies/read-items.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { RetryAfter } from '../http/retry-after.ts';
import type { JsonObject } from '../json.ts';

/** The result of one request. */
export interface ReadResult {
  /** 0 if there was no response. */
  status: number;
  /** The code of the Error object; empty if there is none. */
  code: string;
  /** The items of a list; empty for other responses. */
  items: readonly JsonObject[];
  /** A sentence such as `GET /bids returned 403`. */
  outcome: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends requests as an actor, with the rate limits of the run. Caches identical requests. @param method default GET */
export type Reader = (actor: ActorName, path: string, method?: Method) => Promise<ReadResult>;

export type ReaderTarget = Pick<Settings, 'base_url' | 'actors' | 'max_in_flight' | 'requests_per_second' | 'request_timeout_ms'>;

/** How long to wait for each response before a run. */
const TIMEOUT_MS_MAX = 10_000;

/** Opens a reader for one diagnosis of the setup. */
export function openReader({ base_url, actors, max_in_flight, requests_per_second, request_timeout_ms }: ReaderTarget): Reader {
  const limiter = new RateLimiter(max_in_flight, requests_per_second);
  const retry_after = new RetryAfter(THIS_MACHINE);
  const known = new Map<string, Promise<ReadResult>>();
  const timeout_ms = Math.min(request_timeout_ms, TIMEOUT_MS_MAX);
  const send = async (actor: ActorName, path: string, method: Method): Promise<ReadResult> => {
    const about = `${method} ${path.split('?', 1)[0]}`;
    const has_body = method === 'POST' || method === 'PATCH';
    const headers = {
      authorization: `Bearer ${actors.get(actor)?.token ?? ''}`,
      ...(has_body ? { 'content-type': 'application/json' } : {}),
    };
    const request = { method, headers, timeout_ms, ...(has_body ? { body: '{}' } : {}) };
    try {
      const sendOnce = async (): Promise<HttpResponse> => limiter.run(async () => sendRequest(`${base_url}${path}`, request));
      return describe(about, await retry_after.repeat(sendOnce));
    } catch (error) {
      if (error instanceof NoResponse)
        return { status: 0, code: '', items: [], outcome: `${about} got no response: ${error.message}` };
      throw error;
    }
  };
  return async (actor, path, method = 'GET') => {
    const key = `${actor} ${method} ${path}`;
    const read = known.get(key) ?? send(actor, path, method);
    known.set(key, read);
    return read;
  };
}

function describe(about: string, received: HttpResponse): ReadResult {
  const { status, json } = received;
  const error = errorIn(json);
  const code = typeof error['code'] === 'string' ? error['code'] : '';
  const outcome = `${about} returned ${status}${code === '' ? '' : ` ${code.slice(0, 40)}`}`;
  return { status, code, items: readItems(received), outcome };
}

/** Whether a listing of a seller is on the market. */
export function isListed(listing: JsonObject): boolean {
  return listing['status'] === 'listed';
}

/**
 * The listings of a seller, including at least one on the market if there is one. Earlier runs may have left so many archived listings that the first page has
 * no others.
 * @param listings the first page
 */
export async function withListed(name: ActorName, listings: ReadResult['items'], read: Reader): Promise<ReadResult['items']> {
  if (listings.length === 0 || listings.some(isListed)) return listings;
  return [...listings, ...(await read(name, '/me/inventory?status=listed&limit=50')).items];
}
