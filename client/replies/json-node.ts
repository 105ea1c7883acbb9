import { Breach } from './findings.ts';
import type { Reply } from './reply.ts';

/** A place in an answer: every step that does not find what the clause promises is a breach that names the place. */
export class JsonNode {
  readonly value: unknown;
  readonly pointer: string;
  readonly reply: Reply;

  constructor(value: unknown, pointer: string, reply: Reply) {
    this.value = value;
    this.pointer = pointer;
    this.reply = reply;
  }

  /** The member `key`, which must be there; null is something that is there. */
  get(key: string): JsonNode {
    const members = this.object();
    if (!Object.hasOwn(members, key)) {
      this.#fail(`a member "${key}"`, { message: `${this.#name} has no member "${key}".`, observed: listKeys(members) });
    }
    return new JsonNode(members[key], `${this.pointer}/${escapeKey(key)}`, this.reply);
  }

  /** The member `key`; undefined where it is absent. */
  find(key: string): JsonNode | undefined {
    const members = this.object();
    return Object.hasOwn(members, key) ? this.get(key) : undefined;
  }

  has(key: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, key);
  }

  object(): Readonly<Record<string, unknown>> {
    if (!isObject(this.value)) this.#fail('an object');
    return this.value;
  }

  array(): readonly JsonNode[] {
    if (!Array.isArray(this.value)) this.#fail('an array');
    return this.value.map((item: unknown, i) => new JsonNode(item, `${this.pointer}/${i}`, this.reply));
  }

  string(): string {
    if (typeof this.value !== 'string') this.#fail('a string');
    return this.value;
  }

  /** A string with something in it. */
  text(): string {
    const text = this.string();
    if (text.trim() === '') this.#fail('a string that is not empty');
    return text;
  }

  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) this.#fail('a number');
    return this.value;
  }

  integer(): number {
    const number = this.number();
    if (!Number.isInteger(number)) this.#fail('an integer');
    return number;
  }

  boolean(): boolean {
    if (typeof this.value !== 'boolean') this.#fail('true or false');
    return this.value;
  }

  isNull(): boolean {
    return this.value === null;
  }

  null(): void {
    if (this.value !== null) this.#fail('null');
  }

  oneOf<const Values extends readonly (string | number | boolean | null)[]>(values: Values): Values[number] {
    const found = values.find((value) => value === this.value);
    if (found === undefined) this.#fail(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);
    return found;
  }

  /** Must be exactly this value, as JSON. */
  is(expected: unknown): void {
    if (!isSameJson(this.value, expected)) this.#fail(shorten(expected));
  }

  /** Runs `judge` on the value unless it is null. */
  orNull(judge: (node: JsonNode) => unknown): void {
    if (this.value !== null) judge(this);
  }

  /** A breach at this place. @param message one sentence of what is wrong @param expected what the clause promises here */
  breach(message: string, expected?: string): never {
    throw new Breach({
      message,
      exchange: this.reply.exchange,
      pointer: this.pointer,
      expected,
      observed: shorten(this.value),
    });
  }

  /** As it is called in a sentence. */
  get #name(): string {
    return this.pointer === '' ? 'The body' : this.pointer;
  }

  #fail(expected: string, said: { message?: string; observed?: string } = {}): never {
    throw new Breach({
      message: said.message ?? `${this.#name} should be ${expected}.`,
      exchange: this.reply.exchange,
      pointer: this.pointer,
      expected,
      observed: said.observed ?? this.#show(),
    });
  }

  /** What is there, also where that is no JSON. */
  #show(): string {
    const { text } = this.reply.exchange;
    if (this.value !== undefined || this.pointer !== '') return shorten(this.value);
    return text === '' ? 'an empty body' : `a body that is not JSON: ${shorten(text)}`;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Equality of JSON values: the order of keys does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isSameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]));
}

const SHOWN_MAX = 300;

/** A value as a person reads it in a report. */
export function shorten(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)` : text;
}

function listKeys(members: object): string {
  const keys = Object.keys(members);
  return keys.length === 0 ? 'an empty object' : `only ${keys.map((key) => `"${key}"`).join(', ')}`;
}

function escapeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
