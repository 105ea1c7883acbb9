/** What must not be read back: secrets that the marketplace shows once. */
import type { JournalEntry } from '../journal.ts';

const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  // WHK-2
  [/whsec_[\w-]+/g, 'whsec_[redacted]'],
  [/("(?:access_token|refresh_token|client_secret)"\s*:\s*")[^"]*/g, '$1[redacted]'],
];

export function redact(text: string): string {
  return SECRETS.reduce((kept, [pattern, replacement]) => kept.replaceAll(pattern, replacement), text);
}

export function redactEntry(entry: JournalEntry): JournalEntry {
  const { path, request_body, response_body } = entry;
  return { ...entry, path: redact(path), request_body: redact(request_body), response_body: redact(response_body) };
}
