/** Untrusted text in Markdown: shown as it is, without any effect. */
import { cut, sanitizeLine, sanitizeLines } from './safe-text.ts';

/** A colon in an address, such as `http://` or `mailto:`, or in a shortcode, such as `:tada:`. */
const COLON = String.raw`:(?=\/\/|:|[\w+-]+:)|(?<=:):|(?<=\b(?:mailto|xmpp)):`;
/** A word in backticks stays one: as code, it cannot have an effect. */
const WORD_AS_CODE = String.raw`(?<!\x60)\x60[\w{}/.-]+\x60(?!\x60)`;
/** What Markdown interprets. Within a word, an underscore is literal. */
const MEANING = new RegExp(
  String.raw`${WORD_AS_CODE}|[<\x60*~|[\]\\@#]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|${COLON}`,
  'gu',
);
/** What HTML interprets, and what an application may look for in its text. */
const MEANING_IN_HTML = new RegExp(String.raw`[&<>"'\x60*_~|[\]\\@#]|${COLON}`, 'gu');

function toCharacterReference(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

/** The sign with no effect; a word as code has none. An invisible character follows `@` and `#`, because GitHub looks for mentions in the rendered page. */
function escapeSign(sign: string): string {
  if (sign.length > 1) return sign;
  if (sign === '@' || sign === '#') return `\\${sign}\u200B`;
  // Some readers take HTML from the source, and ignore backslashes there.
  return sign === '<' || sign === '&' ? toCharacterReference(sign) : `\\${sign}`;
}

/** Prose without markup. */
export function escapeMarkdown(text: string, max = 500): string {
  return sanitizeLine(cut(text, max))
    .trim()
    .replaceAll(MEANING, escapeSign)
    .replace(/^[-+=>]/, String.raw`\$&`)
    .replace(/^(\d+)(?=[.)])/, '$1\\')
    .replaceAll(/www\./gi, (start) => `${start.slice(0, -1)}\\.`);
}

/** Text in an HTML element, where Markdown has no effect, and neither has a backslash. */
export function escapeSummary(text: string, max: number): string {
  return sanitizeLine(cut(text, max))
    .replaceAll(MEANING_IN_HTML, toCharacterReference)
    .replaceAll(/&#(?:64|35);/g, '$&\u200B');
}

function longestRunOfTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
}

/** Inline code. Not for table cells, where a bar would end the cell. */
export function writeCode(text: string, max = 200): string {
  const shown = sanitizeLine(cut(text, max));
  if (shown.trim() === '') return '` `';
  const fence = '`'.repeat(longestRunOfTicks(shown) + 1);
  // If there is a space at both ends, Markdown readers remove one from each.
  const space = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A step of a reproduction, with its request as code. */
export function writeStep(text: string): string {
  const [, before = '', request, space = '', after = ''] =
    /^(.*?) \(((?:GET|POST|PUT|PATCH|DELETE) .+)\)( ?)(.*)$/s.exec(text) ?? [];
  return request === undefined
    ? escapeMarkdown(text)
    : `${escapeMarkdown(before)} (${writeCode(request)})${space}${escapeMarkdown(after)}`;
}

/** A code block whose fence is longer than any fence in it. */
export function writeBlock(text: string, max: number, language = ''): string {
  const shown = sanitizeLines(cut(text, max));
  const fence = '`'.repeat(Math.max(3, longestRunOfTicks(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}
