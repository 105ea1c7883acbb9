/** The query parameters of the document. `kind` says how to parse the text; `schema` validates the value. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { CalendarDate, UnitName } from '../resources/values.ts';

export interface Parameter<Value> {
  kind: 'integer' | 'number' | 'boolean' | 'string';
  schema: z.ZodType<Value>;
  description: string;
  example?: string | number | boolean;
}

/** PAGE-2, PAGE-11, PAGE-13 */
export const limit: Parameter<number> = {
  kind: 'integer',
  schema: z.int().min(LIMITS.page_limit_min).max(LIMITS.page_limit_max).default(LIMITS.page_limit_default),
  description: 'Page size.',
  example: LIMITS.page_limit_default,
};
/** PAGE-3 */
export const offset: Parameter<number> = {
  kind: 'integer',
  schema: z.int().min(0).max(LIMITS.page_offset_max).default(LIMITS.page_offset_default),
  description: 'Start offset.',
  example: 0,
};
/** PAGE-9, PAGE-10, PAGE-14, PAGE-16: every list takes both and returns the whole paging object. */
export const paging = { limit, offset } as const;

/** FMT-8, FMT-9 */
export const units: Parameter<z.infer<typeof UnitName>> = {
  kind: 'string',
  schema: UnitName.default('MT'),
  description: 'The unit of the rendered `quantity`. Prices are always per tonne.',
  example: 'MT',
};

const listText = z.string().max(LIMITS.text_length_max);

export function textFilter(description: string, example: string): Parameter<string | undefined> {
  return { kind: 'string', schema: listText.optional(), description, example };
}

/** BID-15, TRD-8, CB-15, LST-22: other values and other case are rejected. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
): Parameter<Values[number] | undefined> {
  return { kind: 'string', schema: z.enum(values).optional(), description, example: values[0] };
}

export function numberFilter(description: string, example: number): Parameter<number | undefined> {
  return { kind: 'number', schema: z.number().optional(), description, example };
}

export function integerFilter(description: string, example: number): Parameter<number | undefined> {
  return { kind: 'integer', schema: z.int().optional(), description, example };
}

export function booleanFilter(description: string): Parameter<boolean | undefined> {
  return { kind: 'boolean', schema: z.boolean().optional(), description, example: true };
}

export function dateFilter(description: string): Parameter<string | undefined> {
  return { kind: 'string', schema: CalendarDate.optional(), description, example: '2026-06-01' };
}
