import type { FieldError, Operation } from '#spec';
import type { z } from 'zod';
import type { Refusal } from '../domain/refusal.ts';
import { refuseFields } from '../domain/refusal.ts';

/**
 * Judges a body by the schema of its operation. Every invalid field is named at once, nested ones as `bids[1].price.amount` (ERR-5).
 * In lenient mode unknown fields are dropped instead of refused (CONV-7).
 */
export function validateBody(operation: Operation, json: unknown, is_lenient: boolean): { body: unknown } | Refusal {
  if (operation.body === undefined) return { body: undefined };
  if (json === undefined && !operation.body.required) return { body: undefined };
  const schema = operation.body.schema;
  // The input of an issue tells a field that is missing from one of the wrong type.
  let result = schema.safeParse(json === undefined ? {} : json, { reportInput: true });
  if (!result.success && is_lenient) result = schema.safeParse(withoutUnknown(json, result.error.issues), { reportInput: true });
  if (result.success) return { body: result.data };
  return refuseFields(...result.error.issues.flatMap(fieldErrorsOf));
}

type Issue = z.core.$ZodIssue;

/** What an issue says of which fields; unknown ones are named one by one. */
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

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(issue.expected)}`;
    case 'too_small':
      return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}${issue.origin === 'array' ? ' long' : ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(', ')}`.replace(/, ([^,]*)$/, ' or $1');
    case 'invalid_format':
      return FORMATS[issue.format] ?? `must be a valid ${issue.format}`;
    case 'invalid_union':
      return 'has none of the forms that it may have';
    default:
      return issue.message;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be an ISO 8601 date and time with a time zone',
  date: 'must be a date, YYYY-MM-DD',
  email: 'must be an e-mail address',
};

function withArticle(noun: string): string {
  return noun === 'int' ? 'an integer' : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A copy of a body without the fields that the schema does not know. */
function withoutUnknown(json: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(json);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce<unknown>((value, part) => Reflect.get(Object(value), part), copy);
    for (const key of issue.keys) Reflect.deleteProperty(Object(holder), key);
  }
  return copy;
}
