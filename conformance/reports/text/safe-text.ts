/**
 * What stands in a report was mostly written by the target, and the target may be hostile: escape sequences that rewrite a terminal, signs
 * that turn the direction of text, lines of a megabyte, commands to the machine that runs the build.
 */

/** Control characters, halves of surrogate pairs, signs that break lines or turn them, and what no XML may hold. */
export const UNSAFE_SIGNS = String.raw`[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]`;

const UNSAFE = new RegExp(UNSAFE_SIGNS, 'gu');
/** `##vso[`, `##[` and `##teamcity[` are commands to the machines that run builds, wherever in a line they stand. */
const BUILD_COMMAND = /##(?=\w*\[)/g;

function showSign(sign: string): string {
  return String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A text of several lines that moves no cursor: dangerous signs are shown as `\u001b`; line ends and tabs stay. */
export function showLines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSAFE, (sign) => (sign === '\n' || sign === '\t' ? sign : showSign(sign)))
    .replaceAll(BUILD_COMMAND, '# #');
}

/** The same on one line: a line end is shown as `\n`. */
export function showLine(text: string): string {
  return showLines(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', ' ');
}

/** Lines joined by spaces, without what is blank around their ends. */
export function joinLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** At most `max` characters of a text; what was cut is said. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A pair of surrogates is not torn.
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)}… (cut: ${text.length.toLocaleString('en')} characters)`;
}
