/** Finds whatever tells who a seller is or where its farm lies, as it is and in disguise: for tests of privacy. */

export interface Secrets {
  /** Names, addresses and ids that nobody may learn. */
  texts: readonly string[];
  /** Words of them that nothing else has, without their accents. */
  words: readonly string[];
  /** Coordinates, in degrees. */
  degrees: readonly number[];
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('Ø', 'o').toLowerCase();
}

/** A secret as it is, and in every form that some layer might give it. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const escaped = JSON.stringify(secret)
    .slice(1, -1)
    .replaceAll(/[^\u0020-\u007E]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    escaped,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('latin1'),
  ];
}

/** Coordinates as written, and rounded as far as they are still finer than the town. */
function coordinateForms(degrees: number): string[] {
  return [6, 5, 4, 3, 2].map((digits) => Math.abs(degrees).toFixed(digits)).flatMap((text) => [text, text.replace('.', ',')]);
}

/** What of the secrets is in a text; empty where nothing is. */
export function findLeaks(text: string, { texts, words, degrees }: Secrets): string[] {
  // An id gives itself away without its prefix as well.
  const whole = texts.flatMap((secret) => [secret, secret.replace(/^(?:usr|farm)_/, '')]);
  const exact = [...whole.flatMap(formsOf), ...degrees.flatMap(coordinateForms)];
  const folded = fold(text);
  return [
    ...exact.filter((form) => text.includes(form)),
    ...words.filter((word) => folded.includes(word)),
    // PRIV-16: no identifier of any seller or farm at all.
    ...(text.match(/\b(?:farm|usr)_[0-9a-z]+/g) ?? []),
  ];
}
