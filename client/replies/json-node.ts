import { noteAssertion } from './assertions.ts';
import { describeExpectation, shorten, type Expectation } from './expectation.ts';
import { Breach } from './findings.ts';
import { isObject, isSameJson, type JsonObject } from '../json.ts';
import type { Reply } from './reply.ts';

/** A message quotes a shorter value, in characters. */
const SHOWN_MAX = 60;

/** A place in a response. If an accessor does not find what the clause states, it throws a breach that names the place. */
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
      this.breach(`${this.#name} has no member "${key}".`, { kind: 'member', key }, listKeys(members));
    }
    return new JsonNode(members[key], `${this.pointer}/${escapeKey(key)}`, this.reply);
  }

  /** The member `key`. Undefined if it is absent. */
  find(key: string): JsonNode | undefined {
    const members = this.object();
    return Object.hasOwn(members, key) ? this.get(key) : undefined;
  }

  has(key: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, key);
  }

  object(): JsonObject {
    if (!isObject(this.value)) this.#fail({ kind: 'type', type: 'object' });
    return this.value;
  }

  array(): readonly JsonNode[] {
    if (!Array.isArray(this.value)) this.#fail({ kind: 'type', type: 'array' });
    return this.value.map((item: unknown, i) => new JsonNode(item, `${this.pointer}/${i}`, this.reply));
  }

  string(): string {
    if (typeof this.value !== 'string') this.#fail({ kind: 'type', type: 'string' });
    noteAssertion();
    return this.value;
  }

  /** A string that is not blank. */
  text(): string {
    const text = this.string();
    if (text.trim() === '') this.#fail({ kind: 'type', type: 'text' });
    return text;
  }

  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) this.#fail({ kind: 'type', type: 'number' });
    noteAssertion();
    return this.value;
  }

  integer(): number {
    const number = this.number();
    if (!Number.isInteger(number)) this.#fail({ kind: 'type', type: 'integer' });
    return number;
  }

  boolean(): boolean {
    if (typeof this.value !== 'boolean') this.#fail({ kind: 'type', type: 'boolean' });
    noteAssertion();
    return this.value;
  }

  isNull(): boolean {
    return this.value === null;
  }

  null(): void {
    if (this.value !== null) this.#fail({ kind: 'type', type: 'null' });
    noteAssertion();
  }

  oneOf<const Values extends readonly (string | number | boolean | null)[]>(values: Values): Values[number] {
    const found = values.find((value) => value === this.value);
    if (found === undefined) this.#fail({ kind: 'one_of', values });
    noteAssertion();
    return found;
  }

  /** Requires this exact JSON value. */
  is(expected: unknown): void {
    if (!isSameJson(this.value, expected)) this.#fail({ kind: 'value', value: expected });
    noteAssertion();
  }

  /** Calls `check` unless the value is null. */
  orNull(check: (node: JsonNode) => unknown): void {
    if (this.value === null) noteAssertion();
    else check(this);
  }

  /** Requires a condition. @param message one sentence about the problem if it does not hold @param expected what the clause requires here */
  expect(holds: boolean, message: string, expected?: string): void {
    if (!holds) this.breach(message, expected);
    noteAssertion();
  }

  /**
   * Throws a breach at this place.
   * @param message one sentence about the problem
   * @param expected what the clause requires here
   * @param observed what is here instead. Default: the value
   */
  breach(message: string, expected?: string | Expectation, observed: string = shorten(this.value)): never {
    throw new Breach({
      message,
      exchange: this.reply.exchange,
      pointer: this.pointer,
      ...(typeof expected === 'object' ? { expectation: expected } : { expected }),
      found: this.value,
      observed,
    });
  }

  /** The name of the value in messages. */
  get #name(): string {
    return this.pointer === '' ? 'The body' : this.pointer;
  }

  #fail(expectation: Expectation): never {
    const shown = this.#show();
    const wanted = describeExpectation(expectation);
    const is_short = this.pointer !== '' && shown.length <= SHOWN_MAX;
    const message = `${this.#name} ${is_short ? `is ${shown}; expected` : 'should be'} ${wanted}.`;
    this.breach(message, expectation, shown);
  }

  /** The observed value, even if the body is not JSON. */
  #show(): string {
    const { text } = this.reply.exchange;
    if (this.value !== undefined || this.pointer !== '') return shorten(this.value);
    return text === '' ? 'an empty body' : `a body that is not JSON: ${shorten(text)}`;
  }
}

function listKeys(members: object): string {
  const keys = Object.keys(members);
  return keys.length === 0 ? 'an empty object' : `only ${keys.map((key) => `"${key}"`).join(', ')}`;
}

function escapeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
