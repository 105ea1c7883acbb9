import type { ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { NoResponse, sendRequest } from '../config/send-request.ts';
import { isObject } from '../replies/json-node.ts';
import { itemsIn } from '../replies/read-items.ts';
import { RateLimiter } from '../http/rate-limiter.ts';

type Json = Readonly<Record<string, unknown>>;

/** The result of one GET request. */
export interface ReadResult {
  /** 0 if there was no response. */
  status: number;
  /** The code of the Error object; empty if there is none. */
  code: string;
  /** The items of a list; empty for other responses. */
  items: readonly Json[];
  /** A sentence such as `GET /bids answered 403`. */
  said: string;
}

/** Sends GET requests as an actor, with the rate limits of the run. Caches identical requests. */
export type Reader = (actor: ActorName, path: string) => Promise<ReadResult>;

/** Opens a reader for one diagnosis of the set-up. */
export function openReader({ base_url, actors, max_in_flight, requests_per_second, request_timeout_ms }: Settings): Reader {
  const pace = new RateLimiter(max_in_flight, requests_per_second);
  const known = new Map<string, Promise<ReadResult>>();
  const send = async (actor: ActorName, path: string): Promise<ReadResult> => {
    const about = `GET ${path.split('?', 1)[0]}`;
    try {
      const headers = { authorization: `Bearer ${actors.get(actor)?.token ?? ''}` };
      const { status, json } = await pace.run(async () =>
        sendRequest(`${base_url}${path}`, { headers, timeout_ms: request_timeout_ms }),
      );
      const error = isObject(json) && isObject(json['error']) ? json['error'] : {};
      const code = typeof error['code'] === 'string' ? error['code'] : '';
      return {
        status,
        code,
        items: itemsIn(json),
        said: `${about} answered ${status}${code === '' ? '' : ` ${code.slice(0, 40)}`}`,
      };
    } catch (error) {
      if (error instanceof NoResponse)
        return { status: 0, code: '', items: [], said: `${about} got no answer: ${error.message}` };
      throw error;
    }
  };
  return async (actor, path) => {
    const key = `${actor} ${path}`;
    const read = known.get(key) ?? send(actor, path);
    known.set(key, read);
    return read;
  };
}
