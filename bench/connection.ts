import { Client } from 'undici';

export interface Reply {
  text: string;
  /** From sending the request to having read all of the answer. */
  duration_ms: number;
}

/** One kept-alive connection; requests go over it one after the other. */
export interface Connection extends AsyncDisposable {
  /** @param path below `/v1`, with its query. Throws unless the answer is 200: a refusal is quick, and would be measured as if it were an answer. */
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
      if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}: ${text}`);
      return { text, duration_ms };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
