/** Lines for a terminal: how wide a text is, where it breaks, which colour it has. */
import { styleText } from 'node:util';

/** What `styleText` takes as a style: `red`, or several of them. */
export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Signs that take two columns: East Asian ones and pictures. Those that join or mark others take none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NARROW_TEXT = /^[\u0020-\u007e\u00a0-\u02ff]*$/;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

function widthOfSign(sign: string): number {
  if (NO_WIDTH.test(sign)) return 0;
  return WIDE.test(sign) ? 2 : 1;
}

/** How many columns a text takes, on the safe side: joined pictures count one by one. */
export function widthOf(text: string): number {
  if (NARROW_TEXT.test(text)) return text.length;
  return Array.from(text, widthOfSign).reduce((sum, width) => sum + width, 0);
}

/** A text in at most `width` columns; what is left out is an ellipsis. */
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

/** Breaks a text at its line ends and at spaces, and words that are too long anywhere. Never empty. */
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
    return [...lines, line ?? ''];
  });
}

const SHELL_WORD = String.raw`(?:[^\s'"\\]|\\.|'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$))+`;
/** An option stays with its value. */
const SHELL_PART = new RegExp(String.raw`(?:(?<!\S)--?[\w-]+ (?!-))?${SHELL_WORD}|\\$`, 'gs');

/** Parts of a shell command: a space within quotes, or after a backslash, parts nothing. */
function splitCommand(command: string): readonly string[] {
  return command.match(SHELL_PART) ?? [];
}

/**
 * A shell command over several lines that can still be pasted: it is broken between its words only, each line but the last ends in a
 * backslash. A word that is longer than the width stays whole, and sticks out.
 */
export function foldCommand(command: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of splitCommand(command)) {
    // No line begins with what a build machine would take for a command to it.
    const mustStay = line === '' || /^[:#]/.test(word);
    if (mustStay || widthOf(line) + 1 + widthOf(word) <= width - 2) line = line === '' ? word : `${line} ${word}`;
    else {
      lines.push(`${line} \\`);
      line = `  ${word}`;
    }
  }
  return [...lines, line];
}

/** Colours a text, or leaves it as it is. */
export function makePaint(hasColour: boolean): Paint {
  return (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text);
}

/** Whether colour is wanted at all: https://no-color.org, and terminals that cannot. */
export function wantsColour(is_tty: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  if (!is_tty) return false;
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return environment['TERM'] !== 'dumb';
}
