/** Replaces secrets in everything that the control plane shows. */
import type { DeliveryEntry, RequestEntry } from '../../../wire.ts';
import type { Row } from '../../../market/records/tables.ts';
import type { JournalEntry } from '../../journal/journal.ts';

const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  // WHK-2
  [/whsec_[\w-]+/g, 'whsec_[redacted]'],
  [/("(?:access_token|refresh_token|client_secret)"\s*:\s*")[^"]*/g, '$1[redacted]'],
  // Tokens do not belong in URLs, but clients send them there.
  [/([?&](?:access_token|refresh_token|client_secret)=)[^&#\s"]*/g, '$1[redacted]'],
];

export function redact(text: string): string {
  return SECRETS.reduce((kept, [pattern, replacement]) => kept.replaceAll(pattern, replacement), text);
}

/** Headers with credentials. An Idempotency-Key is not one: it is of no use to another team, and people search for it. */
const SECRET_HEADERS = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key/i;
const SCHEME = /^(?:Bearer|Basic|Digest) (?=.)/i;

/** Keeps the names of headers and the scheme of an authorization. */
function redactHeaders(headers: JournalEntry['request_headers']): Record<string, string | string[]> {
  const shown: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const hide = SECRET_HEADERS.test(name) ? hideValue : redact;
    shown[name] = typeof value === 'string' ? hide(value) : value.map(hide);
  }
  return shown;
}

function hideValue(value: string): string {
  return `${SCHEME.exec(value)?.[0] ?? ''}[redacted]`;
}

export function redactEntry(entry: JournalEntry): RequestEntry {
  const { response_tail: _tail, began_ms: _began, is_cut: _cut, ...shown } = entry;
  const { path, request_headers, request_body, response_headers, response_body } = shown;
  return {
    ...shown,
    path: redact(path),
    request_headers: redactHeaders(request_headers),
    request_body: redact(request_body),
    response_headers: redactHeaders(response_headers),
    response_body: redact(response_body),
  };
}

/** A receiver can send back what it was sent. */
export function redactDelivery(delivery: Row<'deliveries'>): DeliveryEntry {
  return { ...delivery, response_body: redact(delivery.response_body) };
}
