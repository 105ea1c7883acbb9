/** The encodings in which a secret can leak. */
import { createHash } from 'node:crypto';

/** One encoding of a secret, in lower case like the searched text. */
export interface Form {
  text: string;
  /** For messages: `as base64`. */
  how: string;
  /** Whether it must be delimited by non-alphanumeric characters, because it is short enough to occur by chance. */
  is_whole: boolean;
}

/** Only the string itself, for short strings and common words. */
export function plainForms(text: string): readonly Form[] {
  const folded = text.toLowerCase();
  const forms = [{ text: folded, how: 'in full', is_whole: true }];
  const encoded = encodeURIComponent(text).toLowerCase();
  const plus = encoded.replaceAll('%20', '+');
  return [...new Set([encoded, plus])]
    .filter((other) => other !== folded)
    .map((other): Form => ({ text: other, how: 'URL-encoded', is_whole: true }))
    .concat(forms);
}

/** All encodings, for strings that cannot occur by chance. */
export function allForms(text: string): readonly Form[] {
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  return [
    ...plainForms(text).map((form) => ({ ...form, is_whole: false })),
    ...spellings.flatMap((spelling) => [
      ...base64Forms(spelling),
      { text: Buffer.from(spelling).toString('hex'), how: 'in hexadecimal', is_whole: false },
      ...hashForms(spelling),
    ]),
    { text: Array.from(text.toLowerCase()).toReversed().join(''), how: 'backwards', is_whole: false },
  ];
}

/** Hashes of a string. A hash of a guessable string reveals it. */
export function hashForms(text: string): readonly Form[] {
  return ['sha256', 'sha1', 'md5', 'sha512'].flatMap((name) => {
    const digest = createHash(name).update(text).digest();
    return (['hex', 'base64url', 'base64'] as const).map((encoding): Form => {
      const hash = digest.toString(encoding).slice(0, HASH_PREFIX).toLowerCase();
      return { text: hash, how: `as ${name}`, is_whole: false };
    });
  });
}

/** This many characters of a hash never match by chance. */
const HASH_PREFIX = 12;

/** The base64 characters of a string, at each alignment, that do not depend on adjacent text. */
export function base64Forms(text: string): readonly Form[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const from = shift === 0 ? 0 : shift + 1;
    const until = Math.floor(((shift + bytes.length) * 8) / 6);
    const inner = encoded.slice(from, until);
    if (inner.length < 8) return [];
    const url = inner.replaceAll('+', '-').replaceAll('/', '_');
    return [...new Set([inner, url])].map((one): Form => ({ text: one.toLowerCase(), how: 'as base64', is_whole: false }));
  });
}

/** A single precise coordinate: with five or more decimals, in millionths, and encoded. @param degrees absolute value */
export function coordinateForms(degrees: number): readonly Form[] {
  const exact = String(degrees);
  const [whole = '', decimals = ''] = exact.split('.');
  if (decimals.length < 5) return [];
  const cut = `${whole}.${decimals.slice(0, 5)}`;
  const texts = new Set([cut, degrees.toFixed(5)]);
  return [
    ...[...texts].map((text): Form => ({ text, how: 'in full or rounded', is_whole: false })),
    ...[...texts].map((text): Form => ({ text: text.replace('.', '%2e'), how: 'URL-encoded', is_whole: false })),
    { text: `${whole}${decimals.padEnd(6, '0').slice(0, 6)}`, how: 'in millionths of a degree', is_whole: true },
    ...base64Forms(exact),
    { text: Buffer.from(exact).toString('hex'), how: 'in hexadecimal', is_whole: false },
    ...hashForms(exact),
  ];
}
