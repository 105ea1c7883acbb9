/** The journal in the form that browsers and proxies exchange: HTTP Archive 1.2. */
import { STATUS_CODES } from 'node:http';
import type { JournalEntry } from '../../journal/journal.ts';
import { hostnameOf } from '../../http/loopback.ts';
import type { ShownEntry } from '../endpoint/redact.ts';
import { redactEntry } from '../endpoint/redact.ts';

interface NameValue {
  name: string;
  value: string;
}

/** How long a body is. */
interface Measured {
  kept_bytes: number;
  /** Of all of it, where that is known. */
  bytes: number;
  /** Says what is missing. */
  comment: { comment?: string };
}

/** What is not known is -1, as HAR has it. */
const UNKNOWN = -1;
const COMMENT =
  'Written by a mock that looks at requests from within: instants are those of its own clock when the answer was ready, which may stand still; ' +
  'of the time only the whole is known, and given as wait; Date, Content-Length and Connection of answers are left out; secrets are replaced by [redacted].';

/** @param origin what addresses begin with; where that is not given, the Host of each request */
export function writeHar(entries: readonly JournalEntry[], version: string, origin: string | undefined): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'gristmill', version },
      entries: entries.map((entry) => writeEntry(entry, origin)),
      comment: COMMENT,
    },
  };
}

/** Names of ours begin with an underscore, as HAR has it. */
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
    ...(fault === null ? {} : { comment: `The fault ${fault} struck: the client may have had another answer, or none.` }),
    _seq: seq,
    _operation_id: operation_id,
    _actor: actor,
    ...(fault === null ? {} : { _fault: fault }),
  };
}

function writeRequest(shown: ShownEntry, origin: string | undefined, { comment, bytes }: Measured): object {
  const { method, path, http_version, request_headers: headers, request_body: text } = shown;
  const url = URL.parse(path, origin ?? originOf(headers)) ?? new URL(FALLBACK);
  return {
    method,
    url: url.href,
    httpVersion: `HTTP/${http_version}`,
    cookies: [],
    headers: listHeaders(headers),
    queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
    ...(text === '' ? {} : { postData: { mimeType: firstOf(headers['content-type']), text, ...comment } }),
    headersSize: UNKNOWN,
    bodySize: bytes,
  };
}

function writeResponse(shown: ShownEntry, { comment, bytes, kept_bytes }: Measured): object {
  const { status, response_headers: headers, response_body: text } = shown;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    // Whatever was asked with.
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listHeaders(headers),
    content: { size: kept_bytes, mimeType: firstOf(headers['Content-Type']), text, ...comment },
    redirectURL: firstOf(headers['Location']),
    headersSize: UNKNOWN,
    bodySize: bytes,
  };
}

const FALLBACK = 'http://127.0.0.1/';

/** What a client writes there need not be a host. */
function originOf({ host }: ShownEntry['request_headers']): string {
  const origin = `http://${firstOf(host)}`;
  return hostnameOf(origin) === undefined ? FALLBACK : origin;
}

function listHeaders(headers: ShownEntry['request_headers']): NameValue[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })));
}

function firstOf(value: string | readonly string[] | undefined): string {
  return (typeof value === 'object' ? value[0] : value) ?? '';
}

/** @param kept what is left of a text of so many characters */
function measure(kept: string, chars: number): Measured {
  const kept_bytes = Buffer.byteLength(kept);
  if (kept.length === chars) return { kept_bytes, bytes: kept_bytes, comment: {} };
  return {
    kept_bytes,
    bytes: UNKNOWN,
    comment: { comment: `The journal keeps the first ${kept.length} of its ${chars} characters.` },
  };
}
