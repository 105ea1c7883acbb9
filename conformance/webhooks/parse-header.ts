import type { Reason } from './reasons.ts';

/** What one genuine header never reaches: it has two or three segments, some 150 characters. */
const HEADER_CHARACTERS_MAX = 4_096;
const SEGMENTS_MAX = 32;

/** In plain decimal digits: what `Number` takes besides them (signs, fractions, exponents, hex, white space) is not a Unix time. */
const UNIX_SECONDS = /^(?:0|[1-9]\d{0,14})$/;

export interface SignatureHeader {
  /** As it stands in the header: this text is signed. */
  readonly t: string;
  readonly v1: readonly string[];
}

/** SIG-10: the header by key, in any order. Unknown segments and the legacy `sha256` are ignored, white space around a segment is too. */
export function parseHeader(header: string | readonly string[] | null | undefined): SignatureHeader | Reason {
  const text = joinFields(header);
  if (text.trim() === '') return 'no_header';
  if (text.length > HEADER_CHARACTERS_MAX) return 'malformed_header';

  const segments = text.split(',');
  if (segments.length > SEGMENTS_MAX || !text.includes('=')) return 'malformed_header';

  const [t, ...others] = valuesOf(segments, 't');
  if (t === undefined) return 'no_timestamp';
  if (others.length > 0) return 'duplicate_timestamp';
  if (!UNIX_SECONDS.test(t)) return 'bad_timestamp';

  const v1 = valuesOf(segments, 'v1');
  return v1.length === 0 ? 'no_signature' : { t, v1 };
}

/** A field that was sent twice is one list (RFC 9110, section 5.3); frameworks hand it over as an array. */
function joinFields(header: unknown): string {
  if (Array.isArray(header)) return header.filter((field) => typeof field === 'string').join(',');
  return typeof header === 'string' ? header : '';
}

function valuesOf(segments: readonly string[], key: string): readonly string[] {
  return segments.flatMap((segment) => {
    const at = segment.indexOf('=');
    return at >= 0 && segment.slice(0, at).trim() === key ? [segment.slice(at + 1).trim()] : [];
  });
}
