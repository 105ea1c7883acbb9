/** Searches for many texts at once, in time that hardly depends on their number. */
import type { Form } from './forms.ts';

interface Needle<Of> extends Form {
  of: Of;
}

interface Hit<Of> {
  needle: Needle<Of>;
  at: number;
}

/** Shorter texts occur by chance. */
const LENGTH_MIN = 4;
/** The length of the prefix by which needles are indexed. */
const ANCHOR = 6;
const BASE = 31;
const SLOTS = 1 << 18;
const BASE_POWER = Math.trunc(BASE ** ANCHOR) | 0;

/** A set of texts to search for. Texts shorter than an anchor are searched one by one, and those shorter than `LENGTH_MIN` are left out. */
export class Needles<Of> {
  readonly #slots = new Uint8Array(SLOTS);
  readonly #by_anchor = new Map<number, Needle<Of>[]>();
  readonly #short: Needle<Of>[] = [];
  readonly #known = new Set<string>();

  add(of: Of, name: string, forms: readonly Form[]): void {
    for (const form of forms) {
      const key = `${name}|${form.text}`;
      if (form.text.length < LENGTH_MIN || this.#known.has(key)) continue;
      this.#known.add(key);
      const needle = { ...form, of };
      if (form.text.length < ANCHOR) {
        this.#short.push(needle);
        continue;
      }
      const hash = hashOf(form.text);
      this.#slots[hash & (SLOTS - 1)] = 1;
      const there = this.#by_anchor.get(hash);
      if (there === undefined) this.#by_anchor.set(hash, [needle]);
      else there.push(needle);
    }
  }

  /** @param text in lower case @returns the first match of each needle */
  search(text: string): readonly Hit<Of>[] {
    const hits = new Map<Needle<Of>, Hit<Of>>();
    for (const needle of this.#short) {
      let at = text.indexOf(needle.text);
      while (at >= 0 && !hits.has(needle)) {
        note(hits, needle, text, at);
        at = text.indexOf(needle.text, at + 1);
      }
    }
    if (this.#by_anchor.size === 0 || text.length < ANCHOR) return [...hits.values()];
    let hash = hashOf(text);
    const last = text.length - ANCHOR;
    for (let at = 0; ; at += 1) {
      if (this.#slots[hash & (SLOTS - 1)] === 1) this.#look(hits, hash, text, at);
      if (at === last) return [...hits.values()];
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at + ANCHOR) - Math.imul(text.charCodeAt(at), BASE_POWER)) | 0;
    }
  }

  #look(hits: Map<Needle<Of>, Hit<Of>>, hash: number, text: string, at: number): void {
    for (const needle of this.#by_anchor.get(hash) ?? []) {
      if (text.startsWith(needle.text, at)) note(hits, needle, text, at);
    }
  }
}

/** Before seconds. Those of a time, such as 10:43:50.036725, are no coordinate. */
const MINUTES = /\d\d(?::|%3a)\d\d(?::|%3a)$/;
const MINUTES_LENGTH = 'hh%3amm%3a'.length;
const STARTS_WITH_DIGIT = /^\d/;

function note<Of>(hits: Map<Needle<Of>, Hit<Of>>, needle: Needle<Of>, text: string, at: number): void {
  if (needle.is_whole && (isWord(text[at - 1]) || isWord(text[at + needle.text.length]))) return;
  if (STARTS_WITH_DIGIT.test(needle.text) && MINUTES.test(text.slice(Math.max(0, at - MINUTES_LENGTH), at))) return;
  if (!hits.has(needle)) hits.set(needle, { needle, at });
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < ANCHOR; i += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}
