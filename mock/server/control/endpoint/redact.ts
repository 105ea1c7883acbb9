/** Replaces secrets in everything that the control plane shows. */
import type { DeliveryEntry, RequestEntry } from '../../../wire.ts';
import type { Row } from '../../../market/records/tables.ts';
import type { JournalEntry } from '../../journal/journal.ts';

const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  // WHK-2
  [/whsec_[\w-]+/g, 'whsec_[redacted]'],
  [/("(?:access_token|refresh_token|client_secret)"\s*:\s*")[^"]*/g, '$1[redacted]'],
  // Tokens do not belong in URLs, but some clients put them there.
  [/([?&](?:\w*token|client_secret|api_?key|authorization)=)[^&#\s"]*/gi, '$1[redacted]'],
];

/** Shorter tokens could also occur as ordinary words. */
const TOKEN_LENGTH_MIN = 16;

export function redact(text: string): string {
  return SECRETS.reduce((kept, [pattern, replacement]) => kept.replaceAll(pattern, replacement), text);
}

/** Headers with credentials. An Idempotency-Key is not a credential: other teams cannot use it, and people search for it. */
const SECRET_HEADERS = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key/i;
const SCHEME = /^(?:Bearer|Basic|Digest) (?=.)/i;

type Redact = (text: string) => string;

/** Returns the function that redacts the texts of a request, including copies of its own token. */
function redactorOf({ authorization = '' }: JournalEntry['request_headers']): Redact {
  const token = [authorization].flat().join(' ').trim().split(' ').at(-1) ?? '';
  if (token.length < TOKEN_LENGTH_MIN) return redact;
  return (text) => redact(text.replaceAll(token, '[redacted]'));
}

/** Keeps the names of headers and the scheme of an authorization. */
function redactHeaders(headers: JournalEntry['request_headers'], redactText: Redact): Record<string, string | string[]> {
  const shown: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const hide = SECRET_HEADERS.test(name) ? hideValue : redactText;
    shown[name] = typeof value === 'string' ? hide(value) : value.map(hide);
  }
  return shown;
}

function hideValue(value: string): string {
  return `${SCHEME.exec(value)?.[0] ?? ''}[redacted]`;
}

export function redactEntry(entry: JournalEntry): RequestEntry {
  const { response_tail: _tail, began_ms: _began, ...shown } = entry;
  const { path, request_headers, request_body, response_headers, response_body, oauth_error } = shown;
  const hide = redactorOf(request_headers);
  return {
    ...shown,
    path: hide(path),
    request_headers: redactHeaders(request_headers, hide),
    request_body: hide(request_body),
    response_headers: redactHeaders(response_headers, hide),
    response_body: hide(response_body),
    // Entries that an earlier version stored do not have these fields.
    clause: typeof shown.clause === 'string' ? shown.clause : null,
    is_replay: typeof shown.is_replay === 'boolean' && shown.is_replay,
    oauth_error: typeof oauth_error === 'string' ? hide(oauth_error) : null,
  };
}

/** Redacts a delivery, because a receiver can echo what it was sent. */
export function redactDelivery(delivery: Row<'deliveries'>): DeliveryEntry {
  return { ...delivery, response_body: redact(delivery.response_body), is_redelivery: delivery.is_redelivery === 1 };
}
