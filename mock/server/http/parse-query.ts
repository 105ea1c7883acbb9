import type { FieldError, Parameter } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import type { Issue } from './validate-body.ts';
import { messageOf } from './validate-body.ts';

const INTEGER = /^[+-]?\d{1,16}$/;
const NUMBER = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * Converts the declared parameters of a query string to values. Unknown ones are ignored (CONV-7).
 * Refuses with 400 invalid_filter, and names each parameter that is malformed, out of range, or given twice (PAGE-7, INV-10).
 */
export function parseQuery(
  declared: Readonly<Record<string, Parameter<unknown>>>,
  search: string,
): Record<string, unknown> | Refusal {
  const raw = readPairs(search);
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, parameter] of Object.entries(declared)) {
    const given = raw.get(name) ?? [];
    const problem =
      given.length > 1 ? 'must be given only once' : given[0] === null ? 'is not valid percent-encoded text' : undefined;
    if (problem !== undefined) {
      errors.push({ field: name, message: problem });
      continue;
    }
    const text = given[0] ?? undefined;
    const value = text === undefined ? undefined : READERS[parameter.kind](text);
    const result = parameter.schema.safeParse(value, { reportInput: true });
    if (result.success) values[name] = result.data;
    else errors.push({ field: name, message: explain(parameter, result.error.issues[0]) });
  }
  const [first, ...others] = errors;
  return first === undefined ? values : refuseFilter(first, ...others);
}

/** ERR-5: the message is about the first parameter. */
export function refuseFilter(first: FieldError, ...others: readonly FieldError[]): Refusal {
  return refuse('invalid_filter', { message: `${first.field} ${first.message}.`, errors: [first, ...others] });
}

/** All values by name. Null if a value cannot be decoded. */
function readPairs(search: string): Map<string, (string | null)[]> {
  const pairs = new Map<string, (string | null)[]>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut === -1 ? pair : pair.slice(0, cut));
    if (name === null) continue;
    const list = pairs.get(name) ?? [];
    list.push(decode(cut === -1 ? '' : pair.slice(cut + 1)));
    pairs.set(name, list);
  }
  return pairs;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Converts the text of a parameter to the value that its schema validates. */
const READERS: Readonly<Record<Parameter<unknown>['kind'], (text: string) => unknown>> = {
  integer: (text) => (INTEGER.test(text) ? Number(text) : Number.NaN),
  number: (text) => (NUMBER.test(text) ? Number(text) : Number.NaN),
  boolean: (text) => BOOLEANS[text] ?? text,
  // An empty filter is ambiguous, so it is refused.
  string: (text) => (text.trim() === '' || text.includes('\u0000') ? null : text),
};

const TYPE_MESSAGES: Readonly<Record<Parameter<unknown>['kind'], string>> = {
  integer: 'must be an integer',
  number: 'must be a decimal number',
  boolean: 'must be true or false',
  string: 'must be text that is not empty',
};

function explain({ kind }: Parameter<unknown>, issue: Issue | undefined): string {
  return issue === undefined || issue.code === 'invalid_type' ? TYPE_MESSAGES[kind] : messageOf(issue);
}
