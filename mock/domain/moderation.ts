/** PRIV-10: free text that would lead round anonymity. It looks for what can be recognised as such; it does not understand prose. */
const WAYS_ROUND: readonly { what: string; pattern: RegExp }[] = [
  { what: 'an e-mail address', pattern: /[^\s@]{1,64}\s?(?:@|\(at\)|\[at\])\s?[^\s@]{1,255}\.[a-z]{2,}/i },
  { what: 'a URL', pattern: /\b(?:https?:\/\/|www\.)\S|\b[a-z0-9-]{2,63}\.(?:com|ca|org|net|io|farm)\b/i },
  { what: 'a phone number', pattern: /(?:\+?1[\s.-]?)?(?:\(\d{3}\)|\b\d{3})[\s.-]?\d{3}[\s.-]?\d{4}\b/ },
];

/** What a text carries that it may not, in words; undefined where it is harmless. */
export function findWayRound(text: string): string | undefined {
  return WAYS_ROUND.find(({ pattern }) => pattern.test(text))?.what;
}
