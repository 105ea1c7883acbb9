import type { FieldError, Operation } from '#spec';
import { z } from 'zod';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuseFields } from '../../market/rules/refusal.ts';

/** The refusal of a body that does not match its schema. */
export interface InvalidBody extends Refusal {
  errors: readonly FieldError[];
  /** The body without its invalid fields. Undefined if nothing is left. */
  valid_part: unknown;
}

/**
 * Validates a body with the schema of its operation. All invalid fields are reported, nested ones as `bids[1].price.amount` (ERR-5).
 * A null in an optional field counts as absent unless the schema allows null. In lenient mode unknown fields are dropped (CONV-7).
 */
export function validateBody(operation: Operation, json: unknown, is_lenient: boolean): { body: unknown } | InvalidBody {
  if (operation.body === undefined) return { body: undefined };
  if (json === undefined && !operation.body.required) return { body: undefined };
  const schema = operation.body.schema;
  // The input of an issue tells whether a field is missing or has the wrong type.
  const given = json === undefined ? {} : withoutNulls(schema, json);
  let result = schema.safeParse(given, { reportInput: true });
  if (!result.success && is_lenient) result = schema.safeParse(withoutUnknown(given, result.error.issues), { reportInput: true });
  if (result.success) return { body: result.data };
  const { issues } = result.error;
  const errors = issues.flatMap(fieldErrorsOf);
  return { ...refuseFields(...errors), errors, valid_part: withoutInvalid(given, issues) };
}

export type Issue = z.core.$ZodIssue;

/** The field errors of an issue. Each unknown field is one error. */
export function fieldErrorsOf(issue: Issue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: fieldOf([...issue.path, key]), message: 'is not a known field' }));
  }
  return [{ field: fieldOf(issue.path), message: messageOf(issue) }];
}

/** `bids[1].price.amount`; the body itself is `body`. */
function fieldOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

/** What is wrong with a value, to be printed after the name of its field. */
export function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : `must be ${withArticle(issue.expected)}`;
    case 'too_small':
      return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}${MEASURES[issue.origin] ?? ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${MEASURES[issue.origin] ?? ''}`;
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : listChoices(issue.values);
    case 'invalid_format':
      // The pattern's declaration contains the message.
      return issue.format === 'regex' ? issue.message : (FORMATS[issue.format] ?? `must be a valid ${issue.format}`);
    case 'invalid_union':
      // Only a union with a discriminator has options. The declaration of any other contains the message.
      return 'options' in issue ? listChoices(issue.options) : issue.message;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    default:
      return issue.message;
  }
}

/** Created only for an error, because a formatter loads data that a start does not need. */
function listChoices(values: readonly unknown[]): string {
  return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(values.map(String))}`;
}

const REQUIRED = 'is required';

/** The units of a length. */
const MEASURES: Readonly<Record<string, string>> = { array: ' long', string: ' characters' };

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be an ISO 8601 date and time with a time zone',
  date: 'must be a date, YYYY-MM-DD',
  email: 'must be an email address',
};

function withArticle(noun: string): string {
  return noun === 'int' ? 'an integer' : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A copy of a body without the nulls of optional fields. Keeps nulls that the schema allows, because they have a meaning. */
function withoutNulls(schema: z.core.$ZodType, json: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return withoutNulls(schema.unwrap(), json);
  if (schema instanceof z.ZodArray && Array.isArray(json)) return json.map((item) => withoutNulls(schema.element, item));
  if (!(schema instanceof z.ZodObject) || !isObject(json) || Array.isArray(json)) return json;
  const shape = new Map(Object.entries<z.ZodType>(schema.shape));
  const kept = Object.entries(json).filter(([name, value]) => value !== null || !isAbsentIfNull(shape.get(name)));
  return Object.fromEntries(
    kept.map(([name, value]: [string, unknown]) => {
      const field = shape.get(name);
      return [name, field === undefined ? value : withoutNulls(field, value)];
    }),
  );
}

function isAbsentIfNull(field: z.ZodType | undefined): boolean {
  return field !== undefined && field.safeParse(undefined).success && !field.safeParse(null).success;
}

/** A copy of a body without unknown fields. */
function withoutUnknown(json: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(json);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = findHolder(copy, issue.path);
    if (holder === undefined) continue;
    for (const key of issue.keys) Reflect.deleteProperty(holder, key);
  }
  return copy;
}

/** A copy of a body without invalid fields. Unknown fields stay, because no rule reads them. */
function withoutInvalid(json: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(json);
  for (const { code, path } of issues) {
    if (code === 'unrecognized_keys') continue;
    const last = path.at(-1);
    if (last === undefined) return undefined;
    const holder = findHolder(copy, path.slice(0, -1));
    // Not deleted, because that would leave a hole in an array.
    if (holder !== undefined) Reflect.set(holder, last, undefined);
  }
  return copy;
}

function findHolder(json: unknown, path: readonly PropertyKey[]): object | undefined {
  let holder: unknown = json;
  for (const part of path) holder = isObject(holder) ? Reflect.get(holder, part) : undefined;
  return isObject(holder) ? holder : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
