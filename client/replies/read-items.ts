import { isObject, type JsonObject } from '../json.ts';

/** The list in a response, in any legal wrapping; undefined if there is none. */
export function listIn(json: unknown): readonly unknown[] | undefined {
  const list: unknown = isObject(json) ? (json['items'] ?? json['data']) : json;
  return Array.isArray(list) ? list : undefined;
}

/** The objects of a list response, in any legal wrapping. Does not check the response: other items are dropped. */
export function readItems({ json }: { readonly json: unknown }): readonly JsonObject[] {
  return (listIn(json) ?? []).filter(isObject);
}

/** The ids of records that have one. */
export function idsIn(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/** The members of `data` in a response; none if there is no such object. Does not check the response. */
export function dataIn(json: unknown): JsonObject {
  return isObject(json) && isObject(json['data']) ? json['data'] : {};
}

/** The members of `error` in a response; none if there is no such object. Does not check the response. */
export function errorIn(json: unknown): JsonObject {
  return isObject(json) && isObject(json['error']) ? json['error'] : {};
}

/** Whether a response is that of a gateway that could not reach the target: it has no Error object (ERR-1). */
export function isFromGateway({ status, json }: { readonly status: number; readonly json: unknown }): boolean {
  return [502, 503, 504].includes(status) && errorIn(json)['code'] === undefined;
}

/** What an error of the target says: the fields that it names, otherwise its message. Undefined if it says neither. */
export function quoteError(json: unknown): string | undefined {
  const { message, errors } = errorIn(json);
  const fields = (Array.isArray(errors) ? errors.filter(isObject) : []).map((one) =>
    [one['field'], one['message']].filter((text) => typeof text === 'string').join(': '),
  );
  const named = fields.filter((text) => text !== '').join('; ');
  if (named !== '') return named;
  return typeof message === 'string' ? message : undefined;
}

/** The resource of a response, under `data` or at the top level; without members if there is none. Does not check the response. */
export function resourceIn(json: unknown): JsonObject {
  const resource = isObject(json) && isObject(json['data']) ? json['data'] : json;
  return isObject(resource) ? resource : {};
}

/** The id of the resource in a response, under `data` or at the top level. @param keys the members to try, in order */
export function findId(json: unknown, ...keys: readonly string[]): string | undefined {
  const resource = resourceIn(json);
  const id = keys.map((key) => resource[key]).find((value) => value !== undefined && value !== null);
  return typeof id === 'string' ? id : undefined;
}

/** The id of a record, of any type; for a trade, also under `trade_id` (TRD-4). */
export function idOfRecord(record: JsonObject): unknown {
  return record['id'] ?? record['trade_id'];
}

/** The id of a created resource; for a trade, also under `trade_id`. */
export function readId({ json }: { readonly json: unknown }): string | undefined {
  return findId(json, 'id', 'trade_id');
}
