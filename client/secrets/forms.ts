/** The shapes in which a secret can leave a deployment without anybody seeing it at first node. */
import { createHash } from 'node:crypto';

/** One shape of a secret, in lower case: what is searched is folded as well. */
export interface Form {
  text: string;
  /** `as base64`, for sentences. */
  said: string;
  /** Found only where no letter and no digit stands beside it: shorter than what chance leaves out. */
  is_whole: boolean;
}

/** A text as it stands only: it is short, or of common words, and its parts are nobody's. */
export function plainForms(text: string): readonly Form[] {
  const folded = text.toLowerCase();
  const forms = [{ text: folded, said: 'as it is', is_whole: true }];
  const encoded = encodeURIComponent(text).toLowerCase();
  const plus = encoded.replaceAll('%20', '+');
  return [...new Set([encoded, plus])]
    .filter((other) => other !== folded)
    .map((other): Form => ({ text: other, said: 'URL-encoded', is_whole: true }))
    .concat(forms);
}

/** A text that cannot occur by chance, in every shape. */
export function allForms(text: string): readonly Form[] {
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  return [
    ...plainForms(text).map((form) => ({ ...form, is_whole: false })),
    ...spellings.flatMap((spelling) => [
      ...base64Forms(spelling),
      { text: Buffer.from(spelling).toString('hex'), said: 'in hexadecimal', is_whole: false },
      ...hashForms(spelling),
    ]),
    { text: Array.from(text.toLowerCase()).toReversed().join(''), said: 'backwards', is_whole: false },
  ];
}

/** Hashes of a text: of a guessable one they are as good as the text. */
export function hashForms(text: string): readonly Form[] {
  return ['sha256', 'sha1', 'md5', 'sha512'].flatMap((name) => {
    const digest = createHash(name).update(text).digest();
    return [
      { text: digest.toString('hex').slice(0, HASH_PREFIX), said: `as ${name}`, is_whole: false },
      { text: digest.toString('base64url').slice(0, HASH_PREFIX).toLowerCase(), said: `as ${name}`, is_whole: false },
      { text: digest.toString('base64').slice(0, HASH_PREFIX).toLowerCase(), said: `as ${name}`, is_whole: false },
    ];
  });
}

/** So many characters of a hash do not agree by chance. */
const HASH_PREFIX = 12;

/** What base64 makes of a text wherever in the encoded text it begins: the characters that depend on nothing beside it. */
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
    return [...new Set([inner, url])].map((one): Form => ({ text: one.toLowerCase(), said: 'as base64', is_whole: false }));
  });
}

/** A coordinate by itself, to a hair: as a decimal number of five places or more, in millionths, and encoded. @param degrees without its sign */
export function coordinateForms(degrees: number): readonly Form[] {
  const exact = String(degrees);
  const [whole = '', decimals = ''] = exact.split('.');
  if (decimals.length < 5) return [];
  const cut = `${whole}.${decimals.slice(0, 5)}`;
  const texts = new Set([cut, degrees.toFixed(5)]);
  return [
    ...[...texts].map((text): Form => ({ text, said: 'as it is or rounded', is_whole: false })),
    ...[...texts].map((text): Form => ({ text: text.replace('.', '%2e'), said: 'URL-encoded', is_whole: false })),
    { text: `${whole}${decimals.padEnd(6, '0').slice(0, 6)}`, said: 'in millionths of a degree', is_whole: true },
    ...base64Forms(exact),
    { text: Buffer.from(exact).toString('hex'), said: 'in hexadecimal', is_whole: false },
    ...hashForms(exact),
  ];
}
