import type { ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { NoAnswer, ask } from '../config/ask.ts';
import { isObject } from '../replies/json-node.ts';
import { listItems } from '../ledger/undo.ts';
import { Pace } from '../http/rate-limit.ts';

type Json = Readonly<Record<string, unknown>>;

/** What one read came to. */
export interface Read {
  /** 0 where no answer came. */
  status: number;
  /** The code of the Error object; empty where there is none. */
  code: string;
  /** Of a list; empty where it is none. */
  items: readonly Json[];
  /** `GET /bids answered 403`, for sentences. */
  said: string;
}

/** Reads as an actor, as politely as the run will. The same read is sent once. */
export type Reader = (actor: ActorName, path: string) => Promise<Read>;

/** @returns a reader for one look at the set-up */
export function openReader({ base_url, actors, max_in_flight, requests_per_second, request_timeout_ms }: Settings): Reader {
  const pace = new Pace(max_in_flight, requests_per_second);
  const known = new Map<string, Promise<Read>>();
  const send = async (actor: ActorName, path: string): Promise<Read> => {
    const about = `GET ${path.split('?', 1)[0]}`;
    try {
      const headers = { authorization: `Bearer ${actors.get(actor)?.token ?? ''}` };
      const { status, json } = await pace.run(async () => ask(`${base_url}${path}`, { headers, timeout_ms: request_timeout_ms }));
      const error = isObject(json) && isObject(json['error']) ? json['error'] : {};
      const code = typeof error['code'] === 'string' ? error['code'] : '';
      return {
        status,
        code,
        items: listItems(json),
        said: `${about} answered ${status}${code === '' ? '' : ` ${code.slice(0, 40)}`}`,
      };
    } catch (error) {
      if (error instanceof NoAnswer) return { status: 0, code: '', items: [], said: `${about} got no answer: ${error.message}` };
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
