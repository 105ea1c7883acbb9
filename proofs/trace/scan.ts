/**
 * Finds the comments and strings of a source file. This is not a parser: it relies on the formatting that oxfmt enforces. In return, it reads
 * the whole repository in under a second.
 */

export interface Piece {
  readonly kind: 'comment' | 'string';
  /** Without quotes. Each expression inside a template is replaced by `…`. */
  readonly text: string;
  /** Where it begins in the file, in UTF-16 code units. */
  readonly position: number;
  /** The first argument of `test`, `it`, or `describe`, or of a function such as `test.each(rows)`. */
  readonly is_title: boolean;
  /** The value of a property `clause` or `clauses`, or an element of that value. */
  readonly is_row: boolean;
}

interface Frame {
  readonly open: string;
  /** The identifier that begins the expression before the bracket: `test` in `test.each(rows)(`. */
  readonly head: string | undefined;
  readonly is_row: boolean;
}

interface Template {
  readonly start: Piece;
  readonly head: string | undefined;
  text: string;
}

const TOKEN =
  /(?<space>\s+)|(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)|(?<string>'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*")|(?<word>[\p{L}\p{N}_$]+)|\?\.|=>|[^]/uy;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
const TEMPLATE_PART = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/uy;
/** After these words a slash begins a regular expression; after other words it divides. */
const BEFORE_PATTERN: ReadonlySet<string> = new Set(['return', 'typeof', 'case', 'in', 'of', 'await', 'yield', 'void', 'else']);
const TEST_WORDS: ReadonlySet<string> = new Set(['test', 'it', 'describe']);

/** The comments and strings of a file, by position. */
export function scan(text: string): readonly Piece[] {
  return new Scanner(text).run();
}

class Scanner {
  readonly #text: string;
  readonly #pieces: Piece[] = [];
  readonly #frames: Frame[] = [];
  readonly #templates: Template[] = [];
  /** The last two tokens that are neither space nor comment. */
  #last = '';
  #before_last = '';
  #head: string | undefined;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): readonly Piece[] {
    while (this.#at < this.#text.length) this.#step();
    return this.#pieces.toSorted((one, other) => one.position - other.position);
  }

  #step(): void {
    const position = this.#at;
    const { 0: token, groups = {} } = this.#match(TOKEN);
    if (groups['space'] !== undefined) return;
    if (groups['comment'] !== undefined) {
      this.#pieces.push({ kind: 'comment', text: token, position, is_title: false, is_row: false });
    } else if (groups['string'] !== undefined) {
      this.#pieces.push({ ...this.#startString(position), text: unescape(token.slice(1, -1)) });
      this.#remember("'", undefined);
    } else if (groups['word'] !== undefined) {
      this.#remember(token, this.#last === '.' || this.#last === '?.' ? this.#head : token);
    } else this.#mark(token, position);
  }

  #mark(mark: string, position: number): void {
    if (mark === '`') {
      this.#templates.push({ start: this.#startString(position), head: this.#head, text: '' });
      this.#continueTemplate();
    } else if (mark === '/' && this.#isBeforePattern()) {
      this.#at = position;
      this.#match(PATTERN);
      this.#remember('/pattern/', undefined);
    } else if (mark === '(' || mark === '[' || mark === '{') {
      this.#frames.push({ open: mark, head: this.#head, is_row: mark === '[' && this.#isRow() });
      this.#remember(mark, undefined);
    } else if (mark === ')' || mark === ']' || mark === '}') {
      const frame = this.#frames.pop();
      if (frame?.open === '${') this.#continueTemplate();
      else this.#remember(mark, mark === '}' ? undefined : frame?.head);
    } else this.#remember(mark, mark === '.' || mark === '?.' ? this.#head : undefined);
  }

  #continueTemplate(): void {
    const template = this.#templates.at(-1);
    if (template === undefined) return;
    const { 0: part } = this.#match(TEMPLATE_PART);
    if (part.endsWith('${')) {
      template.text += `${part.slice(0, -2)}…`;
      this.#frames.push({ open: '${', head: undefined, is_row: false });
      this.#remember('${', undefined);
      return;
    }
    this.#templates.pop();
    this.#pieces.push({ ...template.start, text: unescape(template.text + part.slice(0, -1)) });
    this.#remember('`', template.head);
  }

  #startString(position: number): Piece {
    const frame = this.#frames.at(-1);
    const is_title = this.#last === '(' && frame?.head !== undefined && TEST_WORDS.has(frame.head);
    return { kind: 'string', text: '', position, is_title, is_row: this.#isRow() };
  }

  #isRow(): boolean {
    if (this.#last === ':') return /^clauses?$/.test(this.#before_last);
    return (this.#last === '[' || this.#last === ',') && this.#frames.at(-1)?.is_row === true;
  }

  #isBeforePattern(): boolean {
    const last = this.#last;
    return BEFORE_PATTERN.has(last) || !/^[\p{L}\p{N}_$'`)\]}]|^\/pattern/u.test(last);
  }

  #remember(token: string, head: string | undefined): void {
    this.#before_last = this.#last;
    this.#last = token;
    this.#head = head;
  }

  /** Moves past the match of `pattern` at this position, or past one character if there is no match. */
  #match(pattern: RegExp): { 0: string; groups?: Record<string, string> | undefined } {
    pattern.lastIndex = this.#at;
    const match = this.#text.match(pattern) ?? [this.#text.charAt(this.#at)];
    this.#at += match[0].length;
    return match;
  }
}

function unescape(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(.)/g, (_, letter: string) => (/[nrt]/.test(letter) ? ' ' : letter)) : text;
}
