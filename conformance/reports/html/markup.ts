/** HTML templates that escape every value, unless it is markup. */
import { cut, escapeCharacter, sanitizeLines } from '../text/safe-text.ts';

export interface Markup {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Longer texts are only in the page's JSON. */
const TEXT_MAX = 4_000;

function escapeText(text: string): string {
  return sanitizeLines(cut(text, TEXT_MAX)).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Inserts values into markup. Text and numbers are escaped; markup and lists of it are not. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Markup | readonly Markup[])[]): Markup {
  const filled = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
  });
  return { markup: parts.map((part, index) => part + (filled[index] ?? '')).join('') };
}

/** A value as JSON for an inert script element. Nothing in it can end the element or begin a comment. */
export function embedJson(value: unknown): Markup {
  return { markup: JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, escapeCharacter) };
}
