/** Quotes words, bodies, and comments for a POSIX shell, with variables for ids and dates. */
import type { ResourceNames } from './names.ts';

/** Marks variables during escaping. JSON text cannot contain this character. */
const MARK = '\u0000';

/** `LOT_2` */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(' ', '_');
}

/** Quotes a word literally. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Formats a one-line comment. */
export function comment(text: string): string {
  return `# ${text.replaceAll(/\s+/g, ' ')}`;
}

/** How to replace ids and dates. */
export interface Substitutes {
  readonly names: ResourceNames;
  /** Whether the id already has a variable. */
  readonly isTaken: (id: string) => boolean;
  /** `YYYY-MM-DD`: the date of the recording. */
  readonly today: string | undefined;
}

/** Quotes a word with double quotes. */
export function word(text: string, substitutes: Substitutes): string {
  return `"${expand(text, substitutes, /[\\$`"]/g)}"`;
}

/** Escapes the text of a here-document. */
export function hereText(text: string, substitutes: Substitutes): string {
  return expand(text, substitutes, /[\\$`]/g);
}

function expand(text: string, { names, isTaken, today }: Substitutes, special: RegExp): string {
  const expressions: string[] = [];
  const put = (expression: string): string => `${MARK}${expressions.push(expression) - 1}${MARK}`;
  const marked = text
    .replaceAll(/[^/?&=",:{}[\]\s]+/g, (part) => {
      const named = names.get(part);
      return named === undefined || !isTaken(part) ? part : put(`$${variableOf(named.name)}`);
    })
    .replaceAll(/"(\d{4}-\d\d-\d\d)"/g, (whole, date: string) => {
      const days = today === undefined ? Number.NaN : (Date.parse(date) - Date.parse(today)) / DAY_MS;
      return Number.isInteger(days) ? `"${put(`$(day ${days})`)}"` : whole;
    });
  const escaped = marked.replaceAll(special, (sign) => `\\${sign}`);
  return escaped.replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, n: string) => expressions[Number(n)] ?? '');
}

const DAY_MS = 86_400_000;
