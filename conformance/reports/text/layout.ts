/** Text layout for a terminal: width, line breaks, and color. */
import { styleText } from 'node:util';

/** A style for `styleText`: `red`, or several of them. */
export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Characters that take two columns: East Asian characters and emoji. Joiners and combining marks take none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NARROW_TEXT = /^[\u0020-\u007e\u00a0-\u02ff]*$/;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

function widthOfSign(sign: string): number {
  if (NO_WIDTH.test(sign)) return 0;
  return WIDE.test(sign) ? 2 : 1;
}

/** How many columns a text takes at most; joined emoji are counted one by one. */
export function widthOf(text: string): number {
  if (NARROW_TEXT.test(text)) return text.length;
  return Array.from(text, widthOfSign).reduce((sum, width) => sum + width, 0);
}

/** Shortens a text to `width` columns, with an ellipsis for what is left out. */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let taken = '';
  let columns = 0;
  for (const sign of text) {
    columns += widthOfSign(sign);
    if (columns > width - 1) break;
    taken += sign;
  }
  return `${taken}…`;
}

function breakWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let columns = 0;
  for (const sign of word) {
    const more = widthOfSign(sign);
    if (columns + more > width) {
      pieces.push(piece);
      piece = '';
      columns = 0;
    }
    piece += sign;
    columns += more;
  }
  return [...pieces, piece];
}

/**
 * Wraps a text at line breaks and spaces, and breaks words that are too long. Never empty. A line that would start a workflow command (`::error`)
 * starts with `: :` instead, and can be one column wider than `width`.
 */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line: string | undefined;
    for (const word of paragraph.split(' ').flatMap((each) => breakWord(each, width))) {
      if (line === undefined) line = word;
      else if (widthOf(line) + 1 + widthOf(word) <= width) line += ` ${word}`;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line ?? ''].map((each) => each.replace(/^::(?=[a-z])/i, ': :'));
  });
}

const SHELL_WORD = String.raw`(?:[^\s'"\\]|\\.|'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$))+`;
/** Keeps an option together with its value. */
const SHELL_PART = new RegExp(String.raw`(?:(?<!\S)--?[\w-]+ (?!-))?${SHELL_WORD}|\\$`, 'gs');

/** The words of a shell command. A space within quotes or after a backslash does not separate words. */
function splitCommand(command: string): readonly string[] {
  return command.match(SHELL_PART) ?? [];
}

/**
 * A shell command over several lines that can still be pasted: it breaks between words only, and each line but the last ends in a backslash. A word
 * that is wider than `width` is not broken.
 */
export function foldCommand(command: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of splitCommand(command)) {
    // No line begins with what a build server would interpret as a command.
    const mustStay = line === '' || /^[:#]/.test(word);
    if (mustStay || widthOf(line) + 1 + widthOf(word) <= width - 2) line = line === '' ? word : `${line} ${word}`;
    else {
      lines.push(`${line} \\`);
      line = `  ${word}`;
    }
  }
  return [...lines, line];
}

export function makePaint(has_color: boolean): Paint {
  return (style, text) => (has_color ? styleText(style, text, { validateStream: false }) : text);
}

/** Whether to use color: https://no-color.org, and terminals without color. */
export function wantsColor(is_tty: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  if (!is_tty) return false;
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return environment['TERM'] !== 'dumb';
}
