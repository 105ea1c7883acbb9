/** Sends a single request outside a run, with limits: to hooks, token endpoints, control planes, and untrusted targets. */
import { UNCOMPRESSED, flattenHeaders } from '../http/flatten-headers.ts';
import type { Readable } from 'node:stream';
import { elapsedMs, timeLimit, wait, type Machine } from '../clock.ts';
import { RETRIES_AFTER_CLOSED, isClosed } from '../http/connection-closed.ts';
import { RateLimit, shouldRepeat } from '../http/retry-after.ts';
import { parseJson } from '../http/read-json.ts';

/** Responses to these requests are short. */
export const ANSWER_BYTES_MAX = 1024 * 1024;
export const ANSWER_TIMEOUT_MS = 10_000;

export interface RequestSpec {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** The raw body. */
  body?: string;
  timeout_ms?: number;
  bytes_max?: number;
}

export interface HttpAnswer {
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

/**
 * Sends a request. Repeats a GET if its connection was closed. Does not follow redirects or check the status.
 * @throws NoResponse if there is no response in time, or it is too long
 */
export async function sendRequest(url: string, question: RequestSpec = {}): Promise<HttpAnswer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await askOnce(url, question);
    } catch (error) {
      const is_lost = error instanceof NoResponse && error.got === 'nothing' && isClosed(error);
      if (!is_lost || (question.method ?? 'GET') !== 'GET' || tries >= RETRIES_AFTER_CLOSED) throw error;
    }
  }
}

/** Like {@link sendRequest}, and repeats a request that the server asks to repeat later. @param machine clock and timers. Tests can replace them */
export async function sendPatiently(
  url: string,
  question: RequestSpec = {},
  machine: Machine = { elapsedMs, wait },
): Promise<HttpAnswer> {
  const rate_limit = new RateLimit(machine);
  for (let tries = 0; ; tries += 1) {
    const answer = await sendRequest(url, question);
    const retry_after = answer.headers['retry-after'];
    if (!shouldRepeat(answer.status, retry_after, tries) || !(await rate_limit.wait(retry_after, undefined))) return answer;
  }
}

async function askOnce(url: string, question: RequestSpec): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, body, timeout_ms = ANSWER_TIMEOUT_MS, bytes_max = ANSWER_BYTES_MAX } = question;
  // undici is loaded by the first request, because commands such as `explain` send none.
  const { request } = await import('undici');
  const began = elapsedMs();
  let got: NoResponse['got'] = 'nothing';
  try {
    const answer = await request(url, {
      method,
      headers: { ...UNCOMPRESSED, accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: timeLimit(timeout_ms),
    });
    got = 'head';
    const text = await readUpTo(answer.body, bytes_max);
    const duration_ms = elapsedMs() - began;
    return { status: answer.statusCode, headers: flattenHeaders(answer.headers), text, json: parseJson(text), duration_ms };
  } catch (error) {
    throw explain(error, timeout_ms, got);
  }
}

async function readUpTo(body: Readable, bytes_max: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    // The chunks of undici bodies are Buffers.
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > bytes_max) throw new NoResponse('TOO_LONG', `the response is longer than ${bytes_max} bytes`, 'head');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function explain(error: unknown, timeout_ms: number, got: NoResponse['got']): NoResponse {
  if (error instanceof NoResponse) return error;
  if (!(error instanceof Error)) return new NoResponse('UNKNOWN', String(error), got);
  if (error.name === 'TimeoutError') {
    const what = got === 'nothing' ? 'no response came' : 'the response did not end';
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
