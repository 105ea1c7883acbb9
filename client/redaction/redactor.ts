import { Automaton } from './automaton.ts';
import { decodeBytes } from './decoded-bytes.ts';
import type { DecodedView } from './decoded-view.ts';
import { ESCAPES, OTHER, decodeView } from './decoded-view.ts';

/** A part of a text, and the number of the secret that it holds. */
interface Found {
  from: number;
  until: number;
  word: number;
}

/** What of a value is ours by construction. */
export interface Shape {
  /** The keys whose values are ours, and stay. */
  readonly own: ReadonlySet<string>;
  /** The keys of objects whose members somebody else has named. */
  readonly named_by_others: ReadonlySet<string>;
}

/** Shorter texts are no secrets, and would be found everywhere. */
const SECRET_LENGTH_MIN = 6;
/** Of a longer secret the beginning is looked for: whoever makes up secrets without end gets no more memory than this. */
const SECRET_LENGTH_MAX = 2_048;
/** An exploration may make secrets for hours and write nothing; those of worlds long gone are forgotten. */
const PENDING_MAX = 4_096;
/** Where a text was cut, so much of a secret counts: fewer characters tell nothing. */
const CUT_MIN = 8;

const { backslash, percent, entity, quoted, none } = ESCAPES;
const every = backslash | percent | entity;

const INTRODUCERS = [
  [backslash, '\\'],
  [percent, '%'],
  [entity, '&'],
] as const;
/** Many texts have an equals sign and nothing behind it that could be part of an escape. */
const QUOTED = /=[\da-f\r\n\\]/i;
const EVERY_VIEW = [none, backslash, percent, entity, quoted | backslash, every];

/**
 * Takes secrets out of whatever is written, by their value: plain, in any case, backwards, split by white space, cut short; with escapes of JSON, URLs,
 * HTML and quoted-printable, any number of times and for any of its characters; in base64 and hexadecimal, of UTF-8 or UTF-16.
 * The cost is linear in the text, whatever is in it and however many secrets there are.
 */
export class Redactor {
  /** What is shown instead, by secret. */
  readonly #names = new Map<string, string>();
  /** Not looked for yet: nothing has been written since. */
  readonly #pending: string[] = [];
  readonly #shown: string[] = [];
  readonly #automaton = new Automaton();
  #shortest = SECRET_LENGTH_MAX;

  /** @param name what is shown instead, as a variable of the shell: `$TOKEN_BUYER` */
  hide(secret: string, name: string): void {
    if (secret.length < SECRET_LENGTH_MIN || this.#names.has(secret)) return;
    this.#names.set(secret, name);
    this.#shortest = Math.min(this.#shortest, secret.length);
    this.#pending.push(secret);
    const forgotten = this.#pending.length > PENDING_MAX ? this.#pending.shift() : undefined;
    if (forgotten !== undefined) this.#names.delete(forgotten);
  }

  #add(secret: string): void {
    const word = this.#shown.push(`$${(this.#names.get(secret) ?? '').replaceAll(/\W/g, '_')}`) - 1;
    const plain = secret.slice(0, SECRET_LENGTH_MAX).toWellFormed();
    // As bytes, too: characters beyond ASCII have several.
    for (const form of [plain, Buffer.from(plain).toString('latin1'), Array.from(plain).toReversed().join('')]) {
      // A secret may itself hold what looks like an escape.
      for (const escapes of EVERY_VIEW) {
        const { codes } = decodeView(form, escapes);
        if (codes.length >= SECRET_LENGTH_MIN) this.#automaton.add(codes, word);
      }
    }
  }

  /** Whether a text holds a secret, or some of one at its end. */
  finds(text: string): boolean {
    return this.redact(text) !== text;
  }

  redact(text: string): string {
    for (const secret of this.#pending.splice(0)) this.#add(secret);
    if (text.length < SECRET_LENGTH_MIN || this.#shown.length === 0) return text;
    let redacted = '';
    let done = 0;
    for (const { from, until, word } of merge(this.#search(text))) {
      redacted += text.slice(done, from) + (this.#shown[word] ?? '');
      done = until;
    }
    return done === 0 ? text : redacted + text.slice(done);
  }

  /** @returns the same value, every text in it redacted @param shape what stays; unless given everything is somebody else's, keys included */
  redactValue<Value>(value: Value, shape?: Shape): Value {
    // The value keeps its shape: texts stay texts, and only keys change that somebody else has named.
    return this.#redactAny(value, shape) as Value;
  }

  #redactAny(value: unknown, shape: Shape | undefined): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#redactAny(item, shape));
    const members = Object.entries(value).map(([key, member]): [string, unknown] => {
      if (shape === undefined) return [this.redact(key), this.#redactAny(member, shape)];
      if (shape.own.has(key)) return [key, member];
      return [key, this.#redactAny(member, shape.named_by_others.has(key) ? undefined : shape)];
    });
    return Object.fromEntries(members);
  }

  #search(text: string): readonly Found[] {
    const found: Found[] = [];
    let deepest: DecodedView | undefined;
    for (const escapes of listViews(text)) {
      deepest = decodeView(text, escapes);
      this.#searchView(deepest, found);
    }
    if (deepest === undefined) return found;
    for (const view of decodeBytes(deepest, this.#shortest)) this.#searchView(view, found);
    return found;
  }

  #searchView({ codes, starts, ends }: DecodedView, found: Found[]): void {
    const isCut = (end: number): boolean => end === codes.length || codes[end] === OTHER;
    this.#automaton.search(codes, isCut, CUT_MIN, (end, length, word) => {
      const from = starts[end - length + 1] ?? 0;
      const until = ends[end] ?? from;
      const last = found.at(-1);
      // A longer secret that begins with another one.
      if (last !== undefined && last.from === from && last.until <= until) Object.assign(last, { until, word });
      else found.push({ from, until, word });
    });
  }
}

/**
 * Which escapes are decoded together, all of them last. Each kind is decoded by itself, too: what stands in front of a secret may look like the
 * beginning of an escape of another kind, and would take its first characters along.
 */
function listViews(text: string): readonly number[] {
  const kinds = INTRODUCERS.filter(([, introducer]) => text.includes(introducer)).map(([escapes]) => escapes);
  return [
    none,
    ...(QUOTED.test(text) ? [quoted | backslash] : []),
    ...kinds,
    // One kind may hide another one.
    ...(kinds.length === 0 ? [] : [every]),
  ];
}

/** What overlaps is taken out together, by the name of what is longest. */
function merge(found: readonly Found[]): readonly Found[] {
  const merged: (Found & { longest: number })[] = [];
  for (const { from, until, word } of found.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    const last = merged.at(-1);
    const longest = until - from;
    if (last === undefined || from >= last.until) {
      merged.push({ from, until, word, longest });
      continue;
    }
    last.until = Math.max(last.until, until);
    if (longest > last.longest) Object.assign(last, { word, longest });
  }
  return merged;
}
