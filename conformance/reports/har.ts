/** HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/): the requests of a run, for the tools that show such files. */
import { STATUS_CODES } from 'node:http';
import type { Exchange, Redactor } from '#client';
import { describeExchange } from '../check/evidence.ts';
import type { EvidenceExchange, RunReport } from '../check/verdicts.ts';
import { writeJson } from './json.ts';

/** A redacted exchange with its start time in ISO 8601. */
export type TimedExchange = EvidenceExchange & {
  readonly started_at: string;
  /** How many characters of bodies are left out. A body is whole or absent, so that tools can parse it. */
  readonly omitted?: number;
};

/** The maximum length of the bodies of one exchange, and of all, in characters. */
const BODIES_MAX = { one: 2_000_000, all: 100_000_000 };

/** Prepares the exchanges of a run for a HAR file. @param max limits of bodies. Longer ones are left out */
export function timeExchanges(redactor: Redactor, exchanges: readonly Exchange[], max = BODIES_MAX): readonly TimedExchange[] {
  let left = max.all;
  return exchanges.map((exchange) => {
    const started_at = new Date(exchange.sent_at_ms).toISOString();
    const length = exchange.text.length + (exchange.request_body?.length ?? 0);
    const fits = length <= max.one && length <= left;
    if (fits) left -= length;
    const { request_body: _none, ...rest } = exchange;
    const kept = fits ? exchange : { ...rest, request_body: undefined, text: '' };
    return { ...describeExchange({ redactor }, kept, max.one), started_at, ...(fits ? {} : { omitted: length }) };
  });
}

const UNKNOWN_SIZE = -1;

function listPairs(pairs: Iterable<readonly [name: string, value: string]>): object[] {
  return Array.from(pairs, ([name, value]) => ({ name, value }));
}

function findHeader(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function writeRequest({ method, url, request_headers, request_body }: TimedExchange): object {
  const mimeType = findHeader(request_headers, 'content-type') ?? 'application/octet-stream';
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listPairs(Object.entries(request_headers)),
    queryString: listPairs(URL.parse(url)?.searchParams ?? []),
    ...(request_body === undefined ? {} : { postData: { mimeType, text: request_body } }),
    headersSize: UNKNOWN_SIZE,
    bodySize: request_body === undefined ? 0 : UNKNOWN_SIZE,
  };
}

function writeResponse({ status, response_headers, response_body, omitted }: TimedExchange): object {
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listPairs(Object.entries(response_headers)),
    content: {
      size: omitted === undefined ? Buffer.byteLength(response_body) : UNKNOWN_SIZE,
      mimeType: findHeader(response_headers, 'content-type') ?? 'x-unknown',
      ...(omitted === undefined
        ? { text: response_body }
        : { comment: `left out: the bodies have ${omitted} characters, too many for this file` }),
    },
    redirectURL: findHeader(response_headers, 'location') ?? '',
    headersSize: UNKNOWN_SIZE,
    bodySize: UNKNOWN_SIZE,
    ...(status === 0 ? { _error: 'no response' } : {}),
  };
}

/** The exchanges of a run, in the given order. Redacts nothing. Sizes on the wire are unknown (-1); `content.size` is the size of the text. */
export function renderHar(report: RunReport, exchanges: readonly TimedExchange[]): string {
  const entries = exchanges.map((exchange) => ({
    startedDateTime: exchange.started_at,
    time: exchange.duration_ms,
    request: writeRequest(exchange),
    response: writeResponse(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.duration_ms, receive: 0 },
    comment: `as ${exchange.actor}`,
  }));
  const log = { version: '1.2', creator: { name: 'gristmill', version: report.gristmill }, entries };
  return writeJson({ log });
}
