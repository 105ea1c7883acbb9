/** Validates query and body with the schemas of the operation. */
import type { FieldError } from '#spec';
import { z } from 'zod';
import { closestName } from '#spec/closest-name';
import { describeUnknown } from '../../../describe-unknown.ts';
import { type Refusal, refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { fieldErrorsOf } from '../../http/validate-body.ts';
import type { ControlOperation } from './operation.ts';

const UNKNOWN = 'is not a known parameter';
const NO_PARAMETERS = z.strictObject({});

/** Parses the query. Refuses parameters that are unknown or given twice. */
export function checkQuery({ query = NO_PARAMETERS }: ControlOperation, search: string): Record<string, unknown> | Refusal {
  const given = new URLSearchParams(search);
  const seen = new Set<string>();
  const repeated = [...given.keys()].find((name) => seen.size === seen.add(name).size);
  if (repeated !== undefined) return refuseParameters([{ field: repeated, message: 'must be given only once' }]);
  const result = query.safeParse(Object.fromEntries(given), { reportInput: true });
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) =>
    fieldErrorsOf(issue).map((error) => (issue.code === 'unrecognized_keys' ? { ...error, message: UNKNOWN } : error)),
  );
  return refuseParameters(errors);
}

function refuseParameters(errors: NonNullable<Refusal['errors']>): Refusal {
  const [first] = errors;
  return refuse('invalid_filter', { message: `${first?.field ?? 'A parameter'} ${first?.message ?? 'is not valid'}.`, errors });
}

/** Validates the body. An optional body can be absent. */
export function checkBody({ body }: ControlOperation, json: unknown): { value: unknown } | Refusal {
  if (body === undefined || (json === undefined && !body.required)) return { value: undefined };
  const result = body.schema.safeParse(json === undefined ? {} : json, { reportInput: true });
  return result.success ? { value: result.data } : refuseFields(...result.error.issues.flatMap(suggestName));
}

/** Suggests the name that was probably meant, instead of listing all names. */
function suggestName(issue: z.core.$ZodIssue): readonly FieldError[] {
  const errors = fieldErrorsOf(issue);
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return errors;
  const names = issue.values.map(String);
  if (closestName(issue.input, names) === undefined) return errors;
  const message = describeUnknown(issue.input, names);
  return errors.map(({ field }) => ({ field, message }));
}
