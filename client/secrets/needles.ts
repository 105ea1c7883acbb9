import type { Form } from './forms.ts';

/** One form of a string to search for, and what the string belongs to. */
interface Needle<Subject> extends Form {
  subject: Subject;
}

/** Shorter strings occur by chance. */
const LENGTH_MIN = 4;
/** The length of the prefix by which needles are indexed. */
const PREFIX_LENGTH = 6;
/** The rolling hash of a prefix is a polynomial in this base, in 32-bit arithmetic. */
const BASE = 31;
/** What the first character of a prefix contributes to a hash after the next character was added. */
const BASE_POWER = Math.trunc(BASE ** PREFIX_LENGTH) | 0;
/** The size of the table that rules out most positions of a text as the beginning of a needle. */
const SLOTS = 1 << 18;

/** Searches for many strings at once, in time that hardly depends on their number. */
export class Needles<Subject> {
  readonly #slots = new Uint8Array(SLOTS);
  readonly #by_hash = new Map<number, Needle<Subject>[]>();
  /** Needles shorter than a prefix. They are searched one by one. */
  readonly #short: Needle<Subject>[] = [];
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
      const needle = { ...form, subject };
      if (form.text.length < PREFIX_LENGTH) {
        this.#short.push(needle);
        continue;
      }
      const hash = hashOf(form.text);
      this.#slots[hash & (SLOTS - 1)] = 1;
      const same = this.#by_hash.get(hash);
      if (same === undefined) this.#by_hash.set(hash, [needle]);
      else same.push(needle);
    }
  }

  /** @param text in lower case @returns the needles that the text contains */
  search(text: string): ReadonlySet<Needle<Subject>> {
    const found = new Set<Needle<Subject>>();
    for (const needle of this.#short) {
      for (let at = text.indexOf(needle.text); at >= 0 && !found.has(needle); at = text.indexOf(needle.text, at + 1))
        if (isMatch(needle, text, at)) found.add(needle);
    }
    if (this.#by_hash.size === 0 || text.length < PREFIX_LENGTH) return found;
    let hash = hashOf(text);
    const last = text.length - PREFIX_LENGTH;
    for (let at = 0; ; at += 1) {
      if (this.#slots[hash & (SLOTS - 1)] === 1) this.#searchAt(found, hash, text, at);
      if (at === last) return found;
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at + PREFIX_LENGTH) - Math.imul(text.charCodeAt(at), BASE_POWER)) | 0;
    }
  }

  #searchAt(found: Set<Needle<Subject>>, hash: number, text: string, at: number): void {
    for (const needle of this.#by_hash.get(hash) ?? []) {
      if (text.startsWith(needle.text, at) && isMatch(needle, text, at)) found.add(needle);
    }
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

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < PREFIX_LENGTH; i += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}
