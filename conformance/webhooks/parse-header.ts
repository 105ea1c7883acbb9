import type { Reason } from './reasons.ts';

/** Limits that no genuine header reaches: it has two or three segments and about 150 characters. */
const HEADER_CHARACTERS_MAX = 4_096;
const SEGMENTS_MAX = 32;

/** Plain decimal digits. `Number` also parses signs, fractions, exponents, hex, and white space, which are not a Unix time. */
const UNIX_SECONDS = /^(?:0|[1-9]\d{0,14})$/;

interface SignatureHeader {
  /** Exactly as in the header, because this string is signed. */
  readonly t: string;
  readonly v1: readonly string[];
}

/** SIG-10: parses the header by key, in any order. Ignores unknown segments, the legacy `sha256`, and white space around segments. */
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

/** A field that was sent twice is one list (RFC 9110, section 5.3); frameworks provide it as an array. */
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
