/** A normalized text for the search for secrets: no white space, one case, all nested escapes decoded. */

/** Which escapes are decoded. */
export const ESCAPES = { none: 0, backslash: 1, percent: 2, entity: 4, quoted: 8 } as const;

/** The characters of a normalized text, with their range in the original. */
export interface DecodedView {
  /** The original characters. */
  readonly characters: Uint16Array;
  /** In lower case; `OTHER` for characters beyond ASCII. */
  readonly codes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Arrays that the views of many strings reuse, one view at a time. Allocating new ones took half of the time. */
export class ViewBuffer {
  characters = new Uint16Array(0);
  codes = new Uint8Array(0);
  starts = new Uint32Array(0);
  ends = new Uint32Array(0);

  /** Makes room for a string. Earlier views become invalid. */
  reserve(length: number): void {
    if (length <= this.codes.length) return;
    const size = 2 * length;
    this.characters = new Uint16Array(size);
    this.codes = new Uint8Array(size);
    this.starts = new Uint32Array(size);
    this.ends = new Uint32Array(size);
  }

  /** The first characters, as a view that is valid until the next `reserve`. */
  view(length: number): DecodedView {
    return {
      characters: this.characters.subarray(0, length),
      codes: this.codes.subarray(0, length),
      starts: this.starts.subarray(0, length),
      ends: this.ends.subarray(0, length),
    };
  }
}

/** Replaces every character beyond ASCII. */
export const OTHER = 127;

export const SKIPPED = -1;
const NOT_DECODED = -2;

/**
 * Decodes in linear time: a decoded character is pushed back and can complete another, shorter escape.
 * @returns a view that is valid until the next call with the same buffer
 */
export function decodeView(text: string, escapes: number, buffer: ViewBuffer): DecodedView {
  const decoder = new Decoder(text.length, escapes, buffer);
  for (let i = 0; i < text.length; i += 1) decoder.push(text.charCodeAt(i), i, i + 1);
  return decoder.view;
}

/** @returns the normalized code of a character, or SKIPPED for separators */
export function fold(code: number): number {
  if (code <= 0x20) return SKIPPED;
  if (code < 0x7f) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  if (code >= 0xff_01 && code <= 0xff_5e) return fold(code - 0xfe_e0);
  return isInvisible(code) ? SKIPPED : OTHER;
}

function isInvisible(code: number): boolean {
  return (
    code <= 0xa0 ||
    code === 0xad ||
    (code >= 0x20_00 && code <= 0x20_0f) ||
    (code >= 0x20_28 && code <= 0x20_2f) ||
    (code >= 0x20_5f && code <= 0x20_6f) ||
    code === 0xfe_ff
  );
}

const [LF, CR, PERCENT, AMPERSAND, SEMICOLON, EQUALS, BACKSLASH] = [0x0a, 0x0d, 0x25, 0x26, 0x3b, 0x3d, 0x5c];
const [LETTER_U, LETTER_X, BRACE_OPEN, BRACE_CLOSE] = [0x75, 0x78, 0x7b, 0x7d];

/** The value of each hexadecimal digit, 16 for all other characters. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return digit === -1 ? 16 : digit;
});

/** 1 for characters that start an escape. */
const INTRODUCES = Uint8Array.from({ length: 128 }, (_, code) => Number([PERCENT, AMPERSAND, EQUALS, BACKSLASH].includes(code)));

/** Characters with a special meaning after a backslash. */
const CONTROLS: ReadonlyMap<number, number> = new Map(
  Object.entries({ b: 8, t: 9, n: LF, v: 11, f: 12, r: CR }).map(([letter, code]) => [letter.charCodeAt(0), code]),
);

/** HTML entities of ASCII characters, in lower case. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '!': 'excl',
    '"': 'quot',
    '#': 'num',
    $: 'dollar',
    '%': 'percnt',
    '&': 'amp',
    "'": 'apos',
    '(': 'lpar',
    ')': 'rpar',
    '*': 'ast midast',
    '+': 'plus',
    ',': 'comma',
    '.': 'period',
    '/': 'sol',
    ':': 'colon',
    ';': 'semi',
    '<': 'lt',
    '=': 'equals',
    '>': 'gt',
    '?': 'quest',
    '@': 'commat',
    '[': 'lsqb lbrack',
    '\\': 'bsol',
    ']': 'rsqb rbrack',
    '^': 'hat',
    _: 'lowbar underbar',
    '`': 'grave',
    '{': 'lcub lbrace',
    '|': 'vert verbar verticalline',
    '}': 'rcub rbrace',
    '\n': 'newline',
    '\t': 'tab',
    ' ': 'nbsp zwnj zwj shy',
  }).flatMap(([sign, names]) => names.split(' ').map((name) => [name, sign] as const)),
);
/** The longest name, `&verticalline;`. */
const ESCAPE_LENGTH_MAX = 14;

class Decoder {
  readonly #escapes: number;
  readonly #buffer: ViewBuffer;
  readonly #characters: Uint16Array;
  readonly #codes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #length = 0;
  /** The index of the last character that can start an escape. */
  #introducer = Number.NEGATIVE_INFINITY;
  /** The length of the last decoded escape. */
  #taken = 0;

