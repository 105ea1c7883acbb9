/** XML 1.0 by hand: what may stand in a text, and how. */
import { showLines } from './safe-text.ts';

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
 * Text between tags. What XML 1.0 has no way to write, as control characters and halves of surrogate pairs, is shown as `\u001b`; an
 * escaped `>` leaves no `]]>`.
 */
export function escapeText(text: string): string {
  return showLines(text).replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The value of an attribute, within either kind of quotes; a line end stays one. */
export function escapeAttribute(text: string): string {
  return showLines(text).replaceAll(/[&<>"'\n\t]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The attributes of a tag, each with a space before it. */
export function writeAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
}
