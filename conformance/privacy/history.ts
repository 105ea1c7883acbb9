/**
 * Every string that an actor received, with the first exchange in which each viewer received it. The search for names needs it, because a run can learn
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

/** How many UTF-16 code units are kept: of distinct strings, which are searched, and of whole bodies, which are only evidence. */
interface HistoryLimits {
  texts: number;
  bodies: number;
}

const LIMITS: HistoryLimits = { texts: 128_000_000, bodies: 64_000_000 };
/** Shorter texts cannot contain a name, because learned names have at least as many characters. */
const TEXT_MIN = 4;
/** Dates and times, which contain no names but differ in every response. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]+)?$/;

export class DisclosureHistory {
  readonly #disclosures = new Map<string, Disclosure[]>();
  readonly #limits: HistoryLimits;
  readonly #kept: HistoryLimits = { texts: 0, bodies: 0 };
  #last: { source: Exchange | Receipt; evidence: Exchange | Receipt } | undefined;
  #overlooked = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  add(text: string, disclosure: Disclosure): void {
    if (text.length < TEXT_MIN || INSTANT.test(text)) return;
    const known = this.#disclosures.get(text);
    if (known?.some(({ viewer }) => viewer === disclosure.viewer) === true) return;
    if (known === undefined && !this.#reserve('texts', text.length)) {
      this.#overlooked += 1;
      return;
    }
    const kept = { ...disclosure, source: this.#evidenceOf(disclosure.source) };
    if (known === undefined) this.#disclosures.set(text, [kept]);
    else known.push(kept);
  }

  /** Every distinct string, with the first time that each viewer received it. */
  get all(): Iterable<readonly [text: string, disclosures: readonly Disclosure[]]> {
    return this.#disclosures;
  }

  /** The texts that were not kept, for messages. Undefined if there are none. */
  get overlooked(): string | undefined {
    return this.#overlooked === 0
      ? undefined
      : `${this.#overlooked} strings beyond the first ${this.#limits.texts} characters that were kept`;
  }

  /** The response or delivery, without its body if there is no room for it. Texts of one response are added one after the other. */
  #evidenceOf(source: Exchange | Receipt): Exchange | Receipt {
    if (this.#last?.source !== source) {
      const { text } = 'arrival' in source ? source.arrival : source;
      this.#last = { source, evidence: this.#reserve('bodies', text.length) ? source : withoutBody(source) };
    }
    return this.#last.evidence;
  }

  #reserve(what: keyof HistoryLimits, length: number): boolean {
    if (this.#kept[what] + length > this.#limits[what]) return false;
    this.#kept[what] += length;
    return true;
  }
}

function withoutBody(source: Exchange | Receipt): Exchange | Receipt {
  const body = { text: '(not kept, because the bodies of this run are too long in total)', json: undefined };
  return 'arrival' in source
    ? { ...source, arrival: { ...source.arrival, ...body, raw: Buffer.alloc(0) } }
    : { ...source, ...body };
}
