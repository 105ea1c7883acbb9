/**
 * Every text that an actor received, with the first exchange in which each viewer received it. The search for names needs it, because a run can learn
 * a name after it was leaked.
 */
import type { Exchange, Receipt } from '#client';

/** The first time that a viewer received a text. */
export interface Disclosure {
  /** The owner of the token (`ownerOf`): `buyer`, `anonymous`, … */
  viewer: string;
  /** The name of the JSON member that contains it, or `the header X`. */
  place: string;
  source: Exchange | Receipt;
}

/** Responses are kept as evidence up to this many UTF-16 code units in total. */
const CHARACTERS_MAX = 64_000_000;
/** Shorter texts cannot contain a name, because learned names have at least as many characters. */
const TEXT_MIN = 4;
/** Dates and times, which contain no names but differ in every response. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]+)?$/;

export class History {
  readonly #disclosures = new Map<string, Disclosure[]>();
  readonly #characters_max: number;
  #characters = 0;
  #last: unknown;
  #left_out = 0;

  constructor(characters_max = CHARACTERS_MAX) {
    this.#characters_max = characters_max;
  }

  /** Records a text that `viewer` received. */
  add(text: string, disclosure: Disclosure): void {
    if (text.length < TEXT_MIN || INSTANT.test(text)) return;
    const known = this.#disclosures.get(text);
    if (known?.some(({ viewer }) => viewer === disclosure.viewer) === true) return;
    if (!this.#reserve(disclosure.source)) {
      this.#left_out += 1;
      return;
    }
    if (known === undefined) this.#disclosures.set(text, [disclosure]);
    else known.push(disclosure);
  }

  /** Every distinct text, with the first time that each viewer received it. */
  get all(): Iterable<readonly [text: string, disclosures: readonly Disclosure[]]> {
    return this.#disclosures;
  }

  /** What is not in the history, for messages; undefined if nothing is missing. */
  get missing(): string | undefined {
    return this.#left_out === 0
      ? undefined
      : `${this.#left_out} texts beyond the first ${this.#characters_max} characters of responses`;
  }

  /**
   * Counts the characters of a response once. Texts of one response are added one after the other.
   * @returns whether there was room for it
   */
  #reserve(source: Exchange | Receipt): boolean {
    if (source === this.#last) return true;
    const { text } = 'arrival' in source ? source.arrival : source;
    if (this.#characters + text.length > this.#characters_max) return false;
    this.#characters += text.length;
    this.#last = source;
    return true;
  }
}
