/** Text of others in Markdown: whatever it holds, it is shown and does nothing. */
import { cut, showLine, showLines } from './safe-text.ts';

/** Signs that mean something to Markdown, to HTML or to a table. Written as numbers they mean themselves. */
const MEANING = /[&<>"'`*_~#|![\]()\\{}@:]/g;

/** Prose: nothing in it is markup. `@` and `#` get an unseen neighbour, since GitHub looks for names and numbers in the finished page. */
export function escapeMarkdown(text: string, max = 500): string {
  return showLine(cut(text, max))
    .trimStart()
    .replaceAll(MEANING, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/&#(?:64|35);/g, '$&\u200B')
    .replace(/^[-+=\d]/, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/www\./gi, 'www&#46;');
}

function longestRunOfTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
}

/** Code within a line; not for the cells of a table, where a bar would end it. */
export function writeCode(text: string, max = 200): string {
  const shown = showLine(cut(text, max));
  if (shown.trim() === '') return '` `';
  const fence = '`'.repeat(longestRunOfTicks(shown) + 1);
  return `${fence} ${shown} ${fence}`;
}

/** A block of code; its fence is longer than any within. */
export function writeBlock(text: string, max: number, language = ''): string {
  const shown = showLines(cut(text, max));
  const fence = '`'.repeat(Math.max(3, longestRunOfTicks(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}
