/** Formats one request of the journal as it went over the wire, without secrets. */
import { STATUS_CODES } from 'node:http';
import { styleText } from 'node:util';
import type { RequestEntry } from '#mock';
import { formatEntry } from './log-line.ts';

/** A request, and why the marketplace refused it, as `GET /requests/{seq}` shows it. */
export interface ExplainedRequest extends RequestEntry {
  why: { near_misses: readonly { text: string }[] } | null;
}

export function formatRequest(request: ExplainedRequest): readonly string[] {
  const { method, path, http_version, status, why } = request;
  const reasons = why === null ? [] : why.near_misses.map(({ text }) => text);
  return [
    formatEntry({ kind: 'request', entry: request }),
    // Before the bodies, which can be longer than a screen.
    ...reasons.map((text) => `${styleText('yellow', 'Hint:')} ${text}`),
    '',
    styleText('bold', `${method} ${path} HTTP/${http_version}`),
    ...formatHeaders(request.request_headers),
    ...formatBody(request.request_body, request.request_chars),
    '',
    styleText('bold', `HTTP/${http_version} ${status} ${STATUS_CODES[status] ?? ''}`),
    ...formatHeaders(request.response_headers),
    ...formatBody(request.response_body, request.response_chars),
  ];
}

function formatHeaders(headers: RequestEntry['request_headers']): readonly string[] {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`));
}

/** @param chars the length of the whole body */
function formatBody(text: string, chars: number): readonly string[] {
  if (chars === 0) return [];
  const cut = chars > text.length ? [`… the journal keeps ${text.length} of ${chars} characters`] : [];
  return ['', indentJson(text), ...cut];
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
