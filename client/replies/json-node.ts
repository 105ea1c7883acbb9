import { Breach } from './findings.ts';
import type { Reply } from './reply.ts';

/** A value in a response with its JSON pointer. Each accessor throws a Breach with the pointer if the value is not as required. */
export class JsonNode {
  readonly value: unknown;
  readonly pointer: string;
  readonly reply: Reply;

  constructor(value: unknown, pointer: string, reply: Reply) {
    this.value = value;
    this.pointer = pointer;
    this.reply = reply;
  }

  /** The member `key`, which must exist. Null counts as existing. */
  get(key: string): JsonNode {
    const members = this.object();
    if (!Object.hasOwn(members, key)) {
      this.#fail(`a member "${key}"`, { message: `${this.#name} has no member "${key}".`, observed: listKeys(members) });
    }
    return new JsonNode(members[key], `${this.pointer}/${escapeKey(key)}`, this.reply);
  }

  /** The member `key`; undefined if absent. */
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

  /** A string that is not blank. */
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

  /** Requires this exact JSON value. */
  is(expected: unknown): void {
    if (!isSameJson(this.value, expected)) this.#fail(shorten(expected));
  }

  /** Calls `judge` unless the value is null. */
  orNull(judge: (node: JsonNode) => unknown): void {
    if (this.value !== null) judge(this);
  }

  /** Throws a Breach at this pointer. @param message one sentence @param expected what the clause requires */
  breach(message: string, expected?: string): never {
    throw new Breach({
      message,
      exchange: this.reply.exchange,
      pointer: this.pointer,
      expected,
      observed: shorten(this.value),
    });
  }

  /** The name of the value in messages. */
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

  /** The observed value, also if the body is not JSON. */
  #show(): string {
    const { text } = this.reply.exchange;
    if (this.value !== undefined || this.pointer !== '') return shorten(this.value);
    return text === '' ? 'an empty body' : `a body that is not JSON: ${shorten(text)}`;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deep equality of JSON values, regardless of key order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isSameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]));
}

const SHOWN_MAX = 300;

/** Formats a value for a report, truncated. */
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
