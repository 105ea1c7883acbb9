import { Client } from 'undici';

export interface Reply {
  text: string;
  /** From sending the request to the end of the response. */
  duration_ms: number;
}

/**
 * A keep-alive connection that sends one request at a time, without a timeout. Its methods throw an Error unless the status is 2xx, because fast
 * error responses would distort the figures.
 */
export interface Connection extends AsyncDisposable {
  /** @param path below `/v1`, with its query */
  get: (path: string) => Promise<Reply>;
  /** @param path from the root, such as `/_gristmill/reset` @param token that of the connection by default */
  send: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token?: string) => Promise<Reply>;
}

/** @param base_url ends in `/v1` @param token a developer token, such as `dev_buyer` */
export function openConnection(base_url: string, token = 'dev_buyer'): Connection {
  const { origin, pathname } = new URL(base_url);
  const client = new Client(origin, { pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });
  const send: Connection['send'] = async (method, path, body, sender = token) => {
    const started_ms = performance.now();
    const headers = headersOf(sender, body !== undefined);
    const reply = await client.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
    const text = await reply.body.text();
    const duration_ms = performance.now() - started_ms;
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} returned ${reply.statusCode}: ${text}`);
    return { text, duration_ms };
  };
  return {
    get: (path) => send('GET', `${pathname}${path}`),
    send,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export function headersOf(token: string, has_body = false): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(has_body ? { 'content-type': 'application/json' } : {}) };
}
