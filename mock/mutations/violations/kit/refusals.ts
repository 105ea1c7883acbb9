/** Changes to errors. */
import type { ErrorCode, ErrorObject } from '#spec';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { makeRefusalResponse } from '../../../server/http/respond.ts';
import type { OperationContext, ResponseContext, Awaitable, Seams } from '../../seams.ts';
import { onResponse } from './responses.ts';
import type { JsonObject, NewFields } from './json.ts';
import { isJsonObject, readJson, setFields } from './json.ts';
import { fieldsOf, queryOf } from './requests.ts';
import type { Where } from './where.ts';
import { isAt } from './where.ts';

type Code = ErrorCode | readonly ErrorCode[] | 'any';

function isOf(code: Code, refusal: Refusal | undefined): refusal is Refusal {
  if (refusal === undefined) return false;
  return code === 'any' || (typeof code === 'string' ? code === refusal.refused : code.includes(refusal.refused));
}

/** Changes `error`. The HTTP status does not change. */
export function onError(
  where: Where,
  code: Code,
  change: (error: ErrorObject['error'], context: ResponseContext) => unknown,
): Partial<Seams> {
  return onResponse(where, async (response, context) => {
    if (!isOf(code, context.refusal)) return response;
    const body = readJson(response.text);
    if (!isJsonObject(body)) return response;
    // Cast: written by respond.ts, unless another deviation changed it.
    const error = await change(body['error'] as ErrorObject['error'], context);
    return { ...response, text: JSON.stringify({ ...body, error }) };
  });
}

/** Replaces an error with another code, whose status and message come from the catalog, or with another refusal. */
export function refuseAs(where: Where, code: Code, other: ErrorCode | ((refusal: Refusal) => Refusal)): Partial<Seams> {
  return onResponse(where, (response, { refusal }) => {
    if (!isOf(code, refusal)) return response;
    return makeRefusalResponse(typeof other === 'string' ? refuse(other) : other(refusal));
  });
}

/**
 * Returns success instead of an error. Nothing is stored.
 * @param make returns the body; undefined keeps the refusal
 */
export function insteadOfRefusal(where: Where, code: Code, make: (context: ResponseContext) => unknown): Partial<Seams> {
  return onResponse(where, async (response, context) => {
    if (!isOf(code, context.refusal)) return response;
    const body = await make(context);
    if (body === undefined) return response;
    return { ...response, status: context.operation?.success.status ?? 200, text: JSON.stringify(body) };
  });
}

/**
 * Refuses requests before any other check.
 * @param findError returns the error; undefined lets the request pass
 */
export function refusing(
  where: Where,
  findError: (context: OperationContext) => Awaitable<ErrorCode | Refusal | undefined>,
): Partial<Seams> {
  return {
    request: async (incoming, context) => {
      if (!isAt(where, context.operation_id)) return incoming;
      const refusal = await findError(context);
      return typeof refusal === 'string' ? refuse(refusal) : (refusal ?? incoming);
    },
  };
}

/** Rejects requests that have the query parameter `units`. */
export function refusingUnits(where: Where): Partial<Seams> {
  return refusing(where, ({ incoming }) => (queryOf(incoming).has('units') ? 'invalid_filter' : undefined));
}

/**
 * Rejects requests by a field of their body.
 * @param field the field that the error names, such as `bid_items[0].id`
 * @param isRefused gets the value of its first part, and the whole body
 */
export function refusingField(
  where: Where,
  field: string,
  message: string,
  isRefused: (value: unknown, fields: JsonObject, context: OperationContext) => Awaitable<boolean>,
): Partial<Seams> {
  const [name = ''] = field.split(/[.[]/);
  return refusing(where, async (context) => {
    const fields = fieldsOf(context.incoming);
    return (await isRefused(fields[name], fields, context)) ? refuseFields({ field, message }) : undefined;
  });
}

/** Sets fields of `error`. The HTTP status does not change. */
export function withError(where: Where, code: Code, fields: NewFields<ErrorObject['error'], ResponseContext>): Partial<Seams> {
  return onError(where, code, (error, context) => setFields(error, fields, context));
}
