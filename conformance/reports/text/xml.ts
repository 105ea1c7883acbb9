/** Escapes text for XML 1.0. */
import { sanitizeLines } from './safe-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/**
 * Text between tags. Characters that XML 1.0 cannot represent, such as control characters and unpaired surrogates, are shown as `\u001b`. Escaping
 * `>` prevents `]]>`.
 */
export function escapeText(text: string): string {
  return sanitizeLines(text).replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The value of an attribute, in either kind of quotes. Line breaks are preserved. */
function escapeAttribute(text: string): string {
  return sanitizeLines(text).replaceAll(/[&<>"'\n\t]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The attributes of a tag, each preceded by a space. */
export function writeAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
}
