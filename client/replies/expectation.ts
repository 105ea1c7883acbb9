/** The expected property of a response, as data. Verdicts depend on this, never on wording. */
export type Expectation =
  /** One of these statuses. */
  | { readonly kind: 'status'; readonly statuses: readonly number[] }
  /** Any status of a class: 2 for 2xx. */
  | { readonly kind: 'status_class'; readonly status_class: 2 | 4 }
  | { readonly kind: 'type'; readonly type: JsonType }
  | { readonly kind: 'member'; readonly key: string }
  /** Exactly this JSON value. */
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'one_of'; readonly values: readonly (string | number | boolean | null)[] }
  /** An entry of `errors` that names this field. */
  | { readonly kind: 'error_entry'; readonly field: string }
  /** No member, or null. */
  | { readonly kind: 'absent' }
  /** A list in any of its legal shapes. */
  | { readonly kind: 'list' };

type JsonType = keyof typeof TYPE_NAMES;

const TYPE_NAMES = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  text: 'a non-empty string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
} as const;

type Describers = { readonly [Kind in Expectation['kind']]: (expectation: Extract<Expectation, { kind: Kind }>) => string };

const DESCRIBERS: Describers = {
  status: ({ statuses }) => `status ${statuses.join(' or ')}`,
  status_class: ({ status_class }) => `a ${status_class}xx status`,
  type: ({ type }) => TYPE_NAMES[type],
  member: ({ key }) => `a member "${key}"`,
  value: ({ value }) => shorten(value),
  one_of: ({ values }) => `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  error_entry: ({ field }) => `an entry whose "field" is "${field}"`,
  absent: () => 'no such key, or null',
  list: () => 'an object with "items", one with the list under "data", or an array',
};

/** Describes an expectation for a report. */
export function describeExpectation(expectation: Expectation): string {
  // Each describer takes the expectation of its own kind.
  const describe = DESCRIBERS[expectation.kind] as (expectation: Expectation) => string;
  return describe(expectation);
}

const SHOWN_MAX = 300;

/** Formats a value for a report. */
export function shorten(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)` : text;
}
