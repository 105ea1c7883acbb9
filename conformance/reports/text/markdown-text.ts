/** Untrusted text in Markdown: shown as it is, without any effect. */
import { cut, showLine, showLines } from './safe-text.ts';

/** Characters with a meaning in Markdown, HTML, or tables. As numeric references, they stand for themselves. */
const MEANING = /[&<>"'`*_~#|![\]()\\{}@:]/g;

/** Prose without markup. An invisible character follows `@` and `#`, because GitHub looks for mentions in the rendered page. */
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

/** Inline code. Not for table cells, where a bar would end the cell. */
export function writeCode(text: string, max = 200): string {
  const shown = showLine(cut(text, max));
  if (shown.trim() === '') return '` `';
  const fence = '`'.repeat(longestRunOfTicks(shown) + 1);
  return `${fence} ${shown} ${fence}`;
}

/** A code block whose fence is longer than any fence in it. */
export function writeBlock(text: string, max: number, language = ''): string {
  const shown = showLines(cut(text, max));
  const fence = '`'.repeat(Math.max(3, longestRunOfTicks(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}