  constructor(length: number, escapes: number, buffer: ViewBuffer) {
    this.#escapes = escapes;
    buffer.reserve(length);
    this.#buffer = buffer;
    this.#characters = buffer.characters;
    this.#codes = buffer.codes;
    this.#starts = buffer.starts;
    this.#ends = buffer.ends;
  }

  get view(): DecodedView {
    return this.#buffer.view(this.#length);
  }

  push(code: number, start: number, end: number): void {
    let [from, until, next] = [start, end, code];
    for (;;) {
      if (next === LF || next === CR) this.#dropSoftBreak();
      const folded = fold(next);
      if (folded === SKIPPED) return;
      this.#characters[this.#length] = next;
      this.#codes[this.#length] = folded;
      this.#starts[this.#length] = from;
      this.#ends[this.#length] = until;
      if (INTRODUCES[folded] === 1) this.#introducer = this.#length;
      this.#length += 1;
      if (this.#length - this.#introducer > ESCAPE_LENGTH_MAX) return;
      next = this.#decodeTail();
      if (next === NOT_DECODED) return;
      until = this.#ends[this.#length - 1] ?? until;
      this.#length -= this.#taken;
      from = this.#starts[this.#length] ?? from;
    }
  }

  /** A line continuation: `=` in quoted-printable, a backslash in scripts. */
  #dropSoftBreak(): void {
    const last = this.#codes[this.#length - 1];
    const is_soft =
      (last === EQUALS && (this.#escapes & ESCAPES.quoted) !== 0) ||
      (last === BACKSLASH && (this.#escapes & ESCAPES.backslash) !== 0);
    if (is_soft && this.#length > 0) this.#length -= 1;
  }

  /** @returns the character of the escape that was just completed, or NOT_DECODED */
  #decodeTail(): number {
    const escapes = this.#escapes;
    let decoded = NOT_DECODED;
    if ((escapes & ESCAPES.backslash) !== 0) decoded = this.#decodeBackslash();
    if (decoded === NOT_DECODED && (escapes & ESCAPES.percent) !== 0) decoded = this.#decodePercent();
    if (decoded === NOT_DECODED && (escapes & ESCAPES.quoted) !== 0 && this.#at(3) === EQUALS) decoded = this.#number(2, 16, 3);
    if (decoded === NOT_DECODED && (escapes & ESCAPES.entity) !== 0 && this.#at(1) === SEMICOLON) decoded = this.#decodeEntity();
    return decoded;
  }

  /** `\n`, `\/`, `\x74`, `\164`, `\u0074`, `\u{74}` */
  #decodeBackslash(): number {
    const last = this.#at(1);
    if (this.#at(2) === BACKSLASH) {
      const is_begun = last === LETTER_U || last === LETTER_X || (DIGITS[last] ?? 16) < 10;
      if (is_begun) return NOT_DECODED;
      this.#taken = 2;
      return CONTROLS.get(last) ?? last;
    }
    if (last === BRACE_CLOSE) return this.#decodeBraced();
    if (this.#at(4) === BACKSLASH) return this.#at(3) === LETTER_X ? this.#number(2, 16, 4) : this.#number(3, 8, 4);
    return this.#at(6) === BACKSLASH && this.#at(5) === LETTER_U ? this.#number(4, 16, 6) : NOT_DECODED;
  }

  #decodeBraced(): number {
    for (let digits = 1; digits <= 6; digits += 1) {
      if (this.#at(digits + 2) !== BRACE_OPEN) continue;
      if (this.#at(digits + 3) !== LETTER_U || this.#at(digits + 4) !== BACKSLASH) return NOT_DECODED;
      return this.#number(digits, 16, digits + 4, 1);
    }
    return NOT_DECODED;
  }

  /** `%74`, `%u0074` */
  #decodePercent(): number {
    if (this.#at(3) === PERCENT) return this.#number(2, 16, 3);
    return this.#at(6) === PERCENT && this.#at(5) === LETTER_U ? this.#number(4, 16, 6) : NOT_DECODED;
  }

  /** `&#116;`, `&#x74;`, `&lowbar;` */
  #decodeEntity(): number {
    for (let back = 3; back <= ESCAPE_LENGTH_MAX; back += 1) {
      if (this.#at(back) !== AMPERSAND) continue;
      const name = String.fromCharCode(...this.#codes.subarray(this.#length - back + 1, this.#length - 1));
      const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/.exec(name) ?? [];
      const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
      const decoded = Number.isNaN(code) ? ENTITIES.get(name)?.charCodeAt(0) : code;
      if (decoded === undefined) return NOT_DECODED;
      this.#taken = back;
      return decoded;
    }
    return NOT_DECODED;
  }

  /** The trailing digits, before the last `behind` characters. */
  #number(digits: number, radix: number, taken: number, behind = 0): number {
    let value = 0;
    for (let back = digits + behind; back > behind; back -= 1) {
      const digit = DIGITS[this.#at(back)] ?? 16;
      if (digit >= radix) return NOT_DECODED;
      value = value * radix + digit;
    }
    this.#taken = taken;
    return value;
  }

  /** The nth character from the end; 0 if there is none. */
  #at(back: number): number {
    return back > this.#length ? 0 : (this.#codes[this.#length - back] ?? 0);
  }
}
