/**
 * Most text in a report comes from the target, which can be hostile. It can send escape sequences for terminals, characters that reverse text, lines
 * of a megabyte, and commands to build servers.
 */

/** Control characters, unpaired surrogates, characters that break lines or change text direction, and characters that XML does not allow. */
export const UNSAFE_CHARACTERS = String.raw`[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]`;

const UNSAFE = new RegExp(UNSAFE_CHARACTERS, 'gu');
/** `##vso[`, `##[`, and `##teamcity[` are commands to build servers, anywhere in a line. */
const BUILD_COMMAND = /##(?=\w*\[)/g;
/** `::error` is a command to GitHub Actions at the start of a line, also after white space. */
const LINE_COMMAND = /^([\t ]*)::(?=[a-z])/gim;

/** A character as JSON escapes it: `\u001b`. */
export function escapeCharacter(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Makes a multi-line text safe for a terminal and a build log: escapes dangerous characters as `\u001b`, and separates the characters that start
 * a command to a build server. Line breaks and tabs stay.
 */
export function sanitizeLines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSAFE, (character) => (character === '\n' || character === '\t' ? character : escapeCharacter(character)))
    .replaceAll(BUILD_COMMAND, '# #')
    .replaceAll(LINE_COMMAND, '$1: :');
}

/** Like `sanitizeLines`, but on one line: line breaks become `\n`, and tabs become spaces. */
export function sanitizeLine(text: string): string {
  return sanitizeLines(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', ' ');
}

/** Joins lines with spaces, without leading and trailing white space. */
export function joinLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Shortens a text to `max` UTF-16 code units, and adds its full length. Never splits a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)}… (cut from ${text.length.toLocaleString('en')} characters)`;
}
