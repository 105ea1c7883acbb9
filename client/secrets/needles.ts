import { WordIndex } from '../redaction/word-index.ts';
import type { Form } from './forms.ts';

/** One form of a string to search for, and what the string belongs to. */
interface Needle<Subject> extends Form {
  subject: Subject;
}

/** Shorter strings occur by chance. */
const LENGTH_MIN = 4;
const PREFIX_LENGTH = 6;

/** The strings to search for, in several forms. */
export class Needles<Subject> {
  readonly #index = new WordIndex<Needle<Subject>>(PREFIX_LENGTH);
  readonly #known = new Set<string>();

  /**
   * Adds the forms of a string.
   * @param name what makes the string unique: a form that was already added under this name is ignored
   * @param forms in lower case. Those shorter than `LENGTH_MIN` are ignored
   */
  add(subject: Subject, name: string, forms: readonly Form[]): void {
    for (const form of forms) {
      const key = `${name}|${form.text}`;
      if (form.text.length < LENGTH_MIN || this.#known.has(key)) continue;
      this.#known.add(key);
      this.#index.add({ ...form, subject });
    }
  }

  /** @param text in lower case @returns the needles that the text contains */
  search(text: string): ReadonlySet<Needle<Subject>> {
    const found = new Set<Needle<Subject>>();
    this.#index.search(text, (needle, at) => {
      if (!found.has(needle) && text.startsWith(needle.text, at) && isMatch(needle, text, at)) found.add(needle);
    });
    return found;
  }
}

/** Hours and minutes at the end of a text. The seconds after them, as in 10:43:50.036725, are not a coordinate. */
const HOURS_AND_MINUTES = /\d\d(?::|%3a)\d\d(?::|%3a)$/;
const HOURS_AND_MINUTES_LENGTH = 'hh%3amm%3a'.length;
const STARTS_WITH_DIGIT = /^\d/;

/** Whether a needle that occurs at this position counts there. */
function isMatch({ text: needle, is_whole }: Form, text: string, at: number): boolean {
  if (is_whole && (isWord(text[at - 1]) || isWord(text[at + needle.length]))) return false;
  return !STARTS_WITH_DIGIT.test(needle) || !HOURS_AND_MINUTES.test(text.slice(Math.max(0, at - HOURS_AND_MINUTES_LENGTH), at));
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
