/** Changes to responses. The store stays unchanged. */
import type { OperationId } from '#spec';
import type { OutgoingResponse } from '../../../server/http/respond.ts';
import type { ResponseContext, Awaitable, Seams } from '../../seams.ts';
import type { NewFields } from './json.ts';
import { isJsonObject, readJson, setFields } from './json.ts';
import type { ResponseBody, ResourceIn, Where } from './where.ts';
import { isAt, type LISTS } from './where.ts';

/** Changes whole responses, including errors: status, headers, and text. */
export function onResponse(
  where: Where,
  change: (response: OutgoingResponse, context: ResponseContext) => Awaitable<OutgoingResponse>,
): Partial<Seams> {
  return { response: (response, context) => (isAt(where, context.operation_id) ? change(response, context) : response) };
}

/** Changes the HTTP status and keeps the body. */
export function onStatus(where: Where, from: number, to: number): Partial<Seams> {
  return onResponse(where, (response) => (response.status === from ? { ...response, status: to } : response));
}

type HeaderChanges = Readonly<Record<string, string | undefined>>;

/** Sets headers; undefined removes one. @param headers the headers, or a function that makes them from the response */
export function withHeaders(
  where: Where,
  headers: HeaderChanges | ((response: OutgoingResponse, context: ResponseContext) => Awaitable<HeaderChanges>),
): Partial<Seams> {
  return onResponse(where, async (response, context) => ({
    ...response,
    headers: mergeHeaders(response.headers, typeof headers === 'function' ? await headers(response, context) : headers),
  }));
}

/** Replaces headers; undefined removes one. */
export function mergeHeaders(headers: Readonly<Record<string, string>>, changes: HeaderChanges): Record<string, string> {
  const merged = Object.entries({ ...headers, ...changes });
  // Cast: the filter removed undefined values.
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined) as [string, string][]);
}

/** Changes the body of successful responses. */
export function onBody<Id extends OperationId>(
  where: Where<Id>,
  change: (body: ResponseBody<Id>, context: ResponseContext) => unknown,
): Partial<Seams> {
  return onResponse(where, async (response, context) => {
    if (context.refusal !== undefined || context.operation_id === undefined) return response;
    const body = readJson(response.text);
    if (body === undefined) return response;
    // Cast: the operation returned this body, unless another deviation changed it.
    return { ...response, text: JSON.stringify(await change(body as ResponseBody<Id>, context)) };
  });
}

/** Changes the resource in `data`, or each of the `items` of a page; undefined removes an item. */
export function onResource<Id extends OperationId>(
  where: Where<Id>,
  change: (resource: ResourceIn<Id>, context: ResponseContext) => unknown,
): Partial<Seams> {
  return onBody(where, async (body, context) => {
    const found: unknown = body;
    if (!isJsonObject(found)) return found;
    // The operation types the resource, as it types the body.
    const changeOne = (resource: unknown): unknown => change(resource as ResourceIn<Id>, context);
    if ('data' in found) return { ...found, data: await changeOne(found['data']) };
    const { items } = found;
    if (!Array.isArray(items)) return found;
    const changed: unknown[] = await Promise.all(items.map(changeOne));
    return { ...found, items: changed.filter((item) => item !== undefined) };
  });
}

/** Sets fields of the resource in `data`, or of each of the `items`. */
export function withFields<Id extends OperationId>(
  where: Where<Id>,
  fields: NewFields<ResourceIn<Id>, ResponseContext>,
): Partial<Seams> {
  return onResource<Id>(where, (resource, context) => setFields(resource, fields, context));
}

/** Sets fields of the body itself, such as those of a page. */
export function withBodyFields<Id extends OperationId>(
  where: Where<Id>,
  fields: NewFields<ResponseBody<Id>, ResponseContext>,
): Partial<Seams> {
  return onBody<Id>(where, (body, context) => setFields(body, fields, context));
}

/** Leaves items out of pages. */
export function withoutItems<Id extends OperationId>(
  where: Where<Id>,
  isOmitted: (item: ResourceIn<Id>) => boolean,
): Partial<Seams> {
  return onResource<Id>(where, (item) => (isOmitted(item) ? undefined : item));
}

interface Links {
  next?: string | null;
  previous?: string | null;
  href?: string;
}

/** Changes the links of pages. Null stays null, and a link that another deviation left out is not added. */
export function onLinks<Id extends (typeof LISTS)[number]>(
  where: Id | readonly Id[],
  names: readonly (keyof Links)[],
  change: (link: string, page: ResponseBody<Id>) => string,
): Partial<Seams> {
  return withBodyFields<Id>(where, (page) => {
    // Every list returns a page.
    const links = page as Links;
    return Object.fromEntries(
      names.map((name) => {
        const link = links[name];
        return [name, typeof link === 'string' ? change(link, page) : link];
      }),
    );
  });
}

/** Sends a resource without the `data` envelope. */
export function unwrapped(where: Where): Partial<Seams> {
  return onBody(where, (body: unknown) => (isJsonObject(body) ? body['data'] : body));
}

/** The page that replaces a refusal or hidden items. */
export const EMPTY_PAGE = { items: [], limit: 20, offset: 0, total: 0, next: null, previous: null, href: '/v1' };

/** The id of the resource in the text of a response. */
export function idOfResource(text: string): string | undefined {
  const body = readJson(text);
  const data = isJsonObject(body) ? body['data'] : undefined;
  const id = isJsonObject(data) ? data['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
