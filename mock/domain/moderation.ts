/**
 * PRIV-10, BID-38: free text that would lead round anonymity. It looks for what can be recognised as such; it does not understand prose.
 *
 * Numbers, dates and prices are what terms are made of, and a missing space after a full stop is no address: where a pattern could take
 * either for a way round, it rather lets a way round pass.
 */

/** Between the groups of a phone number. */
const GAP = String.raw`[\s.\-/]{0,3}`;

const WAYS_ROUND: readonly { what: string; pattern: RegExp }[] = [
  { what: 'an e-mail address', pattern: /[^\s@]@(?:[\p{L}\p{N}-]+\.)*(?!\d+\.)[\p{L}\p{N}-]+\.\p{L}{2,}/u },
  { what: 'a URL', pattern: /\b(?:https?|ftp):\/\/\S|\bwww\.\S/i },
  { what: 'a URL', pattern: /[\p{L}\p{N}-]{2}\.(?:com|ca|org|io|biz)\b/iu },
  // These are words as well, and a sentence may begin with them.
  { what: 'a URL', pattern: /[\p{L}\p{N}-]{2}\.(?:net|farm|info|co|ag|app)\b/u },
  {
    what: 'a phone number',
    pattern: new RegExp(String.raw`(?<!\d)(?:\(\d{3}\)${GAP}|\d{3}[\s.\-/]{1,3})\d{3}${GAP}\d{4}(?!\d)`),
  },
  // Written in one piece it could be any number: only what the numbering plan of North America allows is taken for a phone's.
  { what: 'a phone number', pattern: /(?<!\d)1?[2-9]\d{2}[2-9]\d{6}(?!\d)/ },
  { what: 'a phone number', pattern: /(?<!\S)\+\d(?:[\s.\-()]{0,2}\d){9,14}(?!\d)/ },
];

/** What a text carries that it may not, in words; undefined where it is harmless. */
export function findWayRound(text: string): string | undefined {
  const plain = simplify(text);
  return WAYS_ROUND.find(({ pattern }) => pattern.test(plain))?.what;
}

/** The same text without its disguises: wide and invisible characters, odd dashes, `(at)` and `dot com`; and without its dates. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s{0,3}[([{<]\s{0,3}at\s{0,3}[)\]}>]\s{0,3}/gi, '@')
    .replaceAll(/\s{0,3}[([{<]\s{0,3}dot\s{0,3}[)\]}>]\s{0,3}|\s{1,3}dot\s{1,3}(?=(?:com|ca|org|net)\b)/gi, '.')
    .replaceAll(/\s{0,3}@\s{0,3}(?=\S+\.(?:com|ca|org|net)\b)/gi, '@')
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, 'date');
}
