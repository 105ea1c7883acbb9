import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import type { ClauseId } from '../clauses/index.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { OPERATIONS, errorCodesOf, type Operation } from '../operations/index.ts';
import { ErrorObject, type FieldError } from '../resources/envelopes.ts';
import { schemaOf } from './schema-of.ts';

/** OP-4: marks a status that the endpoint's row in the document does not list. */
const OUR_STATUSES: ClauseId = 'OP-4';

/** ERR-4: marks a code that is not in the document. */
const OUR_CODES: ClauseId = 'ERR-4';

/** The headers of responses, by status. */
const HEADERS: ReadonlyMap<number, string> = new Map([
  [401, 'WWW-Authenticate'],
  [429, 'Retry-After'],
]);

export const errorHeaders: Record<string, oas32.HeaderObject> = {
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer',
    'x-assumed': 'AUTH-10',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 1, 'x-assumed': 'ERR-4' },
};

const GRADES = ['No. 1 CWRS', 'No. 2 CWRS'];

/** An example of an error, marked if the code is ours. `detail` overrides the default message and fields. */
function describeError(code: ErrorCode, detail: { message?: string; errors?: FieldError[] } = {}): oas32.ExampleObject {
  const { status, stated, clause, message } = ERRORS[code];
  const value: ErrorObject = { error: { status, code, message, ...detail } };
  return { value, 'x-clauses': [clause], ...(stated ? {} : { 'x-assumed': OUR_CODES }) };
}

/** ERR-2: validation_failed names fields; this example names one of the body. The message about `quantity_mt` is from the document. */
function validationFailed({ body }: Operation): oas32.ExampleObject {
  const fields = body?.schema instanceof z.ZodObject ? Object.keys(body.schema.shape) : [];
  const error = fields.includes('quantity_mt')
    ? { field: 'quantity_mt', message: 'must be at least 0.01' }
    : { field: fields[0] ?? '', message: 'is not valid' };
  return describeError('validation_failed', { errors: [error] });
}

/** BID-62: the message lists the grades, and `errors` has one entry per grade. */
function bidItemsRequired(): oas32.ExampleObject {
  return describeError('bid_items_required', {
    message: `${ERRORS.bid_items_required.message} Available grades: ${GRADES.join(', ')}.`,
    errors: GRADES.map((grade) => ({ field: 'bid_items', message: grade })),
  });
}

/** Errors whose example depends on the operation. The other examples are the same everywhere, so the document defines each once. */
const OWN_EXAMPLES: Partial<Record<ErrorCode, (operation: Operation) => oas32.ExampleObject>> = {
  validation_failed: validationFailed,
  bid_items_required: bidItemsRequired,
};

/** The shared examples of errors, by code. */
export function buildErrorExamples(): Record<string, oas32.ExampleObject> {
  const used = new Set<ErrorCode>(Object.values(OPERATIONS).flatMap((operation: Operation) => errorCodesOf(operation)));
  // Object.keys widens the codes to string.
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => used.has(code) && OWN_EXAMPLES[code] === undefined);
  return Object.fromEntries(codes.map((code) => [code, describeError(code)]));
}

function exampleFor(code: ErrorCode, operation: Operation): oas32.ExampleObject | oas32.ReferenceObject {
  return OWN_EXAMPLES[code]?.(operation) ?? { $ref: `#/components/examples/${code}` };
}

function describeStatus(status: number, codes: readonly ErrorCode[], operation: Operation): oas32.ResponseObject {
  const header = HEADERS.get(status);
  const examples = Object.fromEntries(codes.map((code) => [code, exampleFor(code, operation)]));
  return {
    description: codes.map((code) => ERRORS[code].message).join(' '),
    ...(operation.listed_errors.includes(status) ? {} : { 'x-assumed': OUR_STATUSES }),
    ...(header === undefined ? {} : { headers: { [header]: { $ref: `#/components/headers/${header}` } } }),
    content: { 'application/json': { schema: schemaOf(ErrorObject), examples } },
  };
}

interface ErrorStatus {
  status: string;
  /** The name of the response in the document if it is the same for every operation that returns these codes. */
  shared_name: string | undefined;
  response: oas32.ResponseObject;
}

/** The errors of an operation, grouped by status. Throws if a status in the endpoint's row has no code. */
function listErrorStatuses(operation: Operation): ErrorStatus[] {
  const byStatus = Map.groupBy(errorCodesOf(operation), (code): number => ERRORS[code].status);
  const missing = operation.listed_errors.filter((status) => !byStatus.has(status));
  if (missing.length > 0)
    throw new Error(`${operation.path} lists ${missing.join(', ')}, but has no code with that status; add one to its errors`);

  return [...byStatus].map(([status, codes]) => {
    const hasOwnExample = codes.some((code) => OWN_EXAMPLES[code] !== undefined);
    const suffix = operation.listed_errors.includes(status) ? '' : '_assumed';
    const shared_name = hasOwnExample ? undefined : `${codes.join('_or_')}${suffix}`;
    return { status: String(status), shared_name, response: describeStatus(status, codes, operation) };
  });
}

/** The error responses that operations share, by name. */
export function buildErrorResponses(): Record<string, oas32.ResponseObject> {
  const statuses = Object.values(OPERATIONS).flatMap((operation: Operation) => listErrorStatuses(operation));
  return Object.fromEntries(
    statuses.flatMap(({ shared_name, response }) => (shared_name === undefined ? [] : [[shared_name, response]])),
  );
}

export function errorResponsesOf(operation: Operation): Record<string, oas32.ResponseObject | oas32.ReferenceObject> {
  return Object.fromEntries(
    listErrorStatuses(operation).map(({ status, shared_name, response }) => [
      status,
      shared_name === undefined ? response : { $ref: `#/components/responses/${shared_name}` },
    ]),
  );
}
