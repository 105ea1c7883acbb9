/** Quotes words, bodies, and comments for a POSIX shell, with variables for values that differ between runs. */
import { decodePart } from '#client';

/** Marks variables during escaping. JSON text cannot contain this character. */
const MARK = '\u0000';

/** `LOT_2` */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/\W/g, '_');
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a word, unless the shell reads it literally anyway. */
export function quoteIfNecessary(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : quote(text);
}

/** Flags for a command line, without those that are not set. */
export function writeFlags(flags: readonly (readonly [flag: string, value: string | boolean | undefined])[]): readonly string[] {
  return flags.flatMap(([flag, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [flag] : [`${flag} ${quoteIfNecessary(value)}`];
  });
}

export function comment(text: string): string {
  return `# ${text.replaceAll(/\s+/g, ' ')}`;
}

/** The values that the script must not repeat literally. */
export interface Substitutes {
  /** The variables that are assigned so far, by recorded value. */
  readonly variables: ReadonlyMap<string, string>;
  /** The time of the recording, in ms since 1970. Dates become days from then. NaN keeps dates. */
  readonly recorded_at_ms: number;
}

/** Quotes a word with double quotes. */
export function word(text: string, substitutes: Substitutes): string {
  return `"${expand(text, substitutes, /[\\$`"]/g)}"`;
}

/** Escapes the text of a here-document. */
export function hereText(text: string, substitutes: Substitutes): string {
  return expand(text, substitutes, /[\\$`]/g);
}

/** A date or an instant. */
const DATE = /(?<![\w-])(\d{4}-\d\d-\d\d)(T\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d{1,3})?Z)?(?![\w:-])/g;
/** A unique string of `RunContext.unique`: the last digits are replaced by those of the run. */
const UNIQUE = /(?<=-[\da-f]{6})[\da-f]{6}(?![\da-f])/g;

function expand(text: string, { variables, recorded_at_ms }: Substitutes, special: RegExp): string {
  const expressions: string[] = [];
  const put = (expression: string): string => `${MARK}${expressions.push(expression) - 1}${MARK}`;
  const putVariable = (part: string): string => {
    const name = variables.get(part) ?? variables.get(decodePart(part));
    return name === undefined ? part : put(`$${name}`);
  };
  const whole = putVariable(text);
  const marked =
    whole === text
      ? text
          .replaceAll(/[^/?&=",:{}[\]\s]+/g, putVariable)
          .replaceAll(DATE, (date, day: string, time: string | undefined) => {
            const expression = expressionOf(date, day, time, recorded_at_ms);
            return expression === undefined ? date : put(expression);
          })
          .replaceAll(UNIQUE, () => put('$RUN'))
      : whole;
  const escaped = marked.replaceAll(special, (sign) => `\\${sign}`);
  return escaped.replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, n: string) => expressions[Number(n)] ?? '');
}

const DAY_MS = 86_400_000;

/** A command that prints the date as far from now as it was from the recording. */
function expressionOf(date: string, day: string, time: string | undefined, recorded_at_ms: number): string | undefined {
  const midnight = Date.parse(day);
  // A date that does not exist, such as 30 February, must stay as it is.
  if (Number.isNaN(midnight) || Number.isNaN(recorded_at_ms) || new Date(midnight).toISOString().slice(0, 10) !== day)
    return undefined;
  if (time === undefined)
    return `$(day ${(midnight - Date.parse(new Date(recorded_at_ms).toISOString().slice(0, 10))) / DAY_MS})`;
  const at = Date.parse(decodePart(date));
  return Number.isNaN(at) ? undefined : `$(instant ${Math.round((at - recorded_at_ms) / 1_000)})`;
}
