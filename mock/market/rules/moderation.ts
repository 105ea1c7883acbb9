/**
 * PRIV-10, BID-38: free text that would lead round anonymity. It looks for what can be recognised as such; it does not understand prose.
 *
 * Numbers, dates and prices are what terms are made of, and a missing space after a full stop is no address: where a pattern could take
 * either for a way round, it rather lets a way round pass.
 */

import { withoutLookAlikes } from './look-alikes.ts';

interface ContactLeak {
  what: string;
  /** With the flag g. */
  pattern: RegExp;
  /** Of what the pattern finds: whether it is something else after all. */
  isHarmless?: (found: string) => boolean;
}

/** Between the groups of a phone number, where there may be nothing. */
const GAP = String.raw`[\s.\-/]{0,3}`;
/** And where there must be something. */
const BREAK = String.raw`[\s.\-/]{1,3}`;
const AREA = String.raw`(?<!\d)(?:\(\d{3}\)${GAP}|\d{3}${BREAK})`;
/** A label of a host name that is not a number. */
const LABEL = String.raw`(?<![\p{L}\p{N}.])(?=[\p{N}-]*\p{L})[\p{L}\p{N}-]+`;
/** Countries whose domains people shorten links with. Those that are words or units of measure are left out. */
const SHORTENERS = 'me|co|ly|gg|gl|gd|be|cc|tv|io|ai|uk|im|li|sh|ee|eu|de|fr|nz|au|ws';
/** Degrees of latitude and longitude in Canada, as decimals; those of the east have more of them, since prices are of that size. */
const LATITUDE = String.raw`[4-8]\d\.\d{2,20}`;
const WEST = String.raw`-(?:1[0-4]\d\.\d{2,20}|[5-9]\d\.\d{3,20})`;
const COMMA = String.raw`\s{0,3}[,;/\s]\s{0,3}`;

