/** An Aho-Corasick automaton: finds many words in one pass over a text. */

const ALPHABET = 128;

/** A map from numbers to non-zero numbers. Returns 0 for missing keys. With Map, redacting takes a quarter longer. */
class NumberMap {
  #keys = new Float64Array(1_024).fill(-1);
  #values = new Int32Array(1_024);
  #size = 0;

  get(key: number): number {
    return this.#values[this.#find(key)] ?? 0;
  }

  set(key: number, value: number): void {
    if (2 * this.#size >= this.#keys.length) this.#grow();
    const place = this.#find(key);
    if (this.#keys[place] === -1) this.#size += 1;
    this.#keys[place] = key;
    this.#values[place] = value;
  }

  /** The slot of a key. */
  #find(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let place = (Math.imul(key | 0, 0x9e_37_79_b1) >>> 12) & mask;
    while (keys[place] !== key && keys[place] !== -1) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(2 * keys.length).fill(-1);
    this.#values = new Int32Array(2 * keys.length);
    this.#size = 0;
    for (const [i, key] of keys.entries()) if (key !== -1) this.set(key, values[i] ?? 0);
  }
}

/** Three characters as one number. */
function prefixAt(codes: Uint8Array, at: number): number {
  return ((codes[at] ?? 0) * ALPHABET + (codes[at + 1] ?? 0)) * ALPHABET + (codes[at + 2] ?? 0);
}

/** Called with the end and length of each match. */
type OnHit = (end: number, length: number, word: number) => void;

export class Automaton {
  /** Transitions by state and character. State 0 is the root. */
  readonly #next = new NumberMap();
  readonly #parents = [0];
  readonly #characters = [0];
  readonly #depths = [0];
  /** The word that ends in each state, or -1. */
  readonly #words = [-1];
  /** A word that has the state as a prefix. */
  readonly #beginnings = [-1];
  /** The failure link: the longest proper suffix that is a prefix of a word. */
  #fallbacks: Int32Array = new Int32Array(0);
  /** The first three characters of all words, one bit each. With two, most texts pass once there are a thousand words. */
  readonly #prefixes = new Uint32Array(ALPHABET ** 3 / 32);
  /** The output link: the longest suffix that is a word, or 0. */
  #endings: Int32Array = new Int32Array(0);

  /** @param codes three or more characters @param word ignored if the same codes exist already */
  add(codes: Uint8Array, word: number): void {
    const prefix = prefixAt(codes, 0);
    this.#prefixes[prefix >>> 5] = (this.#prefixes[prefix >>> 5] ?? 0) | (1 << (prefix & 31));
    let state = 0;
    for (const code of codes) {
      const key = state * ALPHABET + code;
      let next = this.#next.get(key);
      if (next === 0) {
        next = this.#parents.push(state) - 1;
        this.#characters.push(code);
        this.#depths.push((this.#depths[state] ?? 0) + 1);
        this.#words.push(-1);
        this.#beginnings.push(word);
        this.#next.set(key, next);
      }
      state = next;
    }
    if (this.#words[state] === -1) this.#words[state] = word;
  }

  /**
   * @param isCut whether the text can be truncated at this index
   * @param cut_min the minimum length of a prefix that counts there
   */
  search(codes: Uint8Array, isCut: (end: number) => boolean, cut_min: number, onHit: OnHit): void {
    if (this.#fallbacks.length !== this.#parents.length) this.#link();
    let state = 0;
    for (let i = 0; i < codes.length; i += 1) {
      if (state === 0 && (i + 2 >= codes.length || !this.#isPrefix(prefixAt(codes, i)))) continue;
      state = this.#step(state, codes[i] ?? 0);
      if (state === 0) continue;
      const ending = this.#endings[state] ?? 0;
      if (ending !== 0) onHit(i, this.#depths[ending] ?? 0, this.#words[ending] ?? 0);
      const depth = this.#depths[state] ?? 0;
      if (depth >= cut_min && isCut(i + 1)) onHit(i, depth, this.#beginnings[state] ?? 0);
    }
  }

  /** Fast path: whether a word can start with these characters. */
  #isPrefix(prefix: number): boolean {
    return (((this.#prefixes[prefix >>> 5] ?? 0) >>> (prefix & 31)) & 1) === 1;
  }

  #step(from: number, code: number): number {
    let state = from;
    for (;;) {
      const next = this.#next.get(state * ALPHABET + code);
      if (next !== 0 || state === 0) return next;
      state = this.#fallbacks[state] ?? 0;
    }
  }

  /** Breadth-first, because failure links point to shallower states. */
  #link(): void {
    const count = this.#parents.length;
    this.#fallbacks = new Int32Array(count);
    this.#endings = new Int32Array(count);
    const by_depth: number[][] = [];
    for (const [state, depth] of this.#depths.entries()) (by_depth[depth] ??= []).push(state);
    for (const state of by_depth.slice(1).flat()) {
      const parent = this.#parents[state] ?? 0;
      if (parent !== 0) this.#fallbacks[state] = this.#step(this.#fallbacks[parent] ?? 0, this.#characters[state] ?? 0);
      this.#endings[state] = this.#words[state] === -1 ? (this.#endings[this.#fallbacks[state] ?? 0] ?? 0) : state;
    }
  }
}
