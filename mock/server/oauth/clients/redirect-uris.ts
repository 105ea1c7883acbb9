import type { Row } from '../../../market/records/tables.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Says what is wrong with an address that people are to be sent back to.
 * @returns undefined where nothing is
 */
export function checkRedirectUri(kind: Row<'oauth_clients'>['kind'], uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url === null) return 'is not an absolute address';
  // RFC 6749, section 3.1.2
  if (uri.includes('#')) return 'must have no fragment';
  if (uri.includes('*')) return 'must be the whole address, not a pattern';
  const { protocol, hostname } = url;
  if (protocol === 'https:') return undefined;
  if (kind === 'web') return protocol === 'http:' ? undefined : 'must begin with https:// or http://';
  // RFC 8252, sections 7.1 and 7.3
  if (protocol === 'http:') return LOOPBACK_NAMES.has(hostname) ? undefined : 'may use http:// for this machine only';
  return protocol.includes('.') ? undefined : 'must use a scheme that is a domain name turned round, such as com.example.app:';
}