const CONTACT_LEAKS: readonly ContactLeak[] = [
  { what: 'an e-mail address', pattern: /[^\s@]@(?:[\p{L}\p{N}-]+\.)*(?!\d+\.)[\p{L}\p{N}-]+\.\p{L}{2,}/gu },
  { what: 'a URL', pattern: /\b(?:https?|ftp):\/\/\S|\bwww\.\S/gi },
  { what: 'a URL', pattern: /[\p{L}\p{N}-]{2}\.(?:com|ca|org|io|biz)\b/giu },
  // One letter before the dot is a host too, unless it ends an abbreviation.
  { what: 'a URL', pattern: /(?<![\p{L}\p{N}.])\p{L}\.(?:com|ca|org|io)\b/giu },
  // These are words as well, and a sentence may begin with them.
  { what: 'a URL', pattern: /[\p{L}\p{N}-]{2}\.(?:net|farm|info|co|ag|app|xyz|dev|online|website)\b/gu },
  { what: 'a URL', pattern: new RegExp(String.raw`${LABEL}\.(?:${SHORTENERS})/[\p{L}\p{N}_~@+-]`, 'giu') },
  {
    what: 'a phone number',
    pattern: new RegExp(String.raw`${AREA}\d{3}${GAP}\d{4}(?!\d)`, 'g'),
    isHarmless: isSeriesOfLoads,
  },
  // In pairs, or digit by digit, only what the numbering plan of North America allows is taken for a phone's.
  {
    what: 'a phone number',
    pattern: new RegExp(String.raw`(?<!\d)\(?[2-9]\d{2}\)?${BREAK}[2-9]\d{2}${BREAK}\d{2}${BREAK}\d{2}(?!\d)`, 'g'),
  },
  { what: 'a phone number', pattern: /(?<!\d)[2-9](?:[\s.-]\d){2}[\s.-][2-9](?:[\s.-]\d){6}(?!\d)/g },
  // So is what is written in one piece, which could be any number.
  { what: 'a phone number', pattern: /(?<!\d)1?[2-9]\d{2}[2-9]\d{6}(?!\d)/g },
  { what: 'a phone number', pattern: /(?<!\S)\+\d(?:[\s.\-()]{0,2}\d){9,14}(?!\d)/g },
  // West of Greenwich a sign tells longitudes from tonnes; without one it takes more decimals than anybody weighs.
  { what: 'coordinates', pattern: new RegExp(String.raw`(?<![\d.])${LATITUDE}${COMMA}${WEST}`, 'g') },
  { what: 'coordinates', pattern: new RegExp(String.raw`${WEST}${COMMA}${LATITUDE}`, 'g') },
  {
    what: 'coordinates',
    pattern: new RegExp(String.raw`(?<![\d.])[4-8]\d\.\d{4,20}${COMMA}(?:[5-9]\d|1[0-4]\d)\.\d{4,20}`, 'g'),
  },
  { what: 'coordinates', pattern: /(?<![\d.])\d{2}\.\d{2,8}\s{0,2}[NS]\b[\s,;/]{1,4}\d{2,3}\.\d{2,8}\s{0,2}[EW]\b/gi },
  // The survey of the prairies names a quarter of a square mile: NW-12-34-5-W3, LSD 6 12-34-05 W3M.
  {
    what: 'a land location',
    pattern:
      /(?<![\p{L}\p{N}])(?:[NSEW][EW]?|(?:LSD\W{0,3})?\d{1,2})[\s.,/-]{0,3}\d{1,2}[\s./-]{1,3}\d{1,3}[\s./-]{1,3}\d{1,2}[\s./-]{0,3}W(?:EST OF THE )?\s{0,2}[1-6](?!\d)/giu,
  },
  { what: 'coordinates', pattern: /\d\s{0,2}°[\d\s.,'′"″]{0,24}[NSEW]\b/g },
];

/** What a text carries that it may not, in words; undefined where it is harmless. */
export function findContactLeak(text: string): string | undefined {
  const plain = simplify(text);
  return CONTACT_LEAKS.find(({ pattern, isHarmless }) =>
    Array.from(plain.matchAll(pattern)).some(([found]) => isHarmless === undefined || !isHarmless(found)),
  )?.what;
}

/** `500-750-1000`: round numbers that ascend are loads, not a phone. */
function isSeriesOfLoads(found: string): boolean {
  const numbers = found
    .split(/\D+/)
    .filter((digits) => digits !== '')
    .map(Number);
  return numbers.length === 3 && numbers.every((n, index) => n % 50 === 0 && n > (numbers[index - 1] ?? 0));
}

/** The same text without its disguises: wide, foreign and invisible characters, odd dashes and dots, `(at)` and `dot com`; and without its dates. */
function simplify(text: string): string {
  return (
    withoutLookAlikes(text.normalize('NFKC'))
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\p{Pd}|\u2212/gu, '-')
      .replaceAll(/[\u3002\u066B]/g, '.')
      .replaceAll(/(?<=[\p{L}\p{N}])[\u00B7\u2022\u2219\u22C5](?=\p{L})/gu, '.')
      .replaceAll(/\s{0,3}[([{<]\s{0,3}at\s{0,3}[)\]}>]\s{0,3}/gi, '@')
      .replaceAll(/\s{0,3}[([{<]\s{0,3}dot\s{0,3}[)\]}>]\s{0,3}|\s{1,3}dot\s{1,3}(?=(?:com|ca|org|net)\b)/gi, '.')
      .replaceAll(/\s{0,3}@\s{0,3}(?=\S+\.(?:com|ca|org|net)\b)/gi, '@')
      .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, 'date')
      // Twelve hexadecimal digits behind a word are a mark that a program made, and may look like a phone's number by chance.
      .replaceAll(/\b(?<=\p{L}-)(?=\d*[a-f])[0-9a-f]{12}\b/gu, 'mark')
  );
}
