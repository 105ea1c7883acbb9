/** Words, bodies and comments as a POSIX shell reads them, with variables in the places of ids and days. */
import type { ResourceNames } from './names.ts';

/** What stands in a text for a variable while it is escaped: no text of JSON holds this sign. */
const MARK = '\u0000';

/** `LOT_2` */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(' ', '_');
}

/** One word, taken literally. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text of one line for a comment. */
export function comment(text: string): string {
  return `# ${text.replaceAll(/\s+/g, ' ')}`;
}

/** How ids and dates of the story are told in a script. */
export interface Substitutes {
  readonly names: ResourceNames;
  /** Those that have a variable by now. */
  readonly isTaken: (id: string) => boolean;
  /** `YYYY-MM-DD`, the day of the story. */
  readonly today: string | undefined;
}

/** A word in double quotes. */
export function word(text: string, substitutes: Substitutes): string {
  return `"${expand(text, substitutes, /[\\$`"]/g)}"`;
}

/** A text between `<<JSON` and `JSON`. */
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
