/** Parts of a summary: labeled texts, commands, and lists, as lines that fit the terminal. */
import { foldCommand, shorten, wrap, type Paint, type Style } from './layout.ts';
import { cut, sanitizeLine, sanitizeLines } from './safe-text.ts';
import { countOf } from './wording.ts';

const LABEL_WIDTH = 8;
const GUTTER = ' │ ';
const TEXT_MAX = 600;
/** The most characters of a text in a list. */
export const LINE_MAX = 400;
/** Longer commands are only in the other reports. */
export const COMMAND_MAX = 2_000;

export interface Sheet {
  readonly width: number;
  readonly paint: Paint;
  /** Whether to list which readings of the document were observed. */
  readonly is_verbose: boolean;
}

/** Writes text behind a gutter, so that no line begins with text of the target. */
export function drawLabelled({ width, paint }: Sheet, label: string, text: string, style?: Style): readonly string[] {
  const room = width - 4 - LABEL_WIDTH - GUTTER.length;
  return wrap(sanitizeLines(cut(text, TEXT_MAX)), room).map((line, index) => {
    const name = (index === 0 ? label : '').padEnd(LABEL_WIDTH);
    return `    ${paint('dim', `${name}${GUTTER}`)}${style === undefined ? line : paint(style, line)}`;
  });
}

/** A command to paste. One that is too long, or that indentation would change, is replaced by where to find it. */
export function drawCommand({ width, paint }: Sheet, label: string, command: string): readonly string[] {
  const script = command.split('\n');
  // Indentation would change a quoted text with several lines.
  const is_split = script.some((line) => line.split("'").length % 2 === 0);
  if (command.length > COMMAND_MAX || is_split) {
    const size = is_split ? 'more than a line' : countOf(command.length, 'character');
    return [
      `    ${paint('dim', `${label.padEnd(LABEL_WIDTH)}${GUTTER}`)}${size}: see another report, such as --report html=FILE`,
    ];
  }
  // A script is not wrapped: a line break inside $(…) is hard to read.
  const lines = script.length > 1 ? script.map(sanitizeLine) : foldCommand(sanitizeLine(command), width - 6);
  return [`    ${paint('dim', label)}`, ...lines.map((line) => `      ${line}`)];
}

/** The title of a section, on one line. */
export function drawTitle({ paint, width }: Sheet, title: string): readonly string[] {
  return ['', paint('bold', shorten(title, width))];
}

/** An item of a list, folded to the width. */
export function drawBullet({ width }: Sheet, text: string, sign = '-'): readonly string[] {
  return wrap(sanitizeLine(cut(text, LINE_MAX)), width - 5).map((line, index) => `${index === 0 ? `  ${sign}` : '   '} ${line}`);
}

export function drawBullets(sheet: Sheet, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => drawBullet(sheet, text));
}

/** Like `drawLabelled`, with further lines below the text after the number. */
export function drawStep(sheet: Sheet, label: string, step: string): readonly string[] {
  const [, number = '', text = ''] = /^(\S+ )(.*)$/s.exec(step) ?? [];
  const narrow = { ...sheet, width: sheet.width - number.length };
  return drawLabelled(narrow, label, text).map((line, i) =>
    line.replace(GUTTER, `${GUTTER}${i === 0 ? number : ' '.repeat(number.length)}`),
  );
}
