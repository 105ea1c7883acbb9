/** PRIV-1, PRIV-2, PRIV-6: whether the name of a place reveals the seller or the farm. */

/** What buyers must not learn from the place of a farm. */
export interface HiddenNames {
  people: readonly string[];
  farms: readonly string[];
}

/** Words in names that do not identify anyone. */
const GENERIC: ReadonlySet<string> = new Set(
  `the and of farm farms farming ranch ranches acre acres land lands field fields grain grains seed seeds agri ag holdings family
   colony brothers bros sons co company corp inc ltd limited seller buyer team sandbox test user`.split(/\s+/),
);

const WORD_MIN = 3;

/** Whether a text contains a name, in full or without its generic words. Ignores case, accents, and punctuation. */
export function containsName(text: string, name: string): boolean {
  const words = wordsOf(text);
  const all = wordsOf(name);
  const significant = all.filter(isSignificant);
  if (significant.join('').length < WORD_MIN) return containsWords(words, all);
  return containsWords(words, all) || containsWords(words.filter(isSignificant), significant);
}

function containsWords(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
}

/** Whether a text contains any word of the name of a person. */
export function containsWordOf(text: string, person: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(person).some((word) => word.length >= WORD_MIN && isSignificant(word) && words.has(word));
}

function isSignificant(word: string): boolean {
  return !GENERIC.has(word);
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
