/**
 * PRIV-10, BID-38: finds contact details in free text. Terms are full of numbers, dates, and prices, so the patterns rather miss a contact
 * detail than match one of those.
 */

interface ContactLeak {
  what: string;
  pattern: RegExp;
}

const CONTACT_LEAKS: readonly ContactLeak[] = [
  { what: 'an email address', pattern: /[^\s@]@(?:[\p{L}\p{N}-]+\.)*(?!\d+\.)[\p{L}\p{N}-]+\.\p{L}{2,}/u },
  { what: 'a URL', pattern: /\b(?:https?|ftp):\/\/\S|\bwww\.\S/i },
  { what: 'a URL', pattern: /[\p{L}\p{N}-]{2}\.(?:com|ca|org|io|biz)\b/iu },
  // These are also ordinary words. Only lower case matches, because a sentence can begin with one.
  { what: 'a URL', pattern: /[\p{L}\p{N}-]{2}\.(?:net|farm|info|co|ag|app|xyz|dev|online|website)\b/u },
  // Follows the North American numbering plan, so it does not match the loads `500-750-1000` and `100-200-3500`. It matches the loads `300 400
  // 1250`.
  {
    what: 'a phone number',
    pattern: /(?<!\d)(?:\([2-9]\d{2}\)[\s.\-/]{0,3}|[2-9]\d{2}[\s.\-/]{1,3})[2-9]\d{2}[\s.\-/]{0,3}(?!\d000)\d{4}(?!\d)/,
  },
  // Ten digits in a row can be any number, so only numbers of the North American numbering plan match.
  { what: 'a phone number', pattern: /(?<![\p{L}\p{N}])1?[2-9]\d{2}[2-9]\d{6}(?![\p{L}\p{N}])/u },
  { what: 'a phone number', pattern: /(?<!\S)\+\d(?:[\s.\-()]{0,2}\d){9,14}(?!\d)/ },
];

/** Names the kinds of contact details in a text, such as `an email address or a phone number`. Undefined if there are none. */
export function findContactLeak(text: string): string | undefined {
  let rest = text
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, 'date');
  const found = new Set<string>();
  for (const { what, pattern } of CONTACT_LEAKS) {
    const before = rest;
    // The domain of an email address is not reported as a URL as well.
    rest = rest.replaceAll(new RegExp(pattern, `${pattern.flags}g`), ' ');
    if (rest !== before) found.add(what);
  }
  return found.size === 0 ? undefined : [...found].join(' or ');
}
