/** Changes to requests before they are validated. */
import type { Refusal } from '../../../market/rules/refusal.ts';
import { isRefusal } from '../../../market/rules/refusal.ts';
import type { KeyUse } from '../../../server/http/idempotency.ts';
import type { Incoming } from '../../../server/http/incoming.ts';
import type { OperationContext, Awaitable, Seams } from '../../seams.ts';
import type { JsonObject } from './json.ts';
import { isJsonObject, readJson } from './json.ts';
import type { Where } from './where.ts';
import { isAt } from './where.ts';

/** Changes any part of a request. */
export function onRequest(
  where: Where,
  change: (incoming: Incoming, context: OperationContext) => Awaitable<Incoming>,
): Partial<Seams> {
  return { request: (incoming, context) => (isAt(where, context.operation_id) ? change(incoming, context) : incoming) };
}

/** Changes the query. Page links keep the original query. */
export function onQuery(
  where: Where,
  change: (query: URLSearchParams, context: OperationContext) => Awaitable<void>,
): Partial<Seams> {
  return onRequest(where, async (incoming, context) => {
    const query = new URLSearchParams(incoming.search);
    await change(query, context);
    return { ...incoming, search: query.toString() };
  });
}

/** Ignores parameters of the query. */
export function withoutQuery(where: Where, ...names: readonly string[]): Partial<Seams> {
  return onRequest(where, (incoming) => {
    const pairs = incoming.search
      .split('&')
      .filter((pair) => !new URLSearchParams(pair).keys().some((name) => names.includes(name)));
    return { ...incoming, search: pairs.join('&') };
  });
}

/** Changes the JSON of the body, undefined if the body is empty. Invalid JSON stays as it is. */
function onRequestBody(where: Where, change: (json: unknown, context: OperationContext) => unknown): Partial<Seams> {
  return onRequest(where, async (incoming, context) => {
    if (isRefusal(incoming.bytes)) return incoming;
    const text = incoming.bytes.toString('utf8');
    const json = readJson(text);
    if (json === undefined && text !== '') return incoming;
    const changed = await change(json, context);
    if (changed === undefined) return incoming;
    return { ...incoming, content_type: 'application/json', bytes: Buffer.from(JSON.stringify(changed)) };
  });
}

/** Changes a body that is an object. */
export function onRequestFields(
  where: Where,
  change: (fields: Readonly<Record<string, unknown>>, context: OperationContext) => unknown,
): Partial<Seams> {
  return onRequestBody(where, (json, context) => (isJsonObject(json) ? change(json, context) : json));
}

/** Changes a field of the body, if it is given; undefined removes it. */
export function onRequestField(
  where: Where,
  name: string,
  change: (value: unknown, fields: JsonObject, context: OperationContext) => unknown,
): Partial<Seams> {
  return onRequestFields(where, async (fields, context) =>
    name in fields ? { ...fields, [name]: await change(fields[name], fields, context) } : fields,
  );
}

/** Ignores fields of the body. */
export function withoutBodyField(where: Where, ...names: readonly string[]): Partial<Seams> {
  return onRequestFields(where, (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))));
}

/** Adds missing fields to the body, so that they are not required. */
export function fillIn(where: Where, defaults: Readonly<Record<string, unknown>>): Partial<Seams> {
  return onRequestFields(where, (fields) => ({ ...defaults, ...fields }));
}

/** Ignores the Idempotency-Key. */
export function withoutKey(where: Where): Partial<Seams> {
  return onRequest(where, (incoming) => ({ ...incoming, idempotency_key: undefined }));
}

/** The body of a request as an object; empty if it is something else. */
export function fieldsOf({ bytes }: Pick<Incoming, 'bytes'>): JsonObject {
  const json = isRefusal(bytes) ? undefined : readJson(bytes.toString('utf8'));
  return isJsonObject(json) ? json : {};
}

export function queryOf({ search }: Incoming): URLSearchParams {
  return new URLSearchParams(search);
}

/** Sets a query parameter that the request leaves out. */
export function withDefaultQuery(where: Where, name: string, value: string): Partial<Seams> {
  return onQuery(where, (query) => {
    if (!query.has(name)) query.set(name, value);
  });
}

/** Changes the value of a query parameter, if it is given. @param change returns the new value; undefined drops the parameter */
export function onQueryValue(
  where: Where,
  name: string,
  change: (value: string, query: URLSearchParams) => string | undefined,
): Partial<Seams> {
  return onQuery(where, (query) => {
    const value = query.get(name);
    if (value === null) return;
    const other = change(value, query);
    if (other === undefined) query.delete(name);
    else if (other !== value) query.set(name, other);
  });
}

/** Replaces some values of a query parameter; undefined drops the parameter. */
export function mapQuery(where: Where, name: string, values: Readonly<Record<string, string | undefined>>): Partial<Seams> {
  return onQueryValue(where, name, (value) => (Object.hasOwn(values, value) ? values[value] : value));
}

/** Changes how an Idempotency-Key is stored and found. @param change returns the members to replace: owner, path, key, or hash of the body */
export function onKey(change: (use: KeyUse, context: OperationContext) => Awaitable<Partial<KeyUse>>): Partial<Seams> {
  return { key: async (use, context) => ({ ...use, ...(await change(use, context)) }) };
}

interface Given {
  path: Readonly<Record<string, string>>;
  search: string;
  bytes: Buffer | Refusal;
}

/** Translates ids in the path, query, and body of every request, including those to the control plane. */
export function translateRequests(inward: (text: string) => string): Partial<Seams> {
  const translated = <Request extends Given>(request: Request): Request => ({
    ...request,
    path: Object.fromEntries(Object.entries(request.path).map(([name, value]) => [name, inward(value)])),
    search: inward(request.search),
    // Latin-1 keeps every byte, whatever the encoding of the body. Ids are ASCII.
    bytes: isRefusal(request.bytes) ? request.bytes : Buffer.from(inward(request.bytes.toString('latin1')), 'latin1'),
  });
  return { request: translated, control_request: translated };
}
