/** Exports the journal as an HTTP Archive 1.2. */
import { STATUS_CODES } from 'node:http';
import type { RequestEntry } from '../../../wire.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import { hostnameOf } from '../../http/loopback.ts';
import { readVersion } from '../endpoint/health.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { redactEntry } from '../endpoint/redact.ts';
import { RequestFilter, findRequests } from './request-filter.ts';

/** The size of a body. */
interface Measured {
  kept_bytes: number;
  /** The size of the whole body, if known. */
  bytes: number;
  /** Explains what is missing. Undefined if nothing is, which JSON leaves out. */
  comment: string | undefined;
}

/** HAR uses -1 for unknown sizes. */
const UNKNOWN = -1;
const FALLBACK = 'http://127.0.0.1/';
const COMMENT =
  'Recorded by the mock itself. Times are those of the clock of the world when the response was ready, and the clock can be frozen. ' +
  'The whole duration is given as wait. The response headers Date, Content-Length, and Connection are missing. Secrets are replaced by [redacted].';

/** @param origin the beginning of each URL. Default: the Host of each request */
function writeHar(entries: readonly JournalEntry[], origin: string | undefined): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'gristmill', version: readVersion() },
      entries: entries.map((entry) => writeEntry(entry, origin)),
      comment: COMMENT,
    },
  };
}

/** HAR reserves names with an underscore for custom fields. */
function writeEntry(entry: JournalEntry, origin: string | undefined): object {
  const { seq, at, operation_id, actor, duration_ms, fault } = entry;
  const shown = redactEntry(entry);
  return {
    startedDateTime: at,
    time: duration_ms,
    request: writeRequest(shown, origin, measure(entry.request_body, entry.request_chars)),
    response: writeResponse(shown, measure(entry.response_body, entry.response_chars)),
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    _seq: seq,
    _operation_id: operation_id,
    _actor: actor,
    ...(fault === null
      ? {}
      : {
          comment: `The fault ${fault} was applied, so the client may have received another response, or none.`,
          _fault: fault,
        }),
  };
}

function writeRequest(shown: RequestEntry, origin: string | undefined, { comment, bytes }: Measured): object {
  const { method, path, http_version, request_headers: headers, request_body: text } = shown;
  const url = URL.parse(path, origin ?? originOf(headers)) ?? new URL(FALLBACK);
  return {
    method,
    url: url.href,
    httpVersion: `HTTP/${http_version}`,
    cookies: [],
    headers: listHeaders(headers),
    queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
    ...(text === '' ? {} : { postData: { mimeType: firstOf(headers['content-type']), text, comment } }),
    headersSize: UNKNOWN,
    bodySize: bytes,
  };
}

function writeResponse(shown: RequestEntry, { comment, bytes, kept_bytes }: Measured): object {
  const { status, response_headers: headers, response_body: text } = shown;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    // Node responds with this version to every request.
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listHeaders(headers),
    content: { size: kept_bytes, mimeType: firstOf(headers['Content-Type']), text, comment },
    redirectURL: firstOf(headers['Location']),
    headersSize: UNKNOWN,
    bodySize: bytes,
  };
}

/** A client can send a Host header that is not a host. */
function originOf({ host }: RequestEntry['request_headers']): string {
  const origin = `http://${firstOf(host)}`;
  return hostnameOf(origin) === undefined ? FALLBACK : origin;
}

function listHeaders(headers: RequestEntry['request_headers']): { name: string; value: string }[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })));
}

function firstOf(value: string | readonly string[] | undefined): string {
  return (typeof value === 'object' ? value[0] : value) ?? '';
}

/** @param chars the length of the text before it was cut to `kept` */
function measure(kept: string, chars: number): Measured {
  const kept_bytes = Buffer.byteLength(kept);
  if (kept.length === chars) return { kept_bytes, bytes: kept_bytes, comment: undefined };
  return { kept_bytes, bytes: UNKNOWN, comment: `The journal keeps the first ${kept.length} of ${chars} characters.` };
}

export const HAR = [
  controlOperation('get', '/requests.har', {
    summary: 'Export the requests as an HTTP Archive 1.2, for the developer tools of a browser',
    description: 'Secrets are redacted. Unknown sizes are -1.',
    query: RequestFilter,
    response: { media_type: 'application/json; charset=utf-8', file_name: 'gristmill.har' },
    act: async ({ world, query }) => writeHar((await findRequests(world, query)).entries, world.options.public_url),
  }),
];
