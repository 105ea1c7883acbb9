/** The rolling hash of a prefix is a polynomial in this base, in 32-bit arithmetic. */
const BASE = 31;
/** The size of the table that rules out most positions of a text as the beginning of a word. */
const SLOTS = 1 << 18;

/** Searches for many words at once, in time that hardly depends on their number. */
export class WordIndex<Word extends { readonly text: string }> {
  readonly #prefix_length: number;
  /** What the first character of a prefix contributes to a hash after the next character was added. */
  readonly #power: number;
  readonly #slots = new Uint8Array(SLOTS);
  readonly #by_hash = new Map<number, Word[]>();
  /** Words shorter than a prefix. They are searched one by one. */
  readonly #short: Word[] = [];

  /** @param prefix_length words are found by this many characters; few of them should share a prefix */
  constructor(prefix_length: number) {
    this.#prefix_length = prefix_length;
    this.#power = Array.from({ length: prefix_length }).reduce((power: number) => Math.imul(power, BASE), 1);
  }

  add(word: Word): void {
    if (word.text.length < this.#prefix_length) {
      this.#short.push(word);
      return;
    }
    const hash = this.#hashOf(word.text);
    this.#slots[hash & (SLOTS - 1)] = 1;
    const same = this.#by_hash.get(hash);
    if (same === undefined) this.#by_hash.set(hash, [word]);
    else same.push(word);
  }

  /** @param onPlace called with each word and place where it can begin; the caller compares the text */
  search(text: string, onPlace: (word: Word, at: number) => void): void {
    for (const word of this.#short)
      for (let at = text.indexOf(word.text); at >= 0; at = text.indexOf(word.text, at + 1)) onPlace(word, at);
    const last = text.length - this.#prefix_length;
    if (this.#by_hash.size === 0 || last < 0) return;
    let hash = this.#hashOf(text);
    for (let at = 0; ; at += 1) {
      if (this.#slots[hash & (SLOTS - 1)] === 1) for (const word of this.#by_hash.get(hash) ?? []) onPlace(word, at);
      if (at === last) return;
      const next = text.charCodeAt(at + this.#prefix_length);
      hash = (Math.imul(hash, BASE) + next - Math.imul(text.charCodeAt(at), this.#power)) | 0;
    }
  }

  #hashOf(text: string): number {
    let hash = 0;
    for (let i = 0; i < this.#prefix_length; i += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    return hash;
  }
}
