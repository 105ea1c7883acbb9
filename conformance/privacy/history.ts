/** The texts that people received, once each, with the first time of each person. Names that are learned late are searched for in them. */
import type { Exchange, Receipt } from '#client';

/** A person received a text. */
export interface Disclosure {
  /** `buyer`, `anonymous`, … */
  viewer: string;
  /** The member that contains it, or `the header X`. */
  place: string;
  source: Exchange | Receipt;
}

/** Responses are kept as evidence up to this many characters in total. */
const KEPT_CHARACTERS = 64_000_000;
/** Shorter texts cannot contain a name. */
const TEXT_MIN = 4;
/** Dates and times, which are most of the differences between responses. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]+)?$/;

export class History {
  readonly #disclosures = new Map<string, Disclosure[]>();
  readonly #room: number;
  #characters = 0;
  #last: unknown;
  #forgotten = 0;

  constructor(room = KEPT_CHARACTERS) {
    this.#room = room;
  }

  /** Records a text that `viewer` received. */
  add(text: string, disclosure: Disclosure): void {
    if (text.length < TEXT_MIN || INSTANT.test(text)) return;
    const known = this.#disclosures.get(text);
    if (known?.some(({ viewer }) => viewer === disclosure.viewer) === true) return;
    if (!this.#keep(disclosure.source)) {
      this.#forgotten += 1;
      return;
    }
    if (known === undefined) this.#disclosures.set(text, [disclosure]);
    else known.push(disclosure);
  }

  /** Every distinct text, with the first time that each person received it. */
  get all(): Iterable<readonly [text: string, disclosures: readonly Disclosure[]]> {
    return this.#disclosures;
  }

  /** What is not in the history, for messages; undefined if nothing is missing. */
  get missing(): string | undefined {
    return this.#forgotten === 0 ? undefined : `${this.#forgotten} texts beyond the first ${this.#room} characters of responses`;
  }

  /** Whether there is room for a response. Consecutive texts come from the same one. */
  #keep(source: Exchange | Receipt): boolean {
    if (source === this.#last) return true;
    const { text } = 'arrival' in source ? source.arrival : source;
    if (this.#characters + text.length > this.#room) return false;
    this.#characters += text.length;
    this.#last = source;
    return true;
  }
}
