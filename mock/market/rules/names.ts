/** Whether a text names somebody or something that the other side of a deal is not told of before settlement (PRIV-1, PRIV-4, PRIV-6). */

import { withoutLookAlikes } from './look-alikes.ts';

/** What nobody on the other side may be told. */
export interface HiddenNames {
  /** Of people. */
  people: readonly string[];
  /** Of their farms, or of their team. */
  holdings: readonly string[];
}

/** Words of names that name nobody. */
const GENERIC: ReadonlySet<string> = new Set(
  `the and of farm farms farming ranch ranches acre acres land lands field fields grain grains seed seeds agri ag holdings family
   colony brothers bros sons co company corp inc ltd limited seller buyer team sandbox test user`.split(/\s+/),
);

/** Shorter ones occur within other words. */
const RUN_TOGETHER_MIN = 6;
const WORD_MIN = 3;

/** Whether a text holds a name, or what is left of it without words like "Farm": in any case, spacing, accents and look-alikes. */
export function holdsName(text: string, name: string): boolean {
  const said = wordsOf(text);
  const all = wordsOf(name);
  const telling = all.filter(isTelling);
  if (telling.join('').length < WORD_MIN) return holdsWords(said, all);
  return holdsWords(said, all) || holdsWords(said.filter(isTelling), telling);
}

function holdsWords(said: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const run_together = words.join('');
  return (
    ` ${said.join(' ')} `.includes(` ${words.join(' ')} `) ||
    (run_together.length >= RUN_TOGETHER_MIN && said.join('').includes(run_together))
  );
}

/** Whether a text has any word of a person's name: for names of places and things, where ordinary words are few. */
export function isSigned(text: string, person: string): boolean {
  const said = new Set(wordsOf(text));
  return wordsOf(person).some((word) => word.length >= WORD_MIN && isTelling(word) && said.has(word));
}

/** Whether prose names a person, in full or by the last name: a first name tells nobody, and many are words. */
export function holdsPerson(text: string, person: string): boolean {
  const last = wordsOf(person).at(-1) ?? '';
  const is_called = last.length >= WORD_MIN && isTelling(last) && wordsOf(text).includes(last);
  return is_called || holdsName(text, person);
}

function isTelling(word: string): boolean {
  return !GENERIC.has(word);
}

/** In lower case, without accents and what is invisible; letters that stand alone, three or more in a row, are one word. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  const folded = withoutLookAlikes(plain).toLowerCase();
  const words = folded.split(/[^\p{L}\p{N}]+/u).join(' ');
  return words
    .replaceAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}](?: [\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu, (spaced) => spaced.replaceAll(' ', ''))
    .split(' ')
    .filter((word) => word !== '');
}
