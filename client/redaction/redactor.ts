import { decodeBytes } from './decoded-bytes.ts';
import { ESCAPES, OTHER, ViewBuffer, decodeView, type DecodedView } from './decoded-view.ts';
import { WordIndex } from './word-index.ts';

/** A range of a string, and the number of the secret in it. */
interface Found {
  from: number;
  until: number;
  word: number;
}

/** The parts of a value that this program wrote. */
export interface Shape {
  /** Keys whose values are kept. */
  readonly own: ReadonlySet<string>;
  /** Keys of lists that are kept if they contain only strings. */
  readonly own_texts?: ReadonlySet<string>;
  /** Keys of objects with foreign member names. */
  readonly named_by_others: ReadonlySet<string>;
}

/** Shorter strings would match everywhere. */
const SECRET_LENGTH_MIN = 6;
/** Only this many characters of a secret are searched, to bound memory. */
const SECRET_LENGTH_MAX = 2_048;
/** The maximum number of secrets. A long exploration drops the oldest ones. */
const PENDING_MAX = 4_096;
/** The minimum length of a truncated secret at the end of a string. */
const CUT_MIN = 8;
/** Reports repeat strings, so those without a secret are remembered, up to this many characters. */
const CLEAN_CHARACTERS_MAX = 4_000_000;

const { backslash, percent, entity, quoted, none } = ESCAPES;
const every = backslash | percent | entity;

const INTRODUCERS = [
  [backslash, '\\'],
  [percent, '%'],
  [entity, '&'],
] as const;
const buffer = new ViewBuffer();
/** Fast path: most equals signs do not start an escape. */
const QUOTED = /=[\da-f\r\n\\]/i;
const EVERY_VIEW = [none, backslash, percent, entity, quoted | backslash, every];

/**
 * Redacts secrets by value: in any case, reversed, split by white space, or truncated; with nested escapes of JSON, URLs, HTML, and quoted-printable; in base64 and hexadecimal of UTF-8 or UTF-16. The cost is linear in the length of the text and does not depend on the number of secrets.
 */
export class Redactor {
  /** The replacement of each secret. */
  readonly #names = new Map<string, string>();
  /** Secrets that are not in the index yet. */
  readonly #pending: string[] = [];
  readonly #shown: string[] = [];
  readonly #forms = new WordIndex<{ readonly text: string; readonly word: number }>(CUT_MIN);
  readonly #known_forms = new Set<string>();
  /** Strings without a secret. */
  readonly #clean = new Set<string>();
  #clean_characters = 0;
  #shortest = SECRET_LENGTH_MAX;
  /** The length of the shortest secret without white space. */
  #shortest_codes = SECRET_LENGTH_MAX;

  /** Adds a secret. @param name the name of the shell variable to show instead, for example `TOKEN_BUYER` */
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
    // Also as bytes, because characters beyond ASCII have several.
    for (const form of [plain, Buffer.from(plain).toString('latin1'), Array.from(plain).toReversed().join('')]) {
      // A secret can contain text that looks like an escape.
      for (const escapes of EVERY_VIEW) {
        const normalized = textOf(decodeView(form, escapes, buffer));
        if (normalized.length < SECRET_LENGTH_MIN || this.#known_forms.has(normalized)) continue;
        this.#shortest_codes = Math.min(this.#shortest_codes, normalized.length);
        this.#known_forms.add(normalized);
        this.#forms.add({ text: normalized, word });
      }
    }
  }

  /** Whether a string contains a secret, or ends with part of one. */
  finds(text: string): boolean {
    return this.redact(text) !== text;
  }

  redact(text: string): string {
    if (this.#pending.length > 0) {
      for (const secret of this.#pending.splice(0)) this.#add(secret);
      this.#clean.clear();
      this.#clean_characters = 0;
    }
    if (text.length < Math.min(this.#shortest_codes, CUT_MIN) || this.#shown.length === 0 || this.#clean.has(text)) return text;
    let redacted = '';
    let done = 0;
    for (const { from, until, word } of merge(this.#search(text))) {
      redacted += text.slice(done, from) + (this.#shown[word] ?? '');
      done = until;
    }
    if (done > 0) return redacted + text.slice(done);
    this.#clean_characters += text.length;
    if (this.#clean_characters <= CLEAN_CHARACTERS_MAX) this.#clean.add(text);
    return text;
  }

  /** Redacts all strings in a value. @param shape the parts to keep. By default, keys are redacted too */
  redactValue<Value>(value: Value, shape?: Shape): Value {
    // Only strings and foreign keys change, so the type stays the same.
    return this.#redactAny(value, shape) as Value;
  }

  #redactAny(value: unknown, shape: Shape | undefined): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#redactAny(item, shape));
    const members = Object.entries(value).map(([key, member]): [string, unknown] => {
      if (shape === undefined) return [this.redact(key), this.#redactAny(member, shape)];
      if (shape.own.has(key) || (shape.own_texts?.has(key) === true && isListOfTexts(member))) return [key, member];
      return [key, this.#redactAny(member, shape.named_by_others.has(key) ? undefined : shape)];
    });
    return Object.fromEntries(members);
  }

  #search(text: string): readonly Found[] {
    const found: Found[] = [];
    let deepest: DecodedView | undefined;
    for (const escapes of listViews(text)) {
      deepest = decodeView(text, escapes, buffer);
      this.#searchView(deepest, found);
    }
    if (deepest === undefined) return found;
    for (const view of decodeBytes(deepest, this.#shortest)) this.#searchView(view, found);
    return found;
  }

  #searchView(view: Omit<DecodedView, 'characters'>, found: Found[]): void {
    const text = textOf(view);
    this.#forms.search(text, (form, at) => {
      const end = endOf(form.text, text, at);
      if (end !== undefined) found.push({ from: view.starts[at] ?? 0, until: view.ends[end - 1] ?? 0, word: form.word });
    });
  }
}

/** The normalized text of a view: a character per code. */
function textOf({ codes }: Pick<DecodedView, 'codes'>): string {
  return Buffer.from(codes.buffer, codes.byteOffset, codes.length).toString('latin1');
}

/** The end of a secret that begins here, or of its longest beginning that ends where the text can be truncated. Undefined if it is another text. */
function endOf(secret: string, text: string, at: number): number | undefined {
  if (text.startsWith(secret, at)) return at + secret.length;
  let cut: number | undefined;
  for (let end = at; ; end += 1) {
    const can_be_cut = end === text.length || text.charCodeAt(end) === OTHER;
    if (can_be_cut && end - at >= CUT_MIN) cut = end;
    if (end === text.length || text[end] !== secret[end - at]) return cut;
  }
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * Combinations of escapes to decode. Each kind is also decoded alone, because text before a secret can look like the start of another escape and consume its first characters.
 */
function listViews(text: string): readonly number[] {
  const kinds = INTRODUCERS.filter(([, introducer]) => text.includes(introducer)).map(([escapes]) => escapes);
  return [
    none,
    ...(QUOTED.test(text) ? [quoted | backslash] : []),
    ...kinds,
    // One kind can hide another.
    ...(kinds.length === 0 ? [] : [every]),
  ];
}

/** Merges overlapping ranges, with the name of the longest. */
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
