import type { Row } from '../../../market/records/tables.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Explains what is wrong with a redirect URI. Undefined if it is valid. */
export function checkRedirectUri(kind: Row<'oauth_clients'>['kind'], uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url === null) return 'is not an absolute URL';
  // RFC 6749, section 3.1.2
  if (uri.includes('#')) return 'must not have a fragment';
  if (uri.includes('*')) return 'must be a whole URL, not a pattern';
  const { protocol, hostname } = url;
  if (protocol === 'https:') return undefined;
  if (kind === 'web') return protocol === 'http:' ? undefined : 'must begin with https:// or http://';
  // RFC 8252, sections 7.1 and 7.3
  if (protocol === 'http:')
    return LOOPBACK_NAMES.has(hostname) ? undefined : 'can use http:// only with 127.0.0.1, [::1], or localhost';
  return protocol.includes('.') ? undefined : 'must use a scheme with a reversed domain name, such as com.example.app:';
}
