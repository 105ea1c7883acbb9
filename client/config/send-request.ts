/** Sends a single request outside a run, with limits: to hooks, token endpoints, control planes, and untrusted targets. */
import type { Dispatcher, request } from 'undici';
import { UNCOMPRESSED, flattenHeaders } from '../http/flatten-headers.ts';
import { THIS_MACHINE, elapsedMs, timeLimit, type Machine } from '../clock.ts';
import { isConnectionLost, repeatIfLost } from '../http/connection-closed.ts';
import { openAgent } from '../http/proxies.ts';
import { RetryAfter } from '../http/retry-after.ts';
import { BodyTooLong, readBytes } from '../http/read-bytes.ts';
import { parseJson } from '../http/read-json.ts';

/** Responses to these requests are short. */
const SHORT_BYTES_MAX = 1024 * 1024;
const TIMEOUT_MS = 10_000;

interface RequestSpec {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** The raw body. */
  body?: string;
  timeout_ms?: number;
  bytes_max?: number;
}

export interface HttpResponse {
  status: number;
  /** Names in lower case; repeated values joined by a comma. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** Undefined if the body is not JSON. */
  json: unknown;
  duration_ms: number;
}

/** There was no complete response. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  /** The error code of the system or HTTP client, such as `ECONNREFUSED`; or `TIMEOUT` or `TOO_LONG`. */
  readonly code: string;
  /** What was received before the failure: nothing, or the head and part of the body. */
  readonly got: 'nothing' | 'head';

  constructor(code: string, message: string, got: 'nothing' | 'head') {
    super(message);
    this.code = code;
    this.got = got;
  }
}

/** For `catch`: undefined if there was no response. @throws any other error */
export function noneIfNoResponse(error: unknown): undefined {
  if (!(error instanceof NoResponse)) throw error;
  return undefined;
}

/**
 * Sends a request. Repeats a GET if its connection was closed. Does not follow redirects or check the status.
 * @throws NoResponse if there is no response in time, or it is too long
 */
export async function sendRequest(url: string, spec: RequestSpec = {}): Promise<HttpResponse> {
  const isLost = (error: unknown): boolean =>
    (spec.method ?? 'GET') === 'GET' && error instanceof NoResponse && error.got === 'nothing' && isConnectionLost(error);
  return repeatIfLost(async () => sendOnce(url, spec), isLost);
}

/** Like {@link sendRequest}, and repeats a request that the server asks to repeat later. @param machine clock and timers. Tests can replace them */
export async function sendPatiently(url: string, spec: RequestSpec, machine: Machine = THIS_MACHINE): Promise<HttpResponse> {
  return new RetryAfter(machine).repeat(async () => sendRequest(url, spec));
}

let transport: Promise<{ request: typeof request; dispatcher: Dispatcher }> | undefined;

async function openTransport(): NonNullable<typeof transport> {
  const undici = await import('undici');
  return { request: undici.request, dispatcher: openAgent(undici) };
}

async function sendOnce(url: string, spec: RequestSpec): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, body, timeout_ms = TIMEOUT_MS, bytes_max = SHORT_BYTES_MAX } = spec;
  // undici is loaded by the first request, because commands such as `explain` send none.
  const { request, dispatcher } = await (transport ??= openTransport());
  const began = elapsedMs();
  let got: NoResponse['got'] = 'nothing';
  try {
    const response = await request(url, {
      method,
      headers: { ...UNCOMPRESSED, accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      dispatcher,
      signal: timeLimit(timeout_ms),
    });
    got = 'head';
    const text = (await readBytes(response.body, bytes_max)).toString('utf8');
    const duration_ms = elapsedMs() - began;
    return { status: response.statusCode, headers: flattenHeaders(response.headers), text, json: parseJson(text), duration_ms };
  } catch (error) {
    throw explain(error, timeout_ms, got);
  }
}

function explain(error: unknown, timeout_ms: number, got: NoResponse['got']): NoResponse {
  if (error instanceof BodyTooLong) return new NoResponse('TOO_LONG', error.message, got);
  if (!(error instanceof Error)) return new NoResponse('UNKNOWN', String(error), got);
  if (error.name === 'TimeoutError') {
    const what = got === 'nothing' ? 'no response' : 'the response did not end';
    return new NoResponse('TIMEOUT', `${what} within ${timeout_ms / 1_000} s`, got);
  }
  const code = describeRefusal(error);
  const detail = error.message === '' ? (error instanceof AggregateError ? String(error.errors[0]) : error.name) : error.message;
  return new NoResponse(code, detail.includes(code) || code === 'UNKNOWN' ? detail : `${detail} (${code})`, got);
}

/** If several addresses of a host failed, use the first error. */
function describeRefusal(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici's parser errors can lack a message.
  if (error.name === 'HTTPParserError') return 'HPE_INVALID';
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return first instanceof Error ? describeRefusal(first) : 'UNKNOWN';
}
