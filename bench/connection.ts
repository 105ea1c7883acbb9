import { Client } from 'undici';

export interface Reply {
  text: string;
  /** From sending the request to the end of the response. */
  duration_ms: number;
}

/** A keep-alive connection that sends one request at a time. */
export interface Connection extends AsyncDisposable {
  /** @param path below `/v1`, with its query. Throws unless the status is 200, because fast error responses would distort the figures. */
  get: (path: string) => Promise<Reply>;
}

/** @param base_url ends in `/v1` */
export function openConnection(base_url: string, token = 'dev_buyer'): Connection {
  const { origin, pathname } = new URL(base_url);
  const client = new Client(origin, { pipelining: 1 });
  const headers = headersOf(token);
  return {
    get: async (path) => {
      const started_ms = performance.now();
      const { statusCode, body } = await client.request({ method: 'GET', path: `${pathname}${path}`, headers });
      const text = await body.text();
      const duration_ms = performance.now() - started_ms;
      if (statusCode !== 200) throw new Error(`GET ${path} returned ${statusCode}: ${text}`);
      return { text, duration_ms };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
