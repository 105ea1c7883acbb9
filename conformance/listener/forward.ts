/** Forwards deliveries to another receiver, the body byte for byte. */
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { elapsedMs, timeLimit } from '#client';

/** The response of the other receiver, or why there is none. */
export type ForwardResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Without hop-by-hop headers. */
      readonly headers: Readonly<Record<string, string | string[]>>;
      /** At most the first MiB. */
      readonly body: Buffer;
      readonly duration_ms: number;
    }
  | { readonly kind: 'fault'; readonly message: string; readonly duration_ms: number };

/** RTY-5: the sender does not wait longer. */
const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 1024 * 1024;

/**
 * Hop-by-hop headers (RFC 9110, section 7.6.1, and RFC 2616, section 13.5.1), and headers that the new message sets itself: `Host`, `Expect`, and
 * `Content-Length`, because a long response is cut.
 */
const HEADERS_NOT_FORWARDED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export class Forwarder {
  readonly #url: string;
  /** No keep-alive: the other receiver could close an idle connection just when a delivery is sent. */
  readonly #agent = new Agent({ connect: { timeout: TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });

  /** @param url gets every delivery, whatever its path was */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Posts a body with its original headers, except those above, in their case and order. Does not follow redirects (RTY-12). Never throws.
   * @param raw_headers names and values, alternating
   */
  async forward(raw: Buffer, raw_headers: readonly string[]): Promise<ForwardResult> {
    const began = elapsedMs();
    try {
      const { statusCode, headers, body } = await request(this.#url, {
        method: 'POST',
        headers: dropRequestHeaders(raw_headers),
        body: raw,
        dispatcher: this.#agent,
        signal: timeLimit(TIMEOUT_MS),
      });
      const read = await readSome(body);
      return {
        kind: 'response',
        status: statusCode,
        headers: dropResponseHeaders(headers),
        body: read,
        duration_ms: elapsedMs() - began,
      };
    } catch (error) {
      return { kind: 'fault', message: describeFault(error), duration_ms: elapsedMs() - began };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The header `Connection` can name more hop-by-hop headers. */
function listDropped(connection: string): ReadonlySet<string> {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...HEADERS_NOT_FORWARDED, ...named]);
}

function dropRequestHeaders(raw_headers: readonly string[]): string[] {
  const pairs = raw_headers.flatMap((name, i) => (i % 2 === 0 ? [[name, raw_headers[i + 1] ?? ''] as const] : []));
  const connection = pairs.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value);
  const dropped = listDropped(connection.join(','));
  return pairs.flatMap(([name, value]) => (dropped.has(name.toLowerCase()) ? [] : [name, value]));
}

function dropResponseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const { connection = '' } = headers;
  const dropped = listDropped(typeof connection === 'string' ? connection : connection.join(','));
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined && !dropped.has(entry[0].toLowerCase()),
  );
  return Object.fromEntries(kept);
}

/** Reads a bounded part of the body: the status is what counts. */
async function readSome(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    // Bodies of undici are streams of Buffers.
    const bytes = chunk as Buffer;
    chunks.push(bytes);
    length += bytes.length;
    if (length >= RESPONSE_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX);
}

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'it closed the connection before the response was complete',
  UND_ERR_SOCKET: 'it closed the connection before the response was complete',
  ENOTFOUND: 'its name does not resolve',
};

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return `no complete response within ${TIMEOUT_MS / 1_000} s`;
  return FAULTS[code] ?? `${error.message === '' ? error.name : error.message}${code === '' ? '' : ` (${code})`}`;
}
